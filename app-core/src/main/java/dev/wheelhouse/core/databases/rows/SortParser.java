package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.rows.SortKey.Nulls;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the {@code sort} of a row query: {@code column}, {@code -column} or {@code column.desc}, with
 * {@code .nullsfirst} or {@code .nullslast}, separated by commas; a name with other characters in double quotes. Every
 * refusal is a {@code validation_failed} on {@code query.sort}.
 */
public final class SortParser {

    /** Longest text, in characters. */
    public static final int MAX_LENGTH = 200;

    public static final int MAX_KEYS = 16;

    static final String PATH = "query.sort";

    private SortParser() {}

    /** @param sort blank asks for no order but the key's */
    public static List<SortKey> parse(String sort, TableDescription table) {
        if (sort.isBlank()) {
            return List.of();
        }
        if (sort.codePointCount(0, sort.length()) > MAX_LENGTH) {
            throw AppException.invalid(PATH, "Shorten the sort to at most " + MAX_LENGTH + " characters.");
        }
        TableColumns columns = TableColumns.of(table);
        TextScanner scanner = new TextScanner(PATH, sort);
        List<SortKey> keys = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        do {
            SortKey key = key(scanner, columns);
            if (!seen.add(key.column())) {
                throw scanner.invalid("name \"" + key.column() + "\" only once.");
            }
            keys.add(key);
        } while (scanner.accept(','));
        if (keys.size() > MAX_KEYS) {
            throw AppException.invalid(PATH, "Sort by at most " + MAX_KEYS + " columns.");
        }
        return List.copyOf(keys);
    }

    /** The text that {@link #parse} reads as the same keys. */
    public static String format(List<SortKey> keys) {
        return keys.stream()
                .map(key -> FilterFormat.name(key.column())
                        + (key.descending() ? ".desc" : "")
                        + switch (key.nulls()) {
                            case DEFAULT -> "";
                            case FIRST -> ".nullsfirst";
                            case LAST -> ".nullslast";
                        })
                .collect(Collectors.joining(","));
    }

    private static SortKey key(TextScanner scanner, TableColumns columns) {
        scanner.skipSpaces();
        boolean minus = scanner.accept('-');
        int start = scanner.position();
        String column = scanner.at('"') ? scanner.quoted() : scanner.until(".,\" ");
        if (column.isEmpty()) {
            throw scanner.invalidAt(start, "name a column, such as created_at.desc.nullslast.");
        }
        if (columns.find(column).isEmpty()) {
            throw scanner.invalidAt(start, columns.unknown(column));
        }
        Modifiers modifiers = modifiers(scanner, minus);
        scanner.skipSpaces();
        if (!scanner.atEnd() && !scanner.at(',')) {
            throw scanner.invalid("put a comma between columns.");
        }
        return new SortKey(column, modifiers.descending(), modifiers.nulls());
    }

    private static Modifiers modifiers(TextScanner scanner, boolean minus) {
        boolean descending = minus;
        boolean directed = minus;
        Nulls nulls = Nulls.DEFAULT;
        while (scanner.accept('.')) {
            int start = scanner.position();
            String word = scanner.until(".,\" ");
            boolean direction = word.equals("asc") || word.equals("desc");
            boolean place = word.equals("nullsfirst") || word.equals("nullslast");
            if (!direction && !place) {
                throw scanner.invalidAt(
                        start, "use asc, desc, nullsfirst or nullslast here, and quote a name that holds a dot.");
            }
            if ((direction && directed) || (place && nulls != Nulls.DEFAULT)) {
                throw scanner.invalidAt(start, "say the direction and the place of nulls only once.");
            }
            if (direction) {
                directed = true;
                descending = word.equals("desc");
            } else {
                nulls = word.equals("nullsfirst") ? Nulls.FIRST : Nulls.LAST;
            }
        }
        return new Modifiers(descending, nulls);
    }

    private record Modifiers(boolean descending, Nulls nulls) {}
}
