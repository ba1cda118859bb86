package dev.wheelhouse.core.databases.query;

import java.util.List;

/**
 * What a text would do, by what is known without running it.
 *
 * @param onlyReads whether every statement reads by its text
 */
public record ScriptReview(List<StatementImpact> statements, boolean onlyReads) {

    public ScriptReview {
        statements = List.copyOf(statements);
    }
}
