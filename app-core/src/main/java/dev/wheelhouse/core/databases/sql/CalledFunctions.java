package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What texts of PostgreSQL call by name. Casts, operators, defaults, triggers and views call functions that stand nowhere in
 * the text, and {@code row.f} may call one; none of these is seen.
 */
public final class CalledFunctions {

    /** A name of its own follows, whose parentheses hold columns. */
    private static final KeyWords BEFORE_TABLE = KeyWords.of("INTO", "TABLE", "EXISTS", "REFERENCES", "AS");

    private static final KeyWords NO_FUNCTIONS = KeyWords.of(Words.of("""
            VALUES IN AND OR NOT ON SET KEY UNIQUE CHECK EXISTS ANY ALL SOME WHERE FROM USING SELECT AS WHEN THEN ELSE
            CASE BETWEEN LIKE HAVING OVER FILTER RETURNING DEFAULT IF ELSIF WHILE LOOP RETURN ARRAY ROW CAST
            COALESCE NULLIF GREATEST LEAST EXTRACT CONFLICT PARTITION BY VARCHAR CHAR NUMERIC DECIMAL"""));

    private static final KeyWords CHANGES =
            KeyWords.of("DELETE", "UPDATE", "TRUNCATE", "MERGE", "DROP", "ALTER", "EXECUTE");

    /** What makes of such a word another thing: a lock, a rule of a key, an event of a trigger. */
    private static final KeyWords BEFORE_OTHERS =
            KeyWords.of("FOR", "KEY", "DO", "ON", "OR", "BEFORE", "AFTER", "OF", "GRANT", "REVOKE");

    private CalledFunctions() {}

    /** The names that a statement calls, in lower case as far as they are ASCII; built-in ones too. */
    public static Set<String> of(SqlStatement statement) {
        return of(new Lexemes(statement));
    }

    private static Set<String> of(Lexemes lexemes) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lexemes.size(); i++) {
            String name = calledAt(lexemes, i);
            if (name != null) {
                names.add(name);
            }
        }
        return names;
    }

    private static @Nullable String calledAt(Lexemes lexemes, int at) {
        if (!lexemes.isIdentifier(at) || !lexemes.is(at + 1, "(") || lexemes.isOneOf(at, NO_FUNCTIONS)) {
            return null;
        }
        int first = at;
        while (lexemes.is(first - 1, ".") && lexemes.isIdentifier(first - 2)) {
            first -= 2;
        }
        return lexemes.isOneOf(first - 1, BEFORE_TABLE) ? null : lexemes.plainName(at);
    }

    /**
     * What the text of a function in SQL or PL/pgSQL shows.
     *
     * @param destructive whether a statement in it needs confirmation everywhere ({@link StatementLevel#DESTRUCTIVE}), or
     *     runs what its text does not show
     * @param calls the names that it calls
     */
    public record Body(boolean destructive, Set<String> calls) {

        private static final Body UNKNOWN = new Body(true, Set.of());

        /** Reads the text between the quotes, or a whole definition. One that is too long to be read is destructive. */
        public static Body read(String text) {
            Set<String> calls = new HashSet<>();
            try {
                for (SqlStatement each : StatementSplitter.split(text, Engine.POSTGRESQL)) {
                    Lexemes lexemes = new Lexemes(each);
                    if (isDestructive(lexemes)) {
                        return UNKNOWN;
                    }
                    calls.addAll(of(lexemes));
                }
            } catch (AppException _) {
                return UNKNOWN;
            }
            return new Body(false, calls);
        }

        /** A statement of PL/pgSQL begins behind words of its own: {@code IF n > 0 THEN DELETE …}. */
        private static boolean isDestructive(Lexemes lexemes) {
            for (int i = 0; i < lexemes.size(); i++) {
                if (lexemes.isOneOf(i, CHANGES)
                        && !lexemes.isOneOf(i - 1, BEFORE_OTHERS)
                        && isDestructive(lexemes.textFrom(i))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isDestructive(String text) {
            SqlStatement statement =
                    StatementSplitter.split(text, Engine.POSTGRESQL).getFirst();
            Verdict verdict = StatementClassifier.classify(statement, Engine.POSTGRESQL);
            return verdict.level() == StatementLevel.DESTRUCTIVE
                    || verdict.rule().equals("opaque");
        }
    }
}
