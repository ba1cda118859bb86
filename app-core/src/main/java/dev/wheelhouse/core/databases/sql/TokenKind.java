package dev.wheelhouse.core.databases.sql;

/** What a stretch of SQL text is. */
public enum TokenKind {
    /** A keyword or an identifier without quotes. */
    WORD,
    QUOTED_IDENTIFIER,
    /** A string literal of any quoting, dollar quotes included. */
    STRING,
    NUMBER,
    /** {@code $1}, {@code :name}, {@code @name}, {@code ?}, {@code ?1}. */
    PARAMETER,
    OPERATOR,
    /** One of {@code ( ) [ ] , ; .} */
    PUNCTUATION,
    COMMENT,
    WHITESPACE,
    /** What no rule covers; a backslash outside of strings among it. */
    OTHER
}
