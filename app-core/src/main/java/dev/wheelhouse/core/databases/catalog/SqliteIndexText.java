package dev.wheelhouse.core.databases.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes the indexed expressions out of a CREATE INDEX statement, since no pragma has them. The text comes from
 * {@code sqlite_schema}, so it is known to be well-formed.
 */
final class SqliteIndexText {

    private static final Pattern ORDER = Pattern.compile("\\s+(asc|desc)\\s*$", Pattern.CASE_INSENSITIVE);
    private static final Pattern COLLATION =
            Pattern.compile("\\s+collate\\s+(\"[^\"]*\"|\\w+)\\s*$", Pattern.CASE_INSENSITIVE);

    private final String sql;
    private int position;

    private SqliteIndexText(String sql) {
        this.sql = sql;
    }

    /** The terms between the first parentheses, without collation and order; empty when there are none. */
    static List<String> terms(String createIndex) {
        return new SqliteIndexText(createIndex).read();
    }

    private List<String> read() {
        List<String> terms = new ArrayList<>();
        int depth = 0;
        int start = 0;
        while (position < sql.length()) {
            char character = sql.charAt(position);
            if (character == '(' && depth++ == 0) {
                start = position + 1;
            }
            boolean ends = character == ')' && --depth == 0;
            if (ends || (character == ',' && depth == 1)) {
                terms.add(bare(sql.substring(start, position)));
                start = position + 1;
            }
            if (ends) {
                return terms;
            }
            position = afterToken(character);
        }
        return terms;
    }

    /** Steps over quoted text and comments as a whole, whatever parentheses they hold. */
    private int afterToken(char character) {
        int end = switch (character) {
            case '\'', '"', '`' -> sql.indexOf(character, position + 1);
            case '[' -> sql.indexOf(']', position + 1);
            case '-' -> sql.startsWith("--", position) ? sql.indexOf('\n', position) : position;
            case '/' -> sql.startsWith("/*", position) ? sql.indexOf("*/", position + 2) + 1 : position;
            default -> position;
        };
        return end < position ? sql.length() : end + 1;
    }

    private static String bare(String term) {
        String unordered = ORDER.matcher(term.strip()).replaceFirst("");
        return COLLATION.matcher(unordered).replaceFirst("").strip();
    }
}
