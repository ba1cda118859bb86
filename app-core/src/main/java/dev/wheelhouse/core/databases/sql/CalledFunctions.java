package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * What texts of PostgreSQL call by name. Casts, operators, defaults, triggers and views call functions that stand nowhere in
 * the text; these are not seen.
 */
public final class CalledFunctions {

    /** Stands for a name that cannot be read: it could be any. */
    public static final String UNREADABLE = "";

    /** {@code NAMEDATALEN} less one: what is longer is cut by the server. */
    private static final int LONGEST_NAME = 63;

    /** A name of its own follows, whose parentheses hold columns or arguments. */
    private static final KeyWords BEFORE_NAME = KeyWords.of(
            "INTO", "TABLE", "EXISTS", "REFERENCES", "AS", "FUNCTION", "PROCEDURE", "ROUTINE", "AGGREGATE", "INDEX");

    /** Reserved words, and others that are no names of functions where an expression stands. */
    private static final KeyWords NO_FUNCTIONS = KeyWords.of(Words.of("""
            VALUES IN AND OR NOT ON UNIQUE CHECK EXISTS ANY ALL SOME WHERE FROM USING SELECT AS WHEN THEN ELSE CASE
            BETWEEN LIKE HAVING RETURNING DEFAULT ARRAY ROW CAST COALESCE NULLIF GREATEST LEAST EXTRACT VARCHAR CHAR
            NUMERIC DECIMAL"""));

    private static final KeyWords KINDS_OF_VIEWS = KeyWords.of("OR", "REPLACE", "TEMP", "TEMPORARY", "RECURSIVE");
    private static final KeyWords OF_OTHERS = KeyWords.of("GRANT", "REVOKE", "COMMENT", "DROP", "SECURITY");

    private static final KeyWords CHANGES =
            KeyWords.of("DELETE", "UPDATE", "TRUNCATE", "MERGE", "INSERT", "DROP", "ALTER", "EXECUTE");

    /** What makes of such a word a rule of a key, or an event of a trigger. */
    private static final KeyWords BEFORE_OTHERS = KeyWords.of("ON", "OR", "BEFORE", "AFTER", "OF", "GRANT", "REVOKE");

    /** Behind these an UPDATE is a lock, or what an INSERT does about a conflict. */
    private static final KeyWords BEFORE_UPDATE = KeyWords.of("FOR", "KEY", "DO");

    private CalledFunctions() {}

    /**
     * The names that a statement calls when it runs, in lower case as far as they are ASCII; built-in ones too, and what
     * may be a column ({@code t.f} calls {@code f(t)} where there is none).
     */
    public static Set<String> of(SqlStatement statement) {
        Lexemes lexemes = new Lexemes(statement);
        return lexemes.isOneOf(0, OF_OTHERS) || makesView(lexemes) ? Set.of() : of(lexemes);
    }

    private static boolean makesView(Lexemes lexemes) {
        int kind = 1;
        while (lexemes.isOneOf(kind, KINDS_OF_VIEWS)) {
            kind++;
        }
        return lexemes.is(0, "CREATE") && lexemes.is(kind, "VIEW");
    }

    private static Set<String> of(Lexemes lexemes) {
        Set<String> names = new HashSet<>();
        int indexed = indexedTable(lexemes);
        for (int i = 0; i < lexemes.size(); i++) {
            if (i != indexed && isCalled(lexemes, i)) {
                names.add(name(lexemes, i));
            }
        }
        return names;
    }

    /** Where the last part of the name of the table stands that an index is made on; -1 of another statement. */
    private static int indexedTable(Lexemes lexemes) {
        boolean makesIndex = lexemes.is(0, "CREATE") && (lexemes.is(1, "INDEX") || lexemes.is(2, "INDEX"));
        int on = makesIndex ? lexemes.find(0, lexemes.size(), "ON") : lexemes.size();
        return on < lexemes.size() ? lexemes.lastPart(lexemes.is(on + 1, "ONLY") ? on + 2 : on + 1) : -1;
    }

    private static boolean isCalled(Lexemes lexemes, int at) {
        if (!FunctionCalls.isName(lexemes, at)) {
            return false;
        }
        boolean called = lexemes.is(at + 1, "(");
        if (!called) {
            return lexemes.is(at - 1, ".") && !lexemes.is(at + 1, ".");
        }
        int first = at;
        while (lexemes.is(first - 1, ".") && lexemes.isIdentifier(first - 2)) {
            first -= 2;
        }
        boolean later = lexemes.is(0, "ALTER") && lexemes.is(first - 1, "DEFAULT") && lexemes.is(first - 2, "SET");
        return !later && !lexemes.isOneOf(at, NO_FUNCTIONS) && !lexemes.isOneOf(first - 1, BEFORE_NAME);
    }

    private static String name(Lexemes lexemes, int at) {
        String name = FunctionCalls.name(lexemes, at);
        return name == null ? UNREADABLE : cut(name);
    }

    private static String cut(String name) {
        String cut = name;
        while (cut.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut;
    }

    /**
     * What the text of a function in SQL or PL/pgSQL shows.
     *
     * @param destructive whether a statement in it needs confirmation everywhere ({@link StatementLevel#DESTRUCTIVE}),
     *     changes rows that no column of theirs is compared for, reaches beyond the database's data, or runs what its text
     *     does not show
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
                    Verdict called = FunctionCalls.gravest(lexemes, 0, lexemes.size(), Engine.POSTGRESQL, "");
                    if ((called != null && called.needsAdministration()) || isDestructive(lexemes)) {
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
                boolean other = lexemes.isOneOf(i - 1, BEFORE_OTHERS)
                        || (lexemes.is(i, "UPDATE") && lexemes.isOneOf(i - 1, BEFORE_UPDATE));
                if (lexemes.isOneOf(i, CHANGES) && !other && isDestructive(lexemes.textFrom(i))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isDestructive(String text) {
            SqlStatement statement =
                    StatementSplitter.split(text, Engine.POSTGRESQL).getFirst();
            Verdict verdict = StatementClassifier.classify(statement, Engine.POSTGRESQL);
            return switch (verdict.level()) {
                case DESTRUCTIVE -> true;
                case BULK -> !comparesWithSomething(new Lexemes(statement));
                case READ, SESSION, WRITE, DDL, GUARDED, UNKNOWN, REFUSED ->
                    verdict.rule().equals("opaque");
            };
        }

        /** In {@code id = p} p may be a variable. */
        private static boolean comparesWithSomething(Lexemes lexemes) {
            return (lexemes.is(0, "UPDATE") || lexemes.is(0, "DELETE"))
                    && WhereClause.inBody(lexemes).comparesColumn(RowChange.at(lexemes, 0, lexemes.size()));
        }
    }
}
