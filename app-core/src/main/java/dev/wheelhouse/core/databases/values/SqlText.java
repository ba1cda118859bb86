package dev.wheelhouse.core.databases.values;

/** Strings and names in SQL text. */
public final class SqlText {

    private SqlText() {}

    /** A string constant for PostgreSQL, whatever {@code standard_conforming_strings} says (chapter 4.1.2). */
    static void appendPostgresString(String text, StringBuilder sql) {
        if (text.indexOf('\\') < 0) {
            appendString(text, sql);
            return;
        }
        // The blank keeps E from joining a word before it.
        sql.append(" E");
        appendString(text.replace("\\", "\\\\"), sql);
    }

    static void appendString(String text, StringBuilder sql) {
        sql.append('\'');
        int from = 0;
        for (int quote = text.indexOf('\''); quote >= 0; quote = text.indexOf('\'', from)) {
            sql.append(text, from, quote + 1).append('\'');
            from = quote + 1;
        }
        sql.append(text, from, text.length()).append('\'');
    }
}
