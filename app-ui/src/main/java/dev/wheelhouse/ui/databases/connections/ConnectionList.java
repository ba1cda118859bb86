package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The connections as the window last read them, by name; one list for all screens. Belongs to the window's thread. */
public final class ConnectionList {

    private static final Comparator<DatabaseConnection> BY_NAME = Comparator.comparing(
                    DatabaseConnection::name, String.CASE_INSENSITIVE_ORDER)
            .thenComparing(DatabaseConnection::id);

    private final ConnectionService connections;
    private final Workbench workbench;
    private final Latest latest;
    private final ObservableList<DatabaseConnection> items = FXCollections.observableArrayList();
    private final List<Runnable> waiting = new ArrayList<>();
    // One view for all: a listener on a view of its own would be lost with it.
    private final ObservableList<DatabaseConnection> view = FXCollections.unmodifiableObservableList(items);
    private final ReadOnlyBooleanWrapper known = new ReadOnlyBooleanWrapper(this, "known");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");

    public ConnectionList(ConnectionService connections, Workbench workbench) {
        this.connections = connections;
        this.workbench = workbench;
        this.latest = new Latest(workbench.background());
    }

    /** Reads them again; listeners hear of it only when something differs. */
    public void refresh() {
        refresh(() -> {});
    }

    /** @param then runs once they are read, by this call or by one that overtook it; never when the reading fails */
    public void refresh(Runnable then) {
        waiting.add(then);
        latest.run(
                () -> connections.all(workbench.callers().get(), Scope.DATABASES_READ).stream()
                        .sorted(BY_NAME)
                        .toList(),
                this::take,
                error -> {
                    waiting.clear();
                    failure.set(error);
                });
    }

    private void take(List<DatabaseConnection> read) {
        failure.set(null);
        if (!read.equals(items)) {
            items.setAll(read);
        }
        known.set(true);
        List<Runnable> ready = List.copyOf(waiting);
        waiting.clear();
        ready.forEach(Runnable::run);
    }

    public ObservableList<DatabaseConnection> items() {
        return view;
    }

    public Optional<DatabaseConnection> find(String id) {
        return items.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** Whether they were read at least once. */
    public ReadOnlyBooleanProperty knownProperty() {
        return known.getReadOnlyProperty();
    }

    /** Why the last reading failed; null when it did not. */
    public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }
}
