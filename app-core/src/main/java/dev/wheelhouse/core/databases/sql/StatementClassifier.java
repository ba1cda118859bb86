package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;

/**
 * Tells from its text what a statement would do. Fail-closed: what no rule knows is {@link StatementLevel#UNKNOWN}. It
 * cannot see what a user-defined function, a view, a rule or a trigger does; the read-only transaction is there for
 * those. One classifier judges the statements of one script in their order, because a function that is made there is
 * known when it is called. Belongs to one thread.
 */
public final class StatementClassifier {

    private final Engine engine;
    private final MadeFunctions made = new MadeFunctions();

    public StatementClassifier(Engine engine) {
        this.engine = engine;
    }

    /** A statement by itself. */
    public static Verdict classify(SqlStatement statement, Engine engine) {
        return new StatementClassifier(engine).classify(statement);
    }

    /** The next statement of the script. */
    public Verdict classify(SqlStatement statement) {
        if (statement.text().indexOf('\0') >= 0) {
            // A database would run what precedes it, and that may lack its WHERE.
            return Verdict.of(StatementLevel.REFUSED, "nul_character", "?");
        }
        if (Characters.hasHalfCharacter(statement.text())) {
            return Verdict.of(StatementLevel.REFUSED, "half_character", "?");
        }
        Lexemes lexemes = new Lexemes(statement);
        return switch (engine) {
            case POSTGRESQL -> made.judge(new PostgresClassifier(lexemes).classify(), lexemes);
            case SQLITE -> new SqliteClassifier(lexemes).classify();
        };
    }
}
