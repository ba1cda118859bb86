package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.sample.SampleDatabase;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;

/** What can be done with connections, wherever they are shown. Belongs to the window's thread. */
public final class ConnectionCommands {

    private final ConnectionService connections;
    private final SampleDatabase sample;
    private final ConnectionList list;
    private final Workbench workbench;
    private @Nullable OpenWork openWork;
    private final BooleanProperty sampleRunning = new SimpleBooleanProperty(this, "sampleRunning");

    public ConnectionCommands(
            ConnectionService connections, SampleDatabase sample, ConnectionList list, Workbench workbench) {
        this.connections = connections;
        this.sample = sample;
        this.list = list;
        this.workbench = workbench;
    }

    /** @param forms shows the empty form */
    public Action add(ConnectionForms forms) {
        return Action.of("databases.add", "Add a database", "fth-plus", () -> forms.open(new FormMode.Add<>()))
                .withCurl(ConnectionCalls::createExample);
    }

    /**
     * Makes the sample shop, or finds it.
     *
     * @param opened gets its connection
     */
    public Action openSample(Consumer<DatabaseConnection> opened) {
        Action action = Action.of(
                        "databases.sample", "Open the sample database", "fth-package", () -> runSample(opened))
                .withCurl(ConnectionCalls::openSample);
        action.enabledProperty().bind(sampleRunning.not());
        return action;
    }

    private void runSample(Consumer<DatabaseConnection> opened) {
        sampleRunning.set(true);
        workbench.run(
                caller -> sample.open(caller, null),
                found -> {
                    sampleRunning.set(false);
                    list.refresh(() -> opened.accept(found.connection()));
                },
                failure -> {
                    sampleRunning.set(false);
                    workbench.say(failure);
                });
    }

    /** Whether the sample is being made. */
    public ReadOnlyBooleanProperty sampleRunningProperty() {
        return sampleRunning;
    }

    public Action edit(DatabaseConnection connection, ConnectionForms forms) {
        return Action.of(
                        "databases.edit",
                        "Edit…",
                        "fth-edit-2",
                        () -> forms.open(
                                new FormMode.Edit<>(list.find(connection.id()).orElse(connection))))
                .withCurl(() ->
                        ConnectionCalls.updateAsItIs(list.find(connection.id()).orElse(connection)));
    }

    public Action duplicate(DatabaseConnection connection, ConnectionForms forms) {
        return Action.of("databases.copy", "Copy…", "fth-copy", () -> forms.open(new FormMode.Copy<>(connection)))
                .withCurl(() ->
                        ConnectionCalls.duplicate(list.find(connection.id()).orElse(connection)));
    }

    /** Tests a stored connection and says how it went. */
    public Action test(DatabaseConnection connection) {
        return Action.of("databases.test", "Test", "fth-activity", () -> runTest(connection))
                .withCurl(() -> ConnectionCalls.test(connection.id()));
    }

    private void runTest(DatabaseConnection connection) {
        workbench.run(
                caller -> connections.test(caller, connection.id()),
                result -> workbench.say(
                        result.ok()
                                ? Notice.info(connection.name() + ": " + result.serverVersion() + " answered.")
                                : Notice.failure(
                                        connection.name() + " did not answer.", String.valueOf(result.error()))),
                workbench::say);
    }

    /** Asks by name, then forgets the connection; the database itself is left alone. */
    public Action delete(DatabaseConnection connection) {
        return Action.of("databases.delete", "Delete…", "fth-trash-2", () -> askAndDelete(connection))
                .withCurl(() -> ConnectionCalls.delete(connection.id()));
    }

    /** Who knows what is open of a connection. */
    public interface OpenWork {

        /** What deleting the connection of an id would lose, a few words each. */
        List<String> unsaved(String connectionId);

        /** The person agreed to lose it. */
        void agreeToLose(String connectionId);
    }

    public void setOpenWork(OpenWork work) {
        openWork = work;
    }

    private void askAndDelete(DatabaseConnection connection) {
        OpenWork work = openWork;
        List<String> unsaved = work == null ? List.of() : work.unsaved(connection.id());
        String lost = unsaved.isEmpty() ? "" : " Lost in its tabs: " + String.join("; ", unsaved) + ".";
        Question question = new Question(
                "Delete " + connection.name() + "?",
                "The connection “" + connection.name() + "” ("
                        + connection.target().address()
                        + ") and its stored password are forgotten. The database itself is left as it is."
                        + " Its tabs close; unsaved SQL is kept among the saved queries." + lost,
                "Delete",
                true);
        workbench.ask(question, () -> {
            if (work != null) {
                work.agreeToLose(connection.id());
            }
            forget(connection);
        });
    }

    private void forget(DatabaseConnection connection) {
        workbench.change(
                caller -> connections.delete(caller, connection.id(), connection.revision()),
                () -> {
                    list.refresh();
                    workbench.say(Notice.info(connection.name() + " was deleted."));
                },
                failure -> {
                    list.refresh();
                    workbench.say(failure);
                });
    }

    public ConnectionList list() {
        return list;
    }
}
