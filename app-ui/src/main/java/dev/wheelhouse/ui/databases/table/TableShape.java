package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.ui.controls.grid.GridColumn;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a table is made of, as the grid shows it.
 *
 * @param columns SQLite's rowid first when that is the key
 */
record TableShape(Engine engine, TableDescription table, List<ColumnDescription> columns) {

    private static final Set<UiType> NUMBERS = Set.of(UiType.INTEGER, UiType.NUMBER);

    TableShape {
        columns = List.copyOf(columns);
    }

    boolean hasKey() {
        return !table.primaryKey().isEmpty();
    }

    boolean isKey(int column) {
        return table.primaryKey().contains(columns.get(column).name());
    }

    /** Whether a statement may set the column. */
    boolean isWritable(int column) {
        return columns.get(column).writable()
                && table.findColumn(columns.get(column).name()).isPresent();
    }

    int indexOf(String column) {
        return columns.stream().map(ColumnDescription::name).toList().indexOf(column);
    }

    /** The first foreign key that the column belongs to. */
    Optional<ForeignKeyDescription> reference(int column) {
        String name = columns.get(column).name();
        return table.foreignKeys().stream()
                .filter(key -> key.columns().contains(name))
                .findFirst();
    }

    List<GridColumn> gridColumns() {
        return java.util.stream.IntStream.range(0, columns.size())
                .mapToObj(index -> {
                    ColumnDescription column = columns.get(index);
                    String reference = reference(index)
                            .map(key -> key.refSchema().equals(table.schema())
                                    ? key.refTable()
                                    : key.refSchema() + "." + key.refTable())
                            .orElse(null);
                    return new GridColumn(
                            column.name(),
                            column.dataType(),
                            NUMBERS.contains(column.uiType()),
                            isKey(index),
                            reference);
                })
                .toList();
    }
}
