package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.ui.list.LiveReading;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** The connections as the window last read them, by name; one list for all screens. Belongs to the window's thread. */
public final class ConnectionList extends LiveReading<List<DatabaseConnection>> {

    private static final Duration PACE = Duration.ofSeconds(3);
    private static final Comparator<DatabaseConnection> BY_NAME = Comparator.comparing(
                    DatabaseConnection::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(DatabaseConnection::id);

    private final ConnectionService connections;
    private final Workbench workbench;
    private final ObservableList<DatabaseConnection> items = FXCollections.observableArrayList();
    // One view for all: a listener on a view of its own would be lost with it.
    private final ObservableList<DatabaseConnection> view = FXCollections.unmodifiableObservableList(items);

    public ConnectionList(ConnectionService connections, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, PACE);
        this.connections = connections;
        this.workbench = workbench;
    }

    @Override
    protected List<DatabaseConnection> read() {
        return connections.all(workbench.callers().get(), Scope.DATABASES_READ).stream()
                .sorted(BY_NAME)
                .toList();
    }

    @Override
    protected void take(List<DatabaseConnection> read) {
        if (!read.equals(items)) {
            items.setAll(read);
        }
    }

    /** Fires only when something differs. */
    public ObservableList<DatabaseConnection> items() {
        return view;
    }

    public Optional<DatabaseConnection> find(String id) {
        return items.stream().filter(each -> each.id().equals(id)).findFirst();
    }
}
