package dev.wheelhouse.core.databases.sql;

/**
 * The queries that a WITH names, read by their grammar: a name may be any word that is not reserved, {@code values} and
 * {@code delete} too, so looking for the next verb would find a name (PostgreSQL manual, "SELECT"; SQLite, "WITH").
 */
final class NamedQueries {

    private final Lexemes lexemes;

    NamedQueries(Lexemes lexemes) {
        this.lexemes = lexemes;
    }

    /** The position behind the last of them; {@code size()} where the text is not understood. */
    int behind(int with) {
        int at = with + (lexemes.is(with + 1, "RECURSIVE") && !lexemes.is(with + 2, "AS") ? 2 : 1);
        while (isName(at)) {
            at = behindQuery(at + 1);
            at = behindOrder(at);
            if (!lexemes.is(at, ",")) {
                return at;
            }
            at++;
        }
        return lexemes.size();
    }

    private boolean isName(int at) {
        return lexemes.isIdentifier(at) || lexemes.kind(at) == TokenKind.STRING;
    }

    private int behindQuery(int behindName) {
        int at = lexemes.is(behindName, "(") ? lexemes.behindParenthesis(behindName) : behindName;
        if (!lexemes.is(at, "AS")) {
            return lexemes.size();
        }
        at += lexemes.is(at + 1, "NOT") ? 2 : 1;
        at += lexemes.is(at, "MATERIALIZED") ? 1 : 0;
        return lexemes.is(at, "(") ? lexemes.behindParenthesis(at) : lexemes.size();
    }

    /** {@code SEARCH DEPTH FIRST BY a, b SET c} and {@code CYCLE a SET b TO x DEFAULT y USING c}. */
    private int behindOrder(int from) {
        int at = from;
        if (lexemes.is(at, "SEARCH")) {
            at = behindName(lexemes.find(at, lexemes.size(), "SET"));
        }
        if (lexemes.is(at, "CYCLE")) {
            at = behindName(lexemes.find(at, lexemes.size(), "USING"));
        }
        return at;
    }

    private int behindName(int word) {
        return isName(word + 1) ? word + 2 : lexemes.size();
    }
}
