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

    /** A table or a kind of statement follows, whose dots are no calls. */
    private static final KeyWords BEFORE_TABLE =
            KeyWords.of("INTO", "UPDATE", "FROM", "JOIN", "ONLY", "TABLE", "USING", "ON");

    /** What needs no look: a call without a schema finds the server's own first. */
    private static final Set<String> USUAL = Set.of(Words.of("""
            now count sum min max avg abs round floor ceil mod power sqrt random lower upper length trim btrim ltrim rtrim
            substr substring replace concat concat_ws format left right lpad rpad split_part strpos position md5 to_char
            to_date to_timestamp to_number date_trunc date_part age clock_timestamp statement_timestamp nextval currval
            gen_random_uuid array_agg string_agg json_agg jsonb_agg json_build_object jsonb_build_object json_object_agg
            jsonb_object_agg jsonb_set to_json to_jsonb array_length cardinality array_append row_number rank dense_rank lag
            lead first_value last_value generate_series unnest make_date make_interval"""));

    private static final KeyWords CHANGES = KeyWords.of(
            "DELETE", "UPDATE", "TRUNCATE", "MERGE", "INSERT", "DROP", "ALTER", "EXECUTE", "COPY", "DO", "CALL");

    /** What a statement stands behind in PL/pgSQL, beside a semicolon and parentheses. */
    private static final KeyWords BEFORE_STATEMENT =
            KeyWords.of("BEGIN", "ATOMIC", "THEN", "ELSE", "LOOP", "QUERY", "IN", "AS");

    /** Longer ones are not read, and count as destructive. */
    private static final int LONGEST_BODY = 200_000;

    private static final int MOST_STATEMENTS = 2_000;

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
        int first = at;
        while (lexemes.is(first - 1, ".") && lexemes.isIdentifier(first - 2)) {
            first -= 2;
        }
        if (!lexemes.is(at + 1, "(")) {
            return first < at && !lexemes.is(at + 1, ".") && !lexemes.isOneOf(first - 1, BEFORE_TABLE);
        }
        if (first == at && isUsual(lexemes, at)) {
            return false;
        }
        boolean later = lexemes.is(0, "ALTER") && lexemes.is(first - 1, "DEFAULT") && lexemes.is(first - 2, "SET");
        return !later && !lexemes.isOneOf(at, NO_FUNCTIONS) && !lexemes.isOneOf(first - 1, BEFORE_NAME);
    }

    private static boolean isUsual(Lexemes lexemes, int at) {
        String name = lexemes.isIdentifier(at) ? lexemes.plainName(at) : null;
        return name != null && USUAL.contains(name);
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
            if (text.length() > LONGEST_BODY) {
                return UNKNOWN;
            }
            Set<String> calls = new HashSet<>();
            int statements = 0;
            try {
                for (SqlStatement each : StatementSplitter.split(text, Engine.POSTGRESQL)) {
                    Lexemes lexemes = new Lexemes(each);
                    Verdict called = FunctionCalls.gravest(lexemes, 0, lexemes.size(), Engine.POSTGRESQL, "");
                    if (called != null && called.needsAdministration()) {
                        return UNKNOWN;
                    }
                    for (int i = 0; i < lexemes.size(); i++) {
                        if (beginsStatement(lexemes, i)
                                && (++statements > MOST_STATEMENTS || isDestructive(lexemes.textFrom(i)))) {
                            return UNKNOWN;
                        }
                    }
                    calls.addAll(of(lexemes));
                }
            } catch (AppException _) {
                return UNKNOWN;
            }
            return new Body(false, calls);
        }

        /** Of those that change something; {@code IF n > 0 THEN DELETE …}, {@code OPEN c FOR EXECUTE …}. */
        private static boolean beginsStatement(Lexemes lexemes, int at) {
            boolean onConflict =
                    lexemes.is(at, "DO") && lexemes.kind(at + 1) == TokenKind.WORD && !lexemes.is(at + 1, "LANGUAGE");
            if (!lexemes.isOneOf(at, CHANGES) || onConflict) {
                return false;
            }
            return at == 0
                    || lexemes.is(at - 1, ";")
                    || lexemes.is(at - 1, "(")
                    || lexemes.is(at - 1, ")")
                    || lexemes.reads(at - 1, ">>")
                    || lexemes.isOneOf(at - 1, BEFORE_STATEMENT)
                    || (lexemes.is(at - 1, "FOR") && lexemes.is(at, "EXECUTE"));
        }

        private static boolean isDestructive(String text) {
            SqlStatement statement =
                    StatementSplitter.split(text, Engine.POSTGRESQL).getFirst();
            Verdict verdict = StatementClassifier.classify(statement, Engine.POSTGRESQL);
            return switch (verdict.level()) {
                case DESTRUCTIVE -> true;
                case BULK -> !comparesWithSomething(new Lexemes(statement));
                case READ, SESSION, WRITE, DDL, GUARDED, UNKNOWN, REFUSED ->
                    verdict.needsAdministration() || verdict.rule().equals("opaque");
            };
        }

        /** In {@code id = p} p may be a variable. */
        private static boolean comparesWithSomething(Lexemes lexemes) {
            return (lexemes.is(0, "UPDATE") || lexemes.is(0, "DELETE"))
                    && WhereClause.inBody(lexemes).comparesColumn(RowChange.at(lexemes, 0, lexemes.size()));
        }
    }
}
