package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import java.util.ArrayList;
import java.util.List;

/**
 * A select list in which long values are replaced by their beginning and their size, so that the database does not send
 * them.
 *
 * @param positions of the columns concerned, from 0
 */
record CellCuts(String select, List<Integer> positions) {

    /** What orders the rows goes into cursors, whole. */
    private static final int CHARACTERS_OF_A_KEY = 1_000;

    /** @param characters 0 to cut nothing */
    static CellCuts of(RowDialect dialect, List<ColumnDescription> columns, List<OrderKey> keys, int characters) {
        List<String> terms = new ArrayList<>();
        List<String> beginnings = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (int position = 0; position < columns.size(); position++) {
            ColumnDescription column = columns.get(position);
            int at = position;
            boolean key = keys.stream().anyMatch(each -> each.position() == at);
            int most = key ? Math.max(characters, CHARACTERS_OF_A_KEY) : characters;
            String value = RowDialect.name(column);
            if (characters > 0 && dialect.mayBeLong(column, most)) {
                String isLong = dialect.isLong(column, most);
                value = "case when " + isLong + " then null else " + value + " end";
                beginnings.add("case when " + isLong + " then " + dialect.beginning(column, characters) + " end");
                beginnings.add("case when " + isLong + " then " + dialect.size(column) + " end");
                positions.add(position);
            }
            // SQLite calls every alias of the rowid by one name unless given another.
            terms.add(value + " as " + Identifiers.quote(column.name()));
        }
        terms.addAll(beginnings);
        return new CellCuts("select " + String.join(", ", terms), List.copyOf(positions));
    }
}
