package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.connections.ConnectionTest;
import dev.wheelhouse.core.databases.connections.ConnectionUrl;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerService;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The form of one connection. Its password goes to the service and nowhere else. Belongs to the window's thread. */
public final class ConnectionFormViewModel implements FormSource<DatabaseConnection> {

    private static final Set<String> FIELDS = Set.of(
            "name", "host", "port", "database", "user", "password", "path", "color", "serverId", "sslRootCertificate");

    private static final String NAME_OF_TESTS = "test";

    private final ConnectionService connections;
    private final ServerService servers;
    private final Workbench workbench;
    public final FormMode<DatabaseConnection> mode;
    private final Latest testing;
    public final FormModel<DatabaseConnection> form;
    private final Latest listing;

    public final ConnectionFields fields = new ConnectionFields();
    /** The ways to the database; grows once the servers are known. */
    public final ObservableList<ServerChoice> serverChoices = FXCollections.observableArrayList();

    private final ReadOnlyStringWrapper hint = new ReadOnlyStringWrapper(this, "hint", "");
    private final ReadOnlyObjectWrapper<TestState> test =
            new ReadOnlyObjectWrapper<>(this, "test", new TestState.Idle());
    private String suggestedName = "";

    public ConnectionFormViewModel(
            ConnectionService connections,
            ServerService servers,
            Workbench workbench,
            FormMode<DatabaseConnection> mode) {
        this.connections = connections;
        this.servers = servers;
        this.workbench = workbench;
        this.mode = mode;
        this.testing = new Latest(workbench.background());
        this.form = new FormModel<>(workbench.background(), FIELDS, this);
        this.listing = new Latest(workbench.background());
        switch (mode) {
            case FormMode.Add<DatabaseConnection>() -> {}
            case FormMode.Edit<DatabaseConnection>(DatabaseConnection connection) -> {
                fill(connection);
            }
            case FormMode.Copy<DatabaseConnection>(DatabaseConnection original) -> {
                fields.show(original);
                fields.name.set(original.name() + " copy");
            }
        }
        forgetProblemsOfWhatIsChanged();
        listServers();
    }

    /** Every server that can be gone through; who may not see them keeps what the connection has. */
    private void listServers() {
        offer(List.of());
        listing.run(
                () -> servers.all(workbench.callers().get()).stream()
                        .filter(each ->
                                each.kind() == ServerKind.SSH || each.id().equals(servers.ownId()))
                        .map(ServerChoice::of)
                        .sorted(Comparator.comparing(ServerChoice::name))
                        .toList(),
                this::offer,
                _ -> {});
    }

    private void offer(List<ServerChoice> found) {
        List<ServerChoice> offered = new ArrayList<>(List.of(ServerChoice.DIRECT));
        offered.addAll(found);
        String now = fields.serverId.get();
        if (now != null && found.stream().noneMatch(each -> now.equals(each.id()))) {
            offered.add(new ServerChoice(now, now));
        }
        serverChoices.setAll(offered);
    }

    @Override
    public void show(DatabaseConnection connection) {
        fill(connection);
        hint.set("This is how it is now.");
    }

    private void fill(DatabaseConnection connection) {
        form.show(connection.revision());
        fields.show(connection);
        fields.keepPassword.set(!fields.isSqlite());
        forgetSecrets();
    }

    private void forgetProblemsOfWhatIsChanged() {
        List.<Property<?>>of(
                        fields.name,
                        fields.host,
                        fields.port,
                        fields.database,
                        fields.user,
                        fields.password,
                        fields.certificate,
                        fields.path,
                        fields.color,
                        fields.readOnly)
                .forEach(each -> each.addListener(_ -> changed(each.getName())));
        fields.engine.addListener(_ -> {
            form.problems().clear();
            changed("engine");
        });
        fields.ssl.addListener(_ -> changed("sslRootCertificate"));
        fields.serverId.addListener(_ -> changed("serverId"));
        fields.createFile.addListener(_ -> changed("path"));
        fields.keepPassword.addListener(_ -> changed("password"));
        fields.path.addListener(_ -> suggestName(fileName(fields.path.get())));
        fields.database.addListener(_ -> suggestName(fields.database.get()));
    }

    private void changed(String field) {
        form.forget(field);
        testing.cancel();
        test.set(new TestState.Idle());
    }

    /** Names a new connection after its database for as long as nobody typed a name. */
    private void suggestName(String suggestion) {
        String now = fields.name.get();
        if (mode instanceof FormMode.Add && (now.isEmpty() || now.equals(suggestedName))) {
            suggestedName = suggestion;
            fields.name.set(suggestion);
        }
    }

    private static String fileName(String path) {
        String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        int dot = file.lastIndexOf('.');
        return dot > 0 ? file.substring(0, dot) : file;
    }

    /** Fills the form from a pasted address if the text looks like one; says whether it did. */
    public boolean pasteAddress(String text) {
        if (!ConnectionUrl.isLikely(text)) {
            return false;
        }
        try {
            take(ConnectionUrl.parse(text));
        } catch (AppException e) {
            hint.set("");
            form.setTrouble(words(e));
        }
        return true;
    }

    private void take(ConnectionUrl url) {
        if (mode.isEdit() && url.engine() != fields.engine.get()) {
            form.setTrouble("The engine of a connection stays. Add another connection for this address.");
            return;
        }
        fields.show(url);
        form.problems().clear();
        form.setTrouble("");
        hint.set(
                url.ignored().isEmpty()
                        ? "Filled from the address."
                        : "Filled from the address. Left out: " + String.join(", ", url.ignored()) + ".");
    }

    /** Takes a file that was dropped or chosen. */
    public void takeFile(Path file) {
        if (mode.isEdit() && !fields.isSqlite()) {
            form.setTrouble("The engine of a connection stays. Add another connection for this file.");
            return;
        }
        fields.engine.set(Engine.SQLITE);
        fields.createFile.set(false);
        fields.path.set(file.toString());
    }

    /** Asks whether the database answers; the outcome is in {@link #testProperty}. */
    public void test() {
        ConnectionDraft draft = draft(NAME_OF_TESTS);
        if (draft == null) {
            return;
        }
        String typed = fields.typedPassword();
        String storedFor = storedFor();
        test.set(new TestState.Running());
        String id = "test-" + UUID.randomUUID();
        testing.run(() -> timed(draft, typed, storedFor, id), () -> stop(id), test::set, failure -> {
            test.set(new TestState.Idle());
            form.refused(failure);
        });
    }

    private void stop(String testId) {
        try {
            connections.cancelTest(workbench.callers().get(), testId);
        } catch (AppException _) {
            // It has not begun or has just ended.
        }
    }

    private TestState timed(ConnectionDraft draft, @Nullable String typed, @Nullable String storedFor, String testId) {
        long began = System.nanoTime();
        ConnectionTest result = connections.testDraft(workbench.callers().get(), draft, typed, storedFor, testId);
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        if (!result.ok()) {
            return new TestState.Failed(Objects.requireNonNullElse(result.error(), "The database did not answer."));
        }
        if (result.serverVersion() == null) {
            return new TestState.Answered("The file will be made when you save.");
        }
        String answered = result.serverVersion() + " answered in " + millis + " ms";
        List<String> rights = result.rights();
        if (rights == null || result.lesserLogin() == null) {
            return new TestState.Answered(answered);
        }
        return new TestState.Powerful(
                answered,
                "The login has rights beyond its database (" + String.join(", ", rights)
                        + "), so keys without databases:admin may not run SQL on it. This SQL makes a lesser one:",
                result.lesserLogin());
    }

    /** Puts the SQL that makes a lesser login on the clipboard. */
    void copyLesserLogin() {
        if (test.get() instanceof TestState.Powerful powerful) {
            workbench.copy(powerful.lesserLogin(), "The SQL");
        }
    }

    /** Ends a test under way; its connection is given up at once. */
    public void cancelTest() {
        testing.cancel();
        test.set(new TestState.Idle());
    }

    @Override
    public @Nullable Callable<DatabaseConnection> store(@Nullable Long expected) {
        ConnectionDraft draft = draft("");
        if (draft == null) {
            return null;
        }
        SecretChange change = fields.passwordChange();
        String typed = fields.typedPassword();
        return () -> mode instanceof FormMode.Edit<DatabaseConnection>(DatabaseConnection before)
                ? connections.update(workbench.callers().get(), before.id(), draft, change, expected)
                : connections.create(workbench.callers().get(), draft, typed);
    }

    @Override
    public Callable<DatabaseConnection> read() {
        return () -> connections.get(
                workbench.callers().get(), Objects.requireNonNull(mode.edited()).id());
    }

    @Override
    public void forgetSecrets() {
        fields.password.set("");
    }

    private static String words(AppException failure) {
        if (failure.details() instanceof FieldProblems(List<FieldProblem> errors)) {
            return errors.getFirst().message();
        }
        return String.valueOf(failure.getMessage());
    }

    /** What the form says; null when it holds something that no draft can, which is then shown at its field. */
    private @Nullable ConnectionDraft draft(String nameWhenBlank) {
        return form.checked(() -> fields.draft(nameWhenBlank));
    }

    private @Nullable String storedFor() {
        return (mode instanceof FormMode.Edit<DatabaseConnection>(DatabaseConnection connection)
                        && fields.keepPassword.get())
                ? connection.id()
                : null;
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        ConnectionDraft draft = FormModel.quietly(() -> fields.draft(""));
        if (draft == null) {
            return null;
        }
        return mode instanceof FormMode.Edit<DatabaseConnection>(DatabaseConnection connection)
                ? ConnectionCalls.update(connection.id(), draft, fields.passwordChange())
                : ConnectionCalls.create(draft, fields.typedPassword() != null);
    }

    /** What Test does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand testCall() {
        ConnectionDraft draft = FormModel.quietly(() -> fields.draft(NAME_OF_TESTS));
        return draft == null ? null : ConnectionCalls.testDraft(draft, fields.typedPassword() != null, storedFor());
    }

    /** Ends what is under way, and forgets the password. */
    public void close() {
        testing.cancel();
        form.close();
        listing.cancel();
        forgetSecrets();
    }

    /** What the form did by itself; empty for nothing. */
    public ReadOnlyStringProperty hintProperty() {
        return hint.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<TestState> testProperty() {
        return test.getReadOnlyProperty();
    }

    /** Never the password. */
    @Override
    public String toString() {
        return "ConnectionFormViewModel[" + fields.name.get() + "]";
    }
}
