package dev.wheelhouse.core.databases.edits;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.edits.EditStatement.Value;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Turns an edit into the statement that applies it to exactly one row. Key columns compare with {@code =}, so that the
 * index is used; further columns of the key are guards and compare null-safe, as text where the type has no equality.
 */
final class EditPlanner {

    private final Engine engine;
    private final ValueBinder binder;

    EditPlanner(Engine engine) {
        this.engine = engine;
        this.binder = ValueBinder.of(engine);
    }

    /**
     * @param index of the edit among all
     * @throws AppException {@code validation_failed} with the path of what is wrong
     */
    EditStatement plan(int index, Edit edit, TableDescription table) {
        return switch (edit.operation()) {
            case INSERT -> insert(index, edit, table);
            case UPDATE -> update(index, edit, table);
            case DELETE -> delete(index, edit, table);
        };
    }

    private EditStatement insert(int index, Edit edit, TableDescription table) {
        if (!edit.key().isEmpty()) {
            throw AppException.invalid(path(index, "pk"), "A new row has no key yet. Put its values into values.");
        }
        List<Value> values = values(index, edit, table);
        List<ColumnDescription> generated = generated(edit, table);
        String target = "INSERT INTO " + name(table);
        if (values.isEmpty()) {
            return new EditStatement(index, edit.operation(), target + " DEFAULT VALUES", values, generated);
        }
        String columns = values.stream()
                .map(value -> Identifiers.quote(value.column().name()))
                .collect(Collectors.joining(", "));
        String places =
                values.stream().map(value -> binder.placeholder(value.value())).collect(Collectors.joining(", "));
        String sql = target + " (" + columns + ") VALUES (" + places + ")";
        return new EditStatement(index, edit.operation(), sql, values, generated);
    }

    private static List<ColumnDescription> generated(Edit edit, TableDescription table) {
        List<ColumnDescription> generated = new ArrayList<>();
        if (table.isKeyedByRowid()) {
            generated.add(rowid(table.primaryKey().getFirst()));
        }
        table.columns().stream()
                .filter(column -> !edit.values().containsKey(column.name()))
                .filter(column -> column.defaultValue() != null || !column.writable() || column.isPrimaryKey())
                .forEach(generated::add);
        return List.copyOf(generated);
    }

    private EditStatement update(int index, Edit edit, TableDescription table) {
        List<Value> values = new ArrayList<>(values(index, edit, table));
        if (values.isEmpty()) {
            throw AppException.invalid(path(index, "values"), "Name at least one column to change.");
        }
        String assignments = values.stream()
                .map(value -> Identifiers.quote(value.column().name()) + " = " + binder.placeholder(value.value()))
                .collect(Collectors.joining(", "));
        String where = where(index, edit, table, values);
        String sql = "UPDATE " + name(table) + " SET " + assignments + " WHERE " + where;
        return new EditStatement(index, edit.operation(), sql, values, List.of());
    }

    private EditStatement delete(int index, Edit edit, TableDescription table) {
        if (!edit.values().isEmpty()) {
            throw AppException.invalid(
                    path(index, "values"), "A delete takes no values. Old ones go into pk as guards.");
        }
        List<Value> values = new ArrayList<>();
        String sql = "DELETE FROM " + name(table) + " WHERE " + where(index, edit, table, values);
        return new EditStatement(index, edit.operation(), sql, values, List.of());
    }

    /** The row of an edit by its key alone, guards left out. */
    EditStatement select(EditStatement failed, Edit edit, TableDescription table) {
        List<Value> values = new ArrayList<>();
        String where = table.primaryKey().stream()
                .map(column -> keyCondition(failed.index(), edit, table, column, values))
                .collect(Collectors.joining(" AND "));
        String sql = "SELECT " + readable(allColumns(table)) + " FROM " + name(table) + " WHERE " + where;
        return new EditStatement(failed.index(), edit.operation(), sql, values, List.of());
    }

    private List<Value> values(int index, Edit edit, TableDescription table) {
        List<Value> values = new ArrayList<>();
        for (Map.Entry<String, RawJson> each : edit.values().entrySet()) {
            String path = path(index, "values." + each.getKey());
            ColumnDescription column = column(table, each.getKey(), path);
            if (!column.writable()) {
                throw AppException.invalid(path, "The database generates this column; no statement may set it.");
            }
            values.add(new Value(column, each.getValue(), path));
        }
        return values;
    }

    private String where(int index, Edit edit, TableDescription table, List<Value> values) {
        if (table.primaryKey().isEmpty()) {
            throw AppException.invalid(
                    path(index, "table"),
                    "This table has no key that names one row, so its rows can only be inserted. Add a primary key.");
        }
        List<String> conditions = new ArrayList<>();
        for (String column : table.primaryKey()) {
            conditions.add(keyCondition(index, edit, table, column, values));
        }
        for (Map.Entry<String, RawJson> each : edit.key().entrySet()) {
            if (!table.primaryKey().contains(each.getKey())) {
                conditions.add(guard(index, table, each.getKey(), each.getValue(), values));
            }
        }
        return String.join(" AND ", conditions);
    }

    private String keyCondition(int index, Edit edit, TableDescription table, String name, List<Value> values) {
        String path = path(index, "pk." + name);
        RawJson value = edit.key().get(name);
        if (value == null || value.isNull()) {
            throw AppException.invalid(path, "Give the value of this key column; the whole key names the row.");
        }
        values.add(new Value(keyColumn(table, name, path), value, path));
        return Identifiers.quote(name) + " = " + binder.placeholder(value);
    }

    private String guard(int index, TableDescription table, String name, RawJson value, List<Value> values) {
        String path = path(index, "pk." + name);
        ColumnDescription column = column(table, name, path);
        values.add(new Value(column, value, path));
        String quoted = Identifiers.quote(name);
        String place = binder.placeholder(value);
        return switch (engine) {
            case SQLITE -> quoted + " IS " + place;
            case POSTGRESQL ->
                column.comparable()
                        ? quoted + " IS NOT DISTINCT FROM " + place
                        // Through the type and back, so that both sides are the server's own spelling.
                        : quoted + "::text IS NOT DISTINCT FROM " + place + "::" + column.dataType() + "::text";
        };
    }

    private static ColumnDescription keyColumn(TableDescription table, String name, String path) {
        if (table.isKeyedByRowid() && table.primaryKey().contains(name)) {
            return rowid(name);
        }
        return column(table, name, path);
    }

    private static ColumnDescription rowid(String name) {
        return new ColumnDescription(name, "INTEGER", UiType.INTEGER, false, null, true, false);
    }

    /** What reading a whole row gives: its columns, and before them SQLite's rowid when that is the key. */
    static List<ColumnDescription> allColumns(TableDescription table) {
        List<ColumnDescription> columns = new ArrayList<>(table.columns());
        if (table.isKeyedByRowid()) {
            columns.addFirst(rowid(table.primaryKey().getFirst()));
        }
        return columns;
    }

    /** A select list under the columns' own names; SQLite calls every alias of the rowid by one. */
    static String readable(List<ColumnDescription> columns) {
        return columns.stream()
                .map(column -> Identifiers.quote(column.name()) + " AS " + Identifiers.quote(column.name()))
                .collect(Collectors.joining(", "));
    }

    private static ColumnDescription column(TableDescription table, String name, String path) {
        Optional<ColumnDescription> column = table.findColumn(name);
        return column.orElseThrow(() -> AppException.invalid(
                path,
                "The table " + table.name() + " has no column of this name. Names are matched exactly, upper and lower"
                        + " case included."));
    }

    private static String name(TableDescription table) {
        return Identifiers.quote(table.schema()) + "." + Identifiers.quote(table.name());
    }

    private static String path(int index, String field) {
        return "edits[" + index + "]." + field;
    }
}
