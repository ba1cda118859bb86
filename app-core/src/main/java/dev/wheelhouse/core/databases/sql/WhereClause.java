package dev.wheelhouse.core.databases.sql;

import dev.wheelhouse.core.databases.Engine;
import java.util.Set;

/**
 * Whether the WHERE of an UPDATE or DELETE depends on the row at all, and whether it surely leaves rows out. A name counts
 * where an operand can stand, because the grammar has many words that may be columns elsewhere:
 * {@code INTERVAL '1' day}, {@code 1::double precision}.
 */
final class WhereClause {

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

    /** Words that stand for values, or begin one. */
    private static final KeyWords VALUE_WORDS = KeyWords.of(Words.of("""
            TRUE FALSE NULL ANY ARRAY CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP CURRENT_USER
            SESSION_USER DATE TIME TIMESTAMP TIMESTAMPTZ INTERVAL"""));

    private static final KeyWords PATTERNS = KeyWords.of("LIKE", "ILIKE");
    private static final Set<String> COMPARISONS = Set.of("=", "==", "<", ">", "<=", ">=");
    private static final Set<String> NEGATIONS = Set.of("<>", "!=");
    private static final KeyWords OTHER_QUERIES = KeyWords.of("WITH", "VALUES", "TABLE");
    private static final KeyWords SECOND_WORDS_OF_TYPES = KeyWords.of("PRECISION", "VARYING", "CHARACTER", "CHAR");

    /** Conditions nested deeper count as naming nothing, so that they need confirmation. */
    private static final int DEEPEST = 30;

    private final Lexemes lexemes;
    private final Engine engine;

    /** Whether a name that is not the compared column may be a variable. */
    private final boolean hasVariables;

    WhereClause(Lexemes lexemes, Engine engine) {
        this(lexemes, engine, false);
    }

    private WhereClause(Lexemes lexemes, Engine engine, boolean hasVariables) {
        this.lexemes = lexemes;
        this.engine = engine;
        this.hasVariables = hasVariables;
    }

    /** Of a statement in a function of PostgreSQL, whose variables look like columns. */
    static WhereClause inBody(Lexemes lexemes) {
        return new WhereClause(lexemes, Engine.POSTGRESQL, true);
    }

    /** Whether the condition behind the WHERE names a column, of the row or of another table. */
    boolean namesColumn(int where, int to) {
        return isCursor(where) || namesColumn(where, to, 0);
    }

    /** WHERE CURRENT OF cursor names exactly one row. */
    private boolean isCursor(int where) {
        return lexemes.is(where + 1, "CURRENT") && lexemes.is(where + 2, "OF");
    }

    private boolean namesColumn(int where, int to, int nesting) {
        if (nesting > DEEPEST) {
            return false;
        }
        int end = lexemes.find(where, to, RowChange.BEHIND_WHERE);
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
        int where = lexemes.find(from, to, "WHERE");
        return where < to && namesColumn(where, to, nesting + 1);
    }

    /**
     * Whether each alternative of the condition compares a column of the changed table with a value that depends on no row:
     * {@code id = 7 AND …}. A comparison with columns, with a query or by a negation may leave out no row.
     */
    boolean comparesColumn(RowChange change) {
        return isCursor(change.where()) || narrows(change, change.where() + 1, change.end(), 0);
    }

    private boolean narrows(RowChange change, int from, int to, int nesting) {
        // A CASE has an AND and an OR of its own.
        if (nesting > DEEPEST || from >= to || lexemes.find(from, to, "CASE") < to) {
            return false;
        }
        for (int begin = from; begin <= to; ) {
            int end = lexemes.find(begin, to, "OR");
            if (!hasNarrowingTerm(change, begin, end, nesting)) {
                return false;
            }
            begin = end + 1;
        }
        return true;
    }

    private boolean hasNarrowingTerm(RowChange change, int from, int to, int nesting) {
        for (int begin = from; begin < to; ) {
            int end = endOfTerm(begin, to);
            boolean enclosed = lexemes.is(begin, "(") && lexemes.behindParenthesis(begin) == end;
            if (enclosed ? narrows(change, begin + 1, end - 1, nesting + 1) : isComparison(change, begin, end)) {
                return true;
            }
            begin = end + 1;
        }
        return false;
    }

    /** The AND of a BETWEEN joins no terms. */
    private int endOfTerm(int from, int to) {
        int and = lexemes.find(from, to, "AND");
        return lexemes.find(from, and, "BETWEEN") < and ? lexemes.find(Math.min(and + 1, to), to, "AND") : and;
    }

    private boolean isComparison(RowChange change, int from, int to) {
        if (hasVariables) {
            return comparesWithAnother(change, from, to);
        }
        if (isColumnOf(change, from)) {
            int sign = lexemes.lastPart(from) + 1;
            if (lexemes.is(sign, "BETWEEN")) {
                int and = lexemes.find(sign, to, "AND");
                return isValue(sign + 1, and) && isValue(and + 1, to);
            }
            return isComparing(sign) && isValue(sign + 1, to);
        }
        int sign = from;
        while (sign < to && !isComparison(sign)) {
            sign++;
        }
        return isValue(from, sign) && isColumnOf(change, sign + 1) && lexemes.lastPart(sign + 1) + 1 == to;
    }

    /** Whether a column of the changed table is compared with anything but itself. */
    private boolean comparesWithAnother(RowChange change, int from, int to) {
        int sign = from;
        while (sign < to && !isComparing(sign) && !lexemes.is(sign, "BETWEEN")) {
            sign++;
        }
        if (sign == from || sign >= to - 1) {
            return false;
        }
        boolean left = isColumnOf(change, from);
        boolean right = isColumnOf(change, sign + 1);
        boolean same = left
                && right
                && lexemes.text(lexemes.lastPart(from)).equalsIgnoreCase(lexemes.text(lexemes.lastPart(sign + 1)));
        return (left || right) && !same;
    }

    private boolean isColumnOf(RowChange change, int at) {
        return isColumn(at) && change.isOfTarget(at);
    }

    private boolean isComparing(int at) {
        // SQLite takes a table behind an IN.
        boolean list = lexemes.is(at, "IN") && lexemes.is(at + 1, "(");
        return list || isComparison(at) || lexemes.isOneOf(at, PATTERNS);
    }

    private boolean isComparison(int at) {
        return lexemes.kind(at) == TokenKind.OPERATOR && COMPARISONS.contains(lexemes.text(at));
    }

    /** Whether nothing between two positions depends on a row, and nothing compares again. */
    private boolean isValue(int from, int to) {
        int i = from;
        while (i < to) {
            TokenKind kind = lexemes.kind(i);
            boolean sign = kind == TokenKind.OPERATOR && (isComparison(i) || NEGATIONS.contains(lexemes.text(i)));
            if (sign || kind == TokenKind.OTHER || (lexemes.isIdentifier(i) && !isValueName(i))) {
                return false;
            }
            i = lexemes.isIdentifier(i) ? lexemes.lastPart(i) + 1 : i + 1;
        }
        return from < to;
    }

    private boolean isValueName(int at) {
        int behind = lexemes.lastPart(at) + 1;
        boolean function = lexemes.is(behind, "(") && !lexemes.isOneOf(at, NO_COLUMN);
        return function || lexemes.isOneOf(at, VALUE_WORDS) || lexemes.reads(at - 1, "::");
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
