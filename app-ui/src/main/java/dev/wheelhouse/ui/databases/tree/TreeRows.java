package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Lays branches out as rows. Pure; for ten thousand tables a matter of milliseconds. */
final class TreeRows {

    private final List<String> words;
    private final Set<String> closedSchemas;
    private final Set<String> openSchemas;
    private final List<TreeRow> rows = new ArrayList<>();

    private TreeRows(String filter, Set<String> openSchemas, Set<String> closedSchemas) {
        this.words = List.of(filter.strip().toLowerCase(Locale.ROOT).split("\\s+")).stream()
                .filter(word -> !word.isEmpty())
                .toList();
        this.openSchemas = openSchemas;
        this.closedSchemas = closedSchemas;
    }

    /**
     * @param filter words that a table's {@code schema.name} must all hold, in either case; blank for all. With a filter
     *     everything that was read is searched, closed or not
     * @param openSchemas keys of the schemas that a person opened
     * @param closedSchemas keys of the schemas that a person closed
     */
    static List<TreeRow> of(List<Branch> branches, String filter, Set<String> openSchemas, Set<String> closedSchemas) {
        TreeRows tree = new TreeRows(filter, openSchemas, closedSchemas);
        branches.forEach(tree::add);
        return List.copyOf(tree.rows);
    }

    private void add(Branch branch) {
        if (!words.isEmpty()) {
            addMatching(branch);
            return;
        }
        rows.add(new TreeRow.Connection(branch.connection(), branch.open()));
        if (!branch.open()) {
            return;
        }
        String id = branch.connection().id();
        switch (branch.tables()) {
            case Branch.Tables.Unread _, Branch.Tables.Reading _ -> rows.add(new TreeRow.Loading(id));
            case Branch.Tables.Unreadable(var error) -> rows.add(new TreeRow.Failed(id, error));
            case Branch.Tables.Read(LoadedTables loaded) -> {
                if (loaded.isEmpty()) {
                    rows.add(new TreeRow.Empty(id));
                }
                loaded.schemas().forEach((schema, tables) -> addSchema(branch.connection(), loaded, schema, tables));
            }
        }
    }

    private void addSchema(
            DatabaseConnection connection, LoadedTables loaded, String name, List<LoadedTables.Entry> tables) {
        // A SQLite file has one schema; a level for it would be in the way.
        boolean shown = connection.engine() != Engine.SQLITE || loaded.schemas().size() > 1;
        if (!shown) {
            tables.forEach(each -> rows.add(new TreeRow.Table(connection.id(), each.summary(), 1)));
            return;
        }
        TreeRow.Schema row = new TreeRow.Schema(connection.id(), name, tables.size(), false);
        boolean byDefault = name.equals(connection.engine().defaultSchema())
                || loaded.schemas().size() == 1;
        boolean open = openSchemas.contains(row.key()) || (byDefault && !closedSchemas.contains(row.key()));
        rows.add(new TreeRow.Schema(connection.id(), name, tables.size(), open));
        if (open) {
            tables.forEach(each -> rows.add(new TreeRow.Table(connection.id(), each.summary(), 2)));
        }
    }

    private void addMatching(Branch branch) {
        DatabaseConnection connection = branch.connection();
        List<TreeRow> found = new ArrayList<>();
        if (branch.tables() instanceof Branch.Tables.Read(LoadedTables loaded)) {
            boolean levels =
                    connection.engine() != Engine.SQLITE || loaded.schemas().size() > 1;
            for (Map.Entry<String, List<LoadedTables.Entry>> schema :
                    loaded.schemas().entrySet()) {
                List<LoadedTables.Entry> tables = schema.getValue().stream()
                        .filter(each -> matches(each.folded()))
                        .toList();
                if (levels && !tables.isEmpty()) {
                    found.add(new TreeRow.Schema(connection.id(), schema.getKey(), tables.size(), true));
                }
                tables.forEach(each -> found.add(new TreeRow.Table(connection.id(), each.summary(), levels ? 2 : 1)));
            }
        }
        if (!found.isEmpty() || matches(connection.name().toLowerCase(Locale.ROOT))) {
            rows.add(new TreeRow.Connection(connection, !found.isEmpty()));
            rows.addAll(found);
        }
    }

    private boolean matches(String folded) {
        for (String word : words) {
            if (!folded.contains(word)) {
                return false;
            }
        }
        return true;
    }
}
