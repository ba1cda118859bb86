package dev.wheelhouse.core.databases.sql;

/**
 * One statement of a text.
 *
 * @param index 0-based among the text's statements
 * @param offset where its text begins in the submitted one, in UTF-16 units
 * @param text without the blanks and comments around it and without the semicolon behind it
 * @param tokens of {@code text}, with offsets in it
 */
public record SqlStatement(int index, int offset, String text, Tokens tokens) {}
