package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.editor.ResultSource;
import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.ui.controls.grid.GridColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What rows are made of, as the grid shows them.
 *
 * @param table without columns for rows that are no table's
 * @param columns of a table's rows its own, SQLite's rowid first when that is the key; of a result's the table's where the
 *     values are its own
 * @param titles the heads
 * @param fixed columns that are not the table's or stand there a second time, each with a sentence that says so
 */
public record RowShape(
        Engine engine,
        TableDescription table,
        List<ColumnDescription> columns,
        List<String> titles,
        Map<Integer, String> fixed) {

    private static final Set<UiType> NUMBERS = Set.of(UiType.INTEGER, UiType.NUMBER);
    private static final Pattern NUMERIC = Pattern.compile(
            "(small|big)?int(eger|\\d)?\\b.*|numeric.*|decimal.*|real|double.*|float.*|money|oid|(small|big)?serial.*");

    public RowShape {
        columns = List.copyOf(columns);
        titles = List.copyOf(titles);
        fixed = Map.copyOf(fixed);
    }

    /** Of a table's rows. */
    public RowShape(Engine engine, TableDescription table, List<ColumnDescription> columns) {
        this(
                engine,
                table,
                columns,
                columns.stream().map(ColumnDescription::name).toList(),
                Map.of());
    }

    /** Of a result whose rows are one table's. */
    public static RowShape of(Engine engine, ResultSource source, List<Field> fields) {
        List<ColumnDescription> columns = new ArrayList<>();
        Map<Integer, String> fixed = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            ResultSource.Column column = source.columns().get(i);
            String name = column.name();
            columns.add(name == null ? computed(fields.get(i)) : described(source.table(), name));
            if (column.obstacle() != null) {
                fixed.put(i, column.obstacle());
            }
        }
        return new RowShape(engine, source.table(), columns, titles(fields), fixed);
    }

    /** Of a result whose rows can only be read. */
    public static RowShape of(Engine engine, List<Field> fields) {
        TableDescription none = new TableDescription("", "", List.of(), List.of(), List.of(), List.of());
        List<ColumnDescription> columns =
                fields.stream().map(RowShape::computed).toList();
        return new RowShape(engine, none, columns, titles(fields), Map.of());
    }

    private static List<String> titles(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static ColumnDescription described(TableDescription table, String name) {
        return table.findColumn(name)
                .orElseGet(() -> new ColumnDescription(name, "INTEGER", UiType.INTEGER, false, null, false, false));
    }

    private static ColumnDescription computed(Field field) {
        String type = field.dataType().toLowerCase(Locale.ROOT);
        UiType shown = NUMERIC.matcher(type).matches()
                ? UiType.NUMBER
                : type.equals("json") || type.equals("jsonb") ? UiType.JSON : UiType.UNKNOWN;
        return new ColumnDescription(field.name(), field.dataType(), shown, true, null, false, false);
    }

    public boolean hasKey() {
        return !table.primaryKey().isEmpty();
    }

    /** Why rows of the table cannot be changed, as a sentence; empty when they can. */
    public Optional<String> findObstacle() {
        if (hasKey()) {
            return Optional.empty();
        }
        boolean none = table.indexes().isEmpty() && columns.stream().noneMatch(ColumnDescription::isPrimaryKey);
        return Optional.of(
                (none ? "No key" : "No usable key") + " names one row here, so rows cannot be changed or deleted.");
    }

    /** Whether the column's values are the table's own, and stand here for the first time. */
    public boolean isOwn(int column) {
        return !fixed.containsKey(column);
    }

    public boolean isKey(int column) {
        return isOwn(column) && table.primaryKey().contains(columns.get(column).name());
    }

    /** Whether a statement may set the column. */
    public boolean isWritable(int column) {
        return isOwn(column)
                && columns.get(column).writable()
                && table.findColumn(columns.get(column).name()).isPresent();
    }

    /** Where a column of the table stands; -1 when it does not. */
    public int indexOf(String column) {
        return IntStream.range(0, columns.size())
                .filter(at -> isOwn(at) && columns.get(at).name().equals(column))
                .findFirst()
                .orElse(-1);
    }

    /** The first foreign key that the column belongs to, all of whose columns are here. */
    public Optional<ForeignKeyDescription> reference(int column) {
        String name = columns.get(column).name();
        return table.foreignKeys().stream()
                .filter(key -> isOwn(column) && key.columns().contains(name))
                .filter(key -> key.columns().stream().allMatch(each -> indexOf(each) >= 0))
                .findFirst();
    }

    public List<GridColumn> gridColumns() {
        return IntStream.range(0, columns.size())
                .mapToObj(index -> {
                    ColumnDescription column = columns.get(index);
                    String reference = reference(index)
                            .map(key -> key.refSchema().equals(table.schema())
                                    ? key.refTable()
                                    : key.refSchema() + "." + key.refTable())
                            .orElse(null);
                    return new GridColumn(
                            titles.get(index),
                            column.dataType(),
                            NUMBERS.contains(column.uiType()),
                            isKey(index),
                            reference);
                })
                .toList();
    }
}
