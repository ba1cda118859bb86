package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.tables.TableService;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The tree's rows and what opens, closes and filters them. Belongs to the window's thread. */
public final class DatabaseTreeViewModel {

    private static final String STATE_KEY = "databases.tree";
    private static final int MOST_AT_ONCE = 4;

    private final TableService tables;
    private final ConnectionList connections;
    private final Workbench workbench;
    private final Latest laying;
    private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final ObservableList<TreeRow> rows = FXCollections.observableArrayList();
    private final ObservableList<TreeRow> view = FXCollections.unmodifiableObservableList(rows);
    private final ReadOnlyStringWrapper selectedKey = new ReadOnlyStringWrapper(this, "selectedKey", "");
    private final Map<String, Branch.Tables> known = new HashMap<>();
    private final Map<String, Background.Handle> reading = new HashMap<>();
    private final Set<String> openConnections = new HashSet<>();
    private final Set<String> openSchemas = new HashSet<>();
    private final Set<String> closedSchemas = new HashSet<>();
    private final ListChangeListener<DatabaseConnection> onConnections = _ -> lay();
    private Runnable whenRead = () -> {};
    private final Deque<String> toRead = new ArrayDeque<>();
    private String revealed = "";
    private boolean shown;

    /** What is open, as it is remembered. */
    record Remembered(
            @Nullable List<String> connections,
            @Nullable List<String> openSchemas,
            @Nullable List<String> closedSchemas) {}

    public DatabaseTreeViewModel(Databases databases, ConnectionList connections, Workbench workbench) {
        this.tables = databases.tables();
        this.connections = connections;
        this.workbench = workbench;
        this.laying = new Latest(workbench.background());
        workbench.state().read(STATE_KEY, Remembered.class).ifPresent(this::recall);
        filter.addListener(_ -> lay());
        // For as long as the window lives: what was read must not be shown again when its screen comes back.
        databases.watchTables(id -> workbench.background().onWindow(() -> tablesChanged(id)));
    }

    private void recall(Remembered remembered) {
        addAll(openConnections, remembered.connections());
        addAll(openSchemas, remembered.openSchemas());
        addAll(closedSchemas, remembered.closedSchemas());
    }

    private static void addAll(Set<String> set, @Nullable List<String> kept) {
        if (kept != null) {
            set.addAll(kept);
        }
    }

    private void remember() {
        workbench
                .state()
                .write(
                        STATE_KEY,
                        new Remembered(
                                List.copyOf(openConnections), List.copyOf(openSchemas), List.copyOf(closedSchemas)));
    }

    /** Puts the statements that make a table again on the clipboard. */
    void copyDefinition(TreeRow.Table row) {
        TableSummary table = row.summary();
        workbench.run(
                caller -> tables.definition(caller, row.connectionId(), table.schema(), table.name()),
                definition -> workbench.copy(definition, "The definition of " + table.name()),
                workbench::say);
    }

    public void onShow() {
        shown = true;
        connections.items().addListener(onConnections);
        connections.refresh();
        lay();
    }

    public void onHide() {
        shown = false;
        connections.items().removeListener(onConnections);
        laying.cancel();
        reading.values().forEach(Background.Handle::cancel);
        reading.keySet().forEach(known::remove);
        reading.clear();
    }

    /** Builds the rows anew: beside the window's thread, since a filter may have ten thousand names to look at. */
    private void lay() {
        for (DatabaseConnection each : connections.items()) {
            if (openConnections.contains(each.id())) {
                readIfUnread(each.id());
            }
        }
        List<Branch> branches = branches();
        String wanted = filter.get();
        Set<String> open = Set.copyOf(openSchemas);
        Set<String> closed = Set.copyOf(closedSchemas);
        laying.run(() -> TreeRows.of(branches, wanted, open, closed), this::show, workbench::say);
    }

    private void show(List<TreeRow> laid) {
        if (!laid.equals(rows)) {
            rows.setAll(laid);
        }
    }

    private List<Branch> branches() {
        List<Branch> branches = new ArrayList<>();
        for (DatabaseConnection each : connections.items()) {
            branches.add(new Branch(
                    each,
                    openConnections.contains(each.id()),
                    known.getOrDefault(each.id(), new Branch.Tables.Unread())));
        }
        return branches;
    }

    private void readIfUnread(String connectionId) {
        if (!known.containsKey(connectionId)) {
            read(connectionId);
        }
    }

    private void read(String connectionId) {
        reading.getOrDefault(connectionId, Background.Handle.NONE).cancel();
        if (!(known.get(connectionId) instanceof Branch.Tables.Read)) {
            // What was read before stays until there is something newer.
            known.put(connectionId, new Branch.Tables.Reading());
        }
        reading.put(connectionId, Background.Handle.NONE);
        Background.Handle handle = workbench
                .background()
                .run(
                        () -> LoadedTables.of(tables.list(workbench.callers().get(), connectionId)),
                        loaded -> ended(connectionId, new Branch.Tables.Read(loaded)),
                        failure -> ended(connectionId, new Branch.Tables.Unreadable(ErrorPresenter.present(failure))));
        // It may have ended already.
        reading.computeIfPresent(connectionId, (_, _) -> handle);
    }

    private void ended(String connectionId, Branch.Tables outcome) {
        reading.remove(connectionId);
        known.put(connectionId, outcome);
        lay();
        readNext();
    }

    /**
     * Reads the tables of every connection that was not opened yet, a few at a time.
     *
     * @param each runs whenever those of one are known
     */
    public void readAll(Runnable each) {
        whenRead = each;
        toRead.clear();
        connections.items().stream()
                .map(DatabaseConnection::id)
                .filter(id -> !known.containsKey(id))
                .forEach(toRead::add);
        readNext();
    }

    private void readNext() {
        while (reading.size() < MOST_AT_ONCE && !toRead.isEmpty()) {
            readIfUnread(toRead.removeFirst());
        }
        whenRead.run();
    }

    /** Reads the connections, and the tables of those that are open, again. */
    public void refresh() {
        connections.refresh();
        known.keySet().removeIf(id -> !openConnections.contains(id));
        connections.items().stream()
                .map(DatabaseConnection::id)
                .filter(openConnections::contains)
                .forEach(this::read);
        lay();
    }

    /** A connection may have other tables now; what is open of it is read again. */
    private void tablesChanged(String connectionId) {
        if (shown && openConnections.contains(connectionId)) {
            read(connectionId);
        } else {
            known.remove(connectionId);
        }
    }

    /** Reads one connection's tables again. */
    public void refresh(String connectionId) {
        read(connectionId);
        lay();
    }

    /** Opens what is closed and closes what is open. */
    public void toggle(TreeRow row) {
        if (isOpen(row)) {
            close(row);
        } else {
            open(row);
        }
    }

    private static boolean isOpen(TreeRow row) {
        return switch (row) {
            case TreeRow.Connection connection -> connection.open();
            case TreeRow.Schema schema -> schema.open();
            case TreeRow.Table _, TreeRow.Loading _, TreeRow.Failed _, TreeRow.Empty _ -> false;
        };
    }

    /** Shows what lies below a connection or schema. */
    public void open(TreeRow row) {
        switch (row) {
            case TreeRow.Connection connection -> {
                openConnections.add(connection.connectionId());
                readIfUnread(connection.connectionId());
            }
            case TreeRow.Schema schema -> {
                openSchemas.add(schema.key());
                closedSchemas.remove(schema.key());
            }
            case TreeRow.Table _, TreeRow.Loading _, TreeRow.Failed _, TreeRow.Empty _ -> {
                return;
            }
        }
        remember();
        lay();
    }

    /** Opens a connection by its id, such as one that was just added, and selects it. */
    public void reveal(String connectionId) {
        filter.set("");
        openConnections.add(connectionId);
        revealed = connectionId;
        selectedKey.set(connectionId);
        remember();
        connections.refresh(() -> {
            if (known.containsKey(connectionId) && !reading.containsKey(connectionId)) {
                // It may lead elsewhere since it was read.
                read(connectionId);
            }
            lay();
        });
    }

    public void close(TreeRow row) {
        switch (row) {
            case TreeRow.Connection connection -> openConnections.remove(connection.connectionId());
            case TreeRow.Schema schema -> {
                closedSchemas.add(schema.key());
                openSchemas.remove(schema.key());
            }
            case TreeRow.Table _, TreeRow.Loading _, TreeRow.Failed _, TreeRow.Empty _ -> {
                return;
            }
        }
        remember();
        lay();
    }

    /** The row that a row lies below, for the key that leads outwards. */
    public Optional<TreeRow> parent(TreeRow row) {
        int at = rows.indexOf(row);
        for (int i = at - 1; i >= 0; i--) {
            if (rows.get(i).depth() < row.depth()) {
                return Optional.of(rows.get(i));
            }
        }
        return Optional.empty();
    }

    public Optional<DatabaseConnection> connection(TreeRow row) {
        return connections.find(row.connectionId());
    }

    /** Every table that was read, for the palette: the same names that the filter looks at. */
    public List<TableSummary> tables(String connectionId) {
        return known.get(connectionId) instanceof Branch.Tables.Read(LoadedTables loaded)
                ? loaded.schemas().values().stream()
                        .flatMap(List::stream)
                        .map(LoadedTables.Entry::summary)
                        .toList()
                : List.of();
    }

    public ObservableList<TreeRow> rows() {
        return view;
    }

    public StringProperty filterProperty() {
        return filter;
    }

    public void select(@Nullable TreeRow row) {
        if (row != null) {
            selectedKey.set(row.key());
        }
    }

    /** Whether a row was to be shown, and is not seen yet; once for each time. */
    boolean takeRevealed(String key) {
        boolean is = key.equals(revealed);
        revealed = is ? "" : revealed;
        return is;
    }

    /** The key of the selected row; it stays when the row is built anew. Empty for none. */
    public ReadOnlyStringProperty selectedKeyProperty() {
        return selectedKey.getReadOnlyProperty();
    }

    public Optional<TreeRow> selected() {
        return rows.stream()
                .filter(each -> each.key().equals(selectedKey.get()))
                .findFirst();
    }

    public ConnectionList connections() {
        return connections;
    }
}
