package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.sql.TableQuery;
import dev.wheelhouse.core.databases.tables.TableService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds out whether a result is one table with its key. In doubt it is not. */
final class ResultSources {

    private static final Set<String> ROWID_NAMES = Set.of("rowid", "_rowid_", "oid");

    private final TableService tables;

    ResultSources(TableService tables) {
        this.tables = tables;
    }

    /**
     * Settles whether the rows of a run can be changed.
     *
     * @param committed whether what the rows show is what others see too
     */
    StatementRun complete(Caller caller, DatabaseConnection connection, StatementRun run, boolean committed) {
        EditorResult result = run.result();
        if (result == null || !(result.origin() instanceof ResultOrigin.Observed(ObservedColumns observed))) {
            return run;
        }
        String obstacle = obstacle(caller, connection, committed);
        ResultOrigin origin =
                obstacle == null ? origin(caller, connection, observed) : new ResultOrigin.ReadOnly(obstacle);
        return run.with(result.from(origin));
    }

    private static @Nullable String obstacle(Caller caller, DatabaseConnection connection, boolean committed) {
        if (connection.readOnly()) {
            return "Read-only connection: rows cannot be changed.";
        }
        if (!caller.may(Scope.DATABASES_WRITE)) {
            return "Your role may not change rows.";
        }
        return committed
                ? null
                : "A transaction is open, so others may not see these rows. Commit or roll back, and run again to"
                        + " change them.";
    }

    private ResultOrigin origin(Caller caller, DatabaseConnection connection, ObservedColumns observed) {
        TableDescription table;
        try {
            table = tables.describe(caller, connection.id(), observed.schema(), observed.table());
        } catch (AppException _) {
            return new ResultOrigin.ReadOnly(
                    "Nothing but this tab can see " + observed.table() + ", so its rows are read-only here.");
        }
        if (table.primaryKey().isEmpty()) {
            return new ResultOrigin.ReadOnly(
                    "No key names one row of " + table.name() + ", so its rows are read-only.");
        }
        List<@Nullable String> names = names(observed, table).orElse(null);
        if (names == null) {
            return new ResultOrigin.ReadOnly(
                    "The columns cannot be told for sure from what the statement computes, so the rows are read-only.");
        }
        String missing =
                table.primaryKey().stream().filter(key -> !names.contains(key)).collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            return new ResultOrigin.ReadOnly(
                    "Select " + missing + " too to change rows here: it is part of the key of " + table.name() + ".");
        }
        return new ResultOrigin.Editable(new ResultSource(table, columns(names)));
    }

    private static List<ResultSource.Column> columns(List<@Nullable String> names) {
        Set<String> seen = new HashSet<>();
        List<ResultSource.Column> columns = new ArrayList<>();
        for (String name : names) {
            String obstacle = null;
            if (name == null) {
                obstacle = "The statement computes this value, so it cannot be changed.";
            } else if (!seen.add(name)) {
                obstacle = "This column is shown twice; change it where it stands first.";
            }
            columns.add(new ResultSource.Column(name, obstacle));
        }
        return columns;
    }

    /** The table's column of each field, null for a computed one; empty where that is not certain. */
    private static Optional<List<@Nullable String>> names(ObservedColumns observed, TableDescription table) {
        boolean named = observed.columns().stream().anyMatch(column -> column.base() != null);
        return named ? Optional.of(ofDriver(observed, table)) : ofText(observed, table);
    }

    private static List<@Nullable String> ofDriver(ObservedColumns observed, TableDescription table) {
        List<@Nullable String> names = new ArrayList<>();
        for (ObservedColumns.Column column : observed.columns()) {
            String base = column.base();
            names.add(base != null && table.findColumn(base).isPresent() ? base : null);
        }
        return names;
    }

    private static Optional<List<@Nullable String>> ofText(ObservedColumns observed, TableDescription table) {
        List<@Nullable String> names = new ArrayList<>();
        for (TableQuery.Item item : observed.query().items()) {
            switch (item) {
                case TableQuery.Item.Star _ -> {
                    for (ColumnDescription column : table.columns()) {
                        int at = names.size();
                        if (at >= observed.columns().size()
                                || !observed.columns().get(at).label().equalsIgnoreCase(column.name())) {
                            // The table was changed since, or has columns that a star does not show.
                            return Optional.empty();
                        }
                        names.add(column.name());
                    }
                }
                case TableQuery.Item.Column(String name) -> names.add(find(name, table));
                case TableQuery.Item.Computed _ -> names.add(null);
            }
        }
        if (names.size() != observed.columns().size()) {
            return Optional.empty();
        }
        for (int i = 0; i < names.size(); i++) {
            if (!observed.columns().get(i).ofTable()) {
                names.set(i, null);
            }
        }
        return Optional.of(names);
    }

    private static @Nullable String find(String name, TableDescription table) {
        for (ColumnDescription column : table.columns()) {
            if (column.name().equalsIgnoreCase(name)) {
                return column.name();
            }
        }
        return table.isKeyedByRowid() && ROWID_NAMES.contains(name)
                ? table.primaryKey().getFirst()
                : null;
    }
}
