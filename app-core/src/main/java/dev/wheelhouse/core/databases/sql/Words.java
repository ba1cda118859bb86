package dev.wheelhouse.core.databases.sql;

/** Lists of words that are written as a text, several in a line. */
public final class Words {

    private Words() {}

    /** The words of a text, between whose blanks and line breaks they stand. */
    public static String[] of(String text) {
        return text.strip().split("\\s+");
    }
}
