package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;

/**
 * Tells from its text what a statement would do. Pure and fail-closed: what no rule knows is {@link
 * StatementLevel#UNKNOWN}. It cannot see what a user-defined function, a view, a rule or a trigger does; the read-only
 * transaction is there for those.
 */
public final class StatementClassifier {

    private StatementClassifier() {}

    public static Verdict classify(SqlStatement statement, Engine engine) {
        if (statement.text().indexOf('\0') >= 0) {
            // A database would run what stands before it, and that may lack its WHERE.
            return Verdict.of(StatementLevel.REFUSED, "nul_character", "?");
        }
        Lexemes lexemes = new Lexemes(statement);
        return switch (engine) {
            case POSTGRESQL -> new PostgresClassifier(lexemes).classify();
            case SQLITE -> new SqliteClassifier(lexemes).classify();
        };
    }
}
