package dev.wheelhouse.core.databases.completion;

/**
 * Something that could be typed here.
 *
 * @param text what is inserted, quoted where the name needs it
 * @param label what is shown
 * @param detail the type, the table or the schema; may be empty
 */
public record Proposal(Kind kind, String text, String label, String detail) {

    /** What is proposed, in the order in which equals are shown. */
    public enum Kind {
        JOIN,
        COLUMN,
        TABLE,
        VIEW,
        ALIAS,
        KEYWORD,
        SCHEMA,
        FUNCTION
    }
}
