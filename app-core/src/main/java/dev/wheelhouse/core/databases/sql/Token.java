package dev.wheelhouse.core.databases.sql;

/**
 * A stretch of text.
 *
 * @param start offset of its first UTF-16 unit
 * @param end offset behind its last
 * @param terminated false for a string, comment or quoted name that the text ends in
 */
public record Token(TokenKind kind, int start, int end, boolean terminated) {

    /** Whether it means something to the database. */
    public boolean isSignificant() {
        return kind != TokenKind.WHITESPACE && kind != TokenKind.COMMENT;
    }
}
