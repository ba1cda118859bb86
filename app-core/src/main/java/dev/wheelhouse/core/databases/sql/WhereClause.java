package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;

/**
 * Whether the WHERE of an UPDATE or DELETE depends on the row at all. A name counts where an operand can stand, because
 * the grammar has many words that may be columns elsewhere: {@code INTERVAL '1' day}, {@code 1::double precision}.
 */
final class WhereClause {

    private static final KeyWords BEHIND_WHERE = KeyWords.of("RETURNING", "ORDER", "LIMIT");

    /** Words that stand for operands without naming anything of the row. */
    private static final KeyWords NO_COLUMN = KeyWords.of(Words.of("""
            TRUE FALSE NULL AND OR NOT IS IN LIKE ILIKE BETWEEN EXISTS ANY ALL SOME CASE WHEN THEN ELSE
            END DISTINCT FROM SIMILAR TO ESCAPE ISNULL NOTNULL UNKNOWN SELECT WHERE AS ARRAY ROW CAST
            COLLATE GLOB MATCH REGEXP CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP
            CURRENT_USER SESSION_USER SYSTEM_USER USER CURRENT_ROLE CURRENT_SCHEMA CURRENT_CATALOG DATE
            TIME TIMESTAMP TIMESTAMPTZ INTERVAL BOOLEAN WITH TABLE VALUES SYMMETRIC ASYMMETRIC VARIADIC
            BOTH LEADING TRAILING NFC NFD NFKC NFKD OPERATOR"""));

    /** Words that an operand follows. */
    private static final KeyWords BEFORE_OPERAND = KeyWords.of(Words.of("""
            WHERE AND OR NOT CASE WHEN THEN ELSE BETWEEN SYMMETRIC ASYMMETRIC LIKE ILIKE GLOB MATCH REGEXP
            ESCAPE FROM FOR PLACING ZONE DISTINCT VARIADIC"""));

    /** What stands in the parentheses behind them is of a grammar of its own, and counts for nothing. */
    private static final KeyWords OWN_GRAMMAR = KeyWords.of(Words.of("""
            OPERATOR XMLELEMENT XMLFOREST XMLPI XMLROOT XMLPARSE XMLSERIALIZE XMLEXISTS XMLTABLE
            JSON_TABLE GROUPING"""));

    private static final KeyWords OTHER_QUERIES = KeyWords.of("WITH", "VALUES", "TABLE");
    private static final KeyWords SECOND_WORDS_OF_TYPES = KeyWords.of("PRECISION", "VARYING", "CHARACTER", "CHAR");

    /** Conditions nested deeper count as naming nothing, so that they need confirmation. */
    private static final int DEEPEST = 30;

    private final Lexemes lexemes;
    private final Engine engine;

    WhereClause(Lexemes lexemes, Engine engine) {
        this.lexemes = lexemes;
        this.engine = engine;
    }

    /** The position of the WHERE that belongs to the statement beginning at {@code from}; {@code to} when it has none. */
    static int find(Lexemes lexemes, int from, int to) {
        return lexemes.find(from, to, "WHERE");
    }

    /** Whether the condition behind the WHERE names a column of the row. */
    boolean namesColumn(int where, int to) {
        // WHERE CURRENT OF cursor names exactly one row.
        return (lexemes.is(where + 1, "CURRENT") && lexemes.is(where + 2, "OF")) || namesColumn(where, to, 0);
    }

    private boolean namesColumn(int where, int to, int nesting) {
        if (nesting > DEEPEST) {
            return false;
        }
        int end = lexemes.find(where, to, BEHIND_WHERE);
        int i = where + 1;
        while (i < end) {
            if (lexemes.is(i, "(") && lexemes.is(i + 1, "SELECT")) {
                int behind = Math.min(end, lexemes.behindParenthesis(i));
                if (subselectNamesColumn(i + 1, behind - 1, nesting)) {
                    return true;
                }
                i = behind;
            } else if (lexemes.is(i, "(")
                    && (lexemes.isOneOf(i - 1, OWN_GRAMMAR) || lexemes.isOneOf(i + 1, OTHER_QUERIES))) {
                i = lexemes.behindParenthesis(i);
            } else if (isColumn(i)) {
                return true;
            } else {
                i = lexemes.isIdentifier(i) ? lexemes.lastPart(i) + 1 : i + 1;
            }
        }
        return false;
    }

    /** Only its own condition can refer to the row outside. */
    private boolean subselectNamesColumn(int from, int to, int nesting) {
        int where = find(lexemes, from, to);
        return where < to && namesColumn(where, to, nesting + 1);
    }

    private boolean isColumn(int at) {
        if (!lexemes.isIdentifier(at) || lexemes.isOneOf(at, NO_COLUMN) || !isOperand(at)) {
            return false;
        }
        int last = lexemes.lastPart(at);
        // SQLite makes a string of a double-quoted name that is none; a qualified one stays a name.
        boolean perhapsString = engine == Engine.SQLITE && last == at && lexemes.isDoubleQuoted(at);
        boolean call = lexemes.is(last + 1, "(");
        boolean typeOfLiteral =
                lexemes.kind(last + 1) == TokenKind.STRING || lexemes.isOneOf(last + 1, SECOND_WORDS_OF_TYPES);
        boolean argument = lexemes.reads(last + 1, "=>") || lexemes.reads(last + 1, ":=");
        return !perhapsString && !call && !typeOfLiteral && !argument;
    }

    private boolean isOperand(int at) {
        TokenKind before = lexemes.kind(at - 1);
        if (before == TokenKind.OPERATOR) {
            return !lexemes.reads(at - 1, "::");
        }
        if (before == TokenKind.PUNCTUATION) {
            boolean extracted = lexemes.is(at - 1, "(") && lexemes.is(at - 2, "EXTRACT");
            return !extracted && (lexemes.is(at - 1, "(") || lexemes.is(at - 1, ",") || lexemes.is(at - 1, "["));
        }
        boolean is = lexemes.is(at - 1, "IS") || (lexemes.is(at - 1, "NOT") && lexemes.is(at - 2, "IS"));
        if (is) {
            // To PostgreSQL it is DOCUMENT or JSON.
            return engine == Engine.SQLITE;
        }
        return lexemes.isOneOf(at - 1, BEFORE_OPERAND) || (lexemes.is(at - 1, "TO") && lexemes.is(at - 2, "SIMILAR"));
    }
}
