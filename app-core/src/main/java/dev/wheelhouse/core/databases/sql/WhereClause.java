package dev.wheelhouse.core.databases.sql;

import java.util.Set;

/** Whether the WHERE of an UPDATE or DELETE depends on the row at all. */
final class WhereClause {

    private static final Set<String> BEHIND_WHERE = Set.of("RETURNING", "ORDER", "LIMIT");

    /** Words that stand in conditions without naming anything of the row. */
    private static final Set<String> NO_COLUMN = Set.of(
            "TRUE",
            "FALSE",
            "NULL",
            "AND",
            "OR",
            "NOT",
            "IS",
            "IN",
            "LIKE",
            "ILIKE",
            "BETWEEN",
            "EXISTS",
            "ANY",
            "ALL",
            "SOME",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "DISTINCT",
            "FROM",
            "SIMILAR",
            "TO",
            "ESCAPE",
            "ISNULL",
            "NOTNULL",
            "UNKNOWN",
            "SELECT",
            "WHERE",
            "AS",
            "ARRAY",
            "ROW",
            "CAST",
            "COLLATE",
            "GLOB",
            "MATCH",
            "REGEXP",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "CURRENT_USER",
            "SESSION_USER",
            "USER",
            "CURRENT_ROLE",
            "CURRENT_SCHEMA",
            "CURRENT_CATALOG",
            "AT",
            "ZONE",
            "SYMMETRIC",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "TIMESTAMPTZ",
            "INTERVAL",
            "BOOLEAN",
            "WITH",
            "WITHOUT",
            "VALUES",
            "OPERATOR");

    /** Conditions nested deeper count as naming nothing, so that they need confirmation. */
    private static final int DEEPEST = 30;

    private WhereClause() {}

    /** The position of the WHERE that belongs to the statement beginning at {@code from}; {@code to} when it has none. */
    static int find(Lexemes lexemes, int from, int to) {
        return lexemes.find(from, to, Set.of("WHERE"));
    }

    /** Whether the condition behind the WHERE names a column of the row. */
    static boolean namesColumn(Lexemes lexemes, int where, int to) {
        return namesColumn(lexemes, where, to, 0);
    }

    private static boolean namesColumn(Lexemes lexemes, int where, int to, int nesting) {
        if (nesting > DEEPEST) {
            return false;
        }
        int end = lexemes.find(where, to, BEHIND_WHERE);
        int i = where + 1;
        while (i < end) {
            if (lexemes.is(i, "(") && lexemes.is(i + 1, "SELECT")) {
                int behind = Math.min(end, lexemes.behindParenthesis(i));
                if (subselectNamesColumn(lexemes, i + 1, behind - 1, nesting)) {
                    return true;
                }
                i = behind;
            } else if (isColumn(lexemes, i)) {
                return true;
            } else {
                i = behindName(lexemes, i);
            }
        }
        return false;
    }

    /** Only its own condition can refer to the row outside. */
    private static boolean subselectNamesColumn(Lexemes lexemes, int from, int to, int nesting) {
        int where = lexemes.find(from, to, Set.of("WHERE"));
        return where < to && namesColumn(lexemes, where, to, nesting + 1);
    }

    private static boolean isColumn(Lexemes lexemes, int at) {
        if (lexemes.kind(at) == TokenKind.QUOTED_IDENTIFIER) {
            return !isCallOrType(lexemes, at);
        }
        if (lexemes.kind(at) != TokenKind.WORD || lexemes.isOneOf(at, NO_COLUMN)) {
            // WHERE CURRENT OF cursor names exactly one row.
            return lexemes.is(at, "CURRENT") && lexemes.is(at + 1, "OF");
        }
        return !isCallOrType(lexemes, at);
    }

    private static boolean isCallOrType(Lexemes lexemes, int at) {
        int last = at;
        while (lexemes.is(last + 1, ".") && lexemes.isIdentifier(last + 2)) {
            last += 2;
        }
        boolean call = lexemes.is(last + 1, "(");
        boolean typeOfLiteral = lexemes.kind(last + 1) == TokenKind.STRING;
        boolean cast = lexemes.text(at - 1).equals("::") || (lexemes.is(at - 1, "AS") && !lexemes.is(at - 2, ""));
        return call || typeOfLiteral || cast;
    }

    private static int behindName(Lexemes lexemes, int at) {
        int next = at;
        if (lexemes.isIdentifier(at)) {
            while (lexemes.is(next + 1, ".") && lexemes.isIdentifier(next + 2)) {
                next += 2;
            }
        }
        return next + 1;
    }
}
