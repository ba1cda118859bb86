package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.Verdict;

/** A statement with what it would do. */
public record ClassifiedStatement(SqlStatement statement, Verdict verdict) {}
