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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns an edit into the statement that applies it to exactly one row. Key columns compare with {@code =}, so that the
 * index is used; further columns of the key are guards and compare null-safe, as text where the type has no equality. For
 * one thread.
 */
final class EditPlanner {

    private final Engine engine;
    private final ValueBinder binder;

    /** Neighbours are mostly alike, and the text of an edit costs more than all else of it. */
    private @Nullable Planned last;

    /** @param set how many of the statement's values are set; the others name the row */
    private record Planned(TableDescription table, int set, EditStatement statement) {}

    EditPlanner(Engine engine) {
        this.engine = engine;
        this.binder = ValueBinder.of(engine);
    }

    /**
     * @param index of the edit among all
     * @throws AppException {@code validation_failed} with the path of what is wrong
     */
    EditStatement plan(int index, Edit edit, TableDescription table) {
        List<Value> values = values(index, edit, table);
        Planned before = last;
        if (before != null && isAlike(before, edit, table, values)) {
            EditStatement alike = before.statement();
            return new EditStatement(index, edit.operation(), alike.sql(), values, alike.generated());
        }
        int set = edit.values().size();
        List<ColumnDescription> generated =
                edit.operation() == EditOperation.INSERT ? generated(edit, table) : List.of();
        EditStatement planned = new EditStatement(
                index, edit.operation(), sql(edit.operation(), table, values, set), values, generated);
        last = new Planned(table, set, planned);
        return planned;
    }

    /** What the placeholders stand for: what is set, then the key, then guards. */
    private static List<Value> values(int index, Edit edit, TableDescription table) {
        List<Value> values = new ArrayList<>();
        switch (edit.operation()) {
            case INSERT -> {
                if (!edit.key().isEmpty()) {
                    throw AppException.invalid(
                            path(index, "pk"), "A new row has no key yet. Put its values into values.");
                }
                addSet(index, edit, table, values);
            }
            case UPDATE -> {
                if (edit.values().isEmpty()) {
                    throw AppException.invalid(path(index, "values"), "Name at least one column to change.");
                }
                addSet(index, edit, table, values);
                addKey(index, edit, table, values);
                addGuards(index, edit, table, values);
            }
            case DELETE -> {
                if (!edit.values().isEmpty()) {
                    throw AppException.invalid(
                            path(index, "values"), "A delete takes no values. Old ones go into pk as guards.");
                }
                addKey(index, edit, table, values);
                addGuards(index, edit, table, values);
            }
        }
        return values;
    }

    private boolean isAlike(Planned planned, Edit edit, TableDescription table, List<Value> values) {
        return planned.statement().operation() == edit.operation()
                && planned.set() == edit.values().size()
                && planned.table().equals(table)
                && haveOneText(planned.statement().values(), values);
    }

    private boolean haveOneText(List<Value> some, List<Value> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            Value one = some.get(i);
            Value other = others.get(i);
            if (!one.column().name().equals(other.column().name())
                    || !binder.placeholder(one.value()).equals(binder.placeholder(other.value()))) {
                return false;
            }
        }
        return true;
    }

    private String sql(EditOperation operation, TableDescription table, List<Value> values, int set) {
        return switch (operation) {
            case INSERT -> "INSERT INTO " + name(table) + inserted(values);
            case UPDATE ->
                "UPDATE " + name(table) + " SET "
                        + values.stream().limit(set).map(this::assignment).collect(Collectors.joining(", "))
                        + where(table, values.subList(set, values.size()));
            case DELETE -> "DELETE FROM " + name(table) + where(table, values);
        };
    }

    private String inserted(List<Value> values) {
        if (values.isEmpty()) {
            return " DEFAULT VALUES";
        }
        return values.stream()
                        .map(value -> Identifiers.quote(value.column().name()))
                        .collect(Collectors.joining(", ", " (", ")"))
                + values.stream()
                        .map(value -> binder.placeholder(value.value()))
                        .collect(Collectors.joining(", ", " VALUES (", ")"));
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

    /** The row of an edit by its key alone, guards left out. */
    EditStatement select(EditStatement failed, Edit edit, TableDescription table) {
        List<Value> values = new ArrayList<>();
        addKey(failed.index(), edit, table, values);
        String sql = "SELECT " + readable(allColumns(table)) + " FROM " + name(table) + where(table, values);
        return new EditStatement(failed.index(), edit.operation(), sql, values, List.of());
    }

    private static void addSet(int index, Edit edit, TableDescription table, List<Value> values) {
        for (Map.Entry<String, RawJson> each : edit.values().entrySet()) {
            String path = path(index, "values." + each.getKey());
            ColumnDescription column = column(table, each.getKey(), path);
            if (!column.writable()) {
                throw AppException.invalid(path, "The database generates this column; no statement may set it.");
            }
            values.add(new Value(column, each.getValue(), path));
        }
    }

    private static void addKey(int index, Edit edit, TableDescription table, List<Value> values) {
        if (table.primaryKey().isEmpty()) {
            throw AppException.invalid(
                    path(index, "table"),
                    "This table has no key that names one row, so its rows can only be inserted. Add a primary key.");
        }
        for (String name : table.primaryKey()) {
            String path = path(index, "pk." + name);
            RawJson value = edit.key().get(name);
            if (value == null || value.isNull()) {
                throw AppException.invalid(path, "Give the value of this key column; the whole key names the row.");
            }
            values.add(new Value(keyColumn(table, name, path), value, path));
        }
    }

    private static void addGuards(int index, Edit edit, TableDescription table, List<Value> values) {
        for (Map.Entry<String, RawJson> each : edit.key().entrySet()) {
            if (!table.primaryKey().contains(each.getKey())) {
                String path = path(index, "pk." + each.getKey());
                values.add(new Value(column(table, each.getKey(), path), each.getValue(), path));
            }
        }
    }

    /** @param values those of the primary key, then guards */
    private String where(TableDescription table, List<Value> values) {
        int keys = table.primaryKey().size();
        return Stream.concat(
                        values.stream().limit(keys).map(this::keyEquality),
                        values.stream().skip(keys).map(this::guard))
                .collect(Collectors.joining(" AND ", " WHERE ", ""));
    }

    private String assignment(Value value) {
        return Identifiers.quote(value.column().name()) + " = " + binder.placeholder(value.value());
    }

    private String keyEquality(Value value) {
        return Identifiers.quote(value.column().name()) + " = " + binder.compared(value.value(), value.column());
    }

    private String guard(Value value) {
        ColumnDescription column = value.column();
        String quoted = Identifiers.quote(column.name());
        String place = binder.placeholder(value.value());
        return switch (engine) {
            case SQLITE -> quoted + " IS " + place;
            case POSTGRESQL ->
                column.comparable()
                        ? quoted + " IS NOT DISTINCT FROM " + place
                        : column.dataType().equals("json")
                                ? sameJson(quoted, place)
                                // Through the type and back, so that both sides are the server's own spelling.
                                : quoted + "::text IS NOT DISTINCT FROM " + place + "::" + column.dataType() + "::text";
        };
    }

    /**
     * PostgreSQL keeps a {@code json} as it was written, blanks and all, and compares a {@code jsonb} by its value, which
     * takes less (manual, "JSON Types").
     */
    private static String sameJson(String column, String place) {
        // Not the column's own name, which would hide it.
        String given = column.equals("\"given\"") ? "wanted" : "given";
        // With nothing of the column behind it, as a constant would be converted before anything is compared.
        String converted = "nullif(concat(w." + given + ", left(" + column + "::text, 0)), '')::jsonb";
        // NUL, halves of pairs and long exponents, which a jsonb may not take.
        String untaken = "concat(" + column + ", w." + given
                + ") ~ (chr(92) || chr(92) || 'u(0000|[dD][89a-fA-F])|[eE][+-]{0,1}[0-9]{4}')";
        return "(SELECT CASE WHEN " + column + "::text IS NOT DISTINCT FROM w." + given + "::text THEN true WHEN "
                + untaken
                + " THEN false ELSE " + column + "::jsonb IS NOT DISTINCT FROM " + converted + " END FROM (SELECT "
                + place
                + "::json AS " + given + ") AS w)";
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
