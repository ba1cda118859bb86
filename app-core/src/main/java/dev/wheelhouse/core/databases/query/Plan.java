package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.json.RawJson;

/**
 * How the database would run a statement, or ran it.
 *
 * @param analyzed whether it was run, so that the plan has measured times and rows
 * @param plan PostgreSQL's own JSON (manual, "EXPLAIN"), or SQLite's steps as {@code [{id, parent, detail}]}
 */
public record Plan(Engine engine, boolean analyzed, RawJson plan) {}
