package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.servers.desk.KeyTrust;
import dev.wheelhouse.ui.servers.desk.MetricDesk;
import dev.wheelhouse.ui.servers.desk.ServerDesk;
import dev.wheelhouse.ui.servers.desk.ServerSettings;
import dev.wheelhouse.ui.servers.desk.ShownServer;
import dev.wheelhouse.ui.servers.desk.SourceSettings;
import dev.wheelhouse.ui.servers.desk.TestOutcome;
import dev.wheelhouse.ui.servers.desk.TypedSecret;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableMap;
import org.jspecify.annotations.Nullable;

/** The form of one server. Its secrets go to the core and nowhere else. Belongs to the window's thread. */
public final class ServerFormViewModel {

    private static final String NAME_OF_TESTS = "test";
    private static final List<String> SHOWN = List.of(
            "name",
            "host",
            "port",
            "user",
            "auth.privateKey",
            "auth.passphrase",
            "auth.password",
            "baseUrl",
            "labels",
            "token");

    private final ServerDesk servers;
    private final MetricDesk metrics;
    private final Workbench workbench;
    private final ServerFormMode mode;
    private final Latest testing;
    private final Latest saving;
    private final Latest sourceReading;
    private final ServerFields fields;
    private final ObservableMap<String, String> problems = FXCollections.observableHashMap();
    private final ReadOnlyStringWrapper trouble = new ReadOnlyStringWrapper(this, "trouble", "");
    private final ReadOnlyObjectWrapper<ServerTestState> test =
            new ReadOnlyObjectWrapper<>(this, "test", new ServerTestState.Idle());
    private final ReadOnlyBooleanWrapper saveRunning = new ReadOnlyBooleanWrapper(this, "saveRunning");
    private final ReadOnlyBooleanWrapper outdated = new ReadOnlyBooleanWrapper(this, "outdated");
    private @Nullable Long revision;
    private @Nullable String trusted;
    private @Nullable SourceSettings storedSource;
    private String suggestedName = "";

    public ServerFormViewModel(ServerDesk servers, MetricDesk metrics, Workbench workbench, ServerFormMode mode) {
        this.servers = servers;
        this.metrics = metrics;
        this.workbench = workbench;
        this.mode = mode;
        this.testing = new Latest(workbench.background());
        this.saving = new Latest(workbench.background());
        this.sourceReading = new Latest(workbench.background());
        switch (mode) {
            case ServerFormMode.Add _ -> fields = new ServerFields(ServerKind.SSH);
            case ServerFormMode.Edit(ShownServer server) -> {
                fields = new ServerFields(server.settings().kind());
                show(server);
                fields.keepSecretProperty().set(server.settings().auth() != ServerAuthType.AGENT);
                readSource(server.id());
            }
        }
        forgetProblemsOfWhatIsChanged();
    }

    private void show(ShownServer server) {
        revision = server.revision();
        fields.show(server);
    }

    private void readSource(String serverId) {
        sourceReading.run(
                () -> metrics.source(serverId).orElse(null),
                source -> {
                    storedSource = source;
                    fields.showSource(source);
                },
                this::refused);
    }

    private void forgetProblemsOfWhatIsChanged() {
        List.<Property<?>>of(
                        fields.hostProperty(),
                        fields.portProperty(),
                        fields.userProperty(),
                        fields.privateKeyProperty(),
                        fields.passphraseProperty(),
                        fields.passwordProperty())
                .forEach(each -> each.addListener(_ -> changed(each.getName(), true)));
        List.<Property<?>>of(
                        fields.nameProperty(),
                        fields.sourceUrlProperty(),
                        fields.sourceLabelsProperty(),
                        fields.sourceTokenProperty())
                .forEach(each -> each.addListener(_ -> changed(each.getName(), false)));
        fields.authProperty().addListener((_, before, now) -> {
            if (before != now && mode instanceof ServerFormMode.Edit edit) {
                // Another way to log in has nothing stored.
                fields.keepSecretProperty()
                        .set(now != ServerAuthType.AGENT
                                && now == edit.server().settings().auth());
            }
            problems.keySet().removeIf(each -> each.startsWith("auth."));
            changed("auth.type", true);
        });
        fields.keepSecretProperty().addListener(_ -> {
            problems.keySet().removeIf(each -> each.startsWith("auth."));
            changed("auth.type", true);
        });
        fields.hostProperty().addListener(_ -> anotherMachine());
        fields.portProperty().addListener(_ -> anotherMachine());
    }

    private void changed(String field, boolean ofTheServer) {
        problems.remove(field);
        trouble.set("");
        if (ofTheServer) {
            testing.cancel();
            test.set(new ServerTestState.Idle());
        }
    }

    private void anotherMachine() {
        trusted = null;
        suggestName(new SshAddress(null, fields.hostProperty().get().strip(), null).suggestedName());
    }

    /** Names a new server after its host for as long as nobody typed a name. */
    private void suggestName(String suggestion) {
        String now = fields.nameProperty().get();
        if (mode instanceof ServerFormMode.Add && (now.isEmpty() || now.equals(suggestedName))) {
            suggestedName = suggestion;
            fields.nameProperty().set(suggestion);
        }
    }

    /** Fills the form from a pasted address if the text is one; says whether it was. */
    public boolean pasteAddress(String text) {
        return SshAddress.find(text)
                .map(address -> {
                    fields.show(address);
                    return true;
                })
                .orElse(false);
    }

    /** Asks whether the server answers; the outcome is in {@link #testProperty}. */
    public void test() {
        ServerSettings draft = settings(NAME_OF_TESTS);
        if (draft == null) {
            return;
        }
        TypedSecret secret = fields.secret();
        String accepted = trusted;
        test.set(new ServerTestState.Running());
        testing.run(() -> timed(draft, secret, accepted), test::set, failure -> {
            test.set(new ServerTestState.Idle());
            refused(failure);
        });
    }

    private ServerTestState timed(ServerSettings draft, TypedSecret secret, @Nullable String accepted) {
        long began = System.nanoTime();
        TestOutcome outcome = fields.isSsh()
                ? servers.testDraft(draft, secret, storedFor(), accepted)
                : servers.test(Objects.requireNonNull(storedFor()));
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        if (outcome.ok()) {
            return new ServerTestState.Answered(
                    Objects.requireNonNullElse(outcome.os(), "The server") + " answered in " + millis + " ms");
        }
        if (outcome.trust() != KeyTrust.TRUSTED && outcome.fingerprint() != null) {
            return new ServerTestState.Asking(outcome.trust(), outcome.fingerprint());
        }
        return new ServerTestState.Failed(Objects.requireNonNullElse(outcome.error(), "The server did not answer."));
    }

    /** Accepts the key that the server showed for the first time, and goes on with the test. */
    public void trust() {
        if (test.get() instanceof ServerTestState.Asking(KeyTrust trust, String fingerprint)
                && trust == KeyTrust.UNKNOWN) {
            trusted = fingerprint;
            test();
        }
    }

    /** Forgets a test under way, or the key that was asked about; the attempt itself ends within seconds. */
    public void cancelTest() {
        testing.cancel();
        test.set(new ServerTestState.Idle());
    }

    /** @param saved gets the server once it is stored */
    public void save(Consumer<ShownServer> saved) {
        save(revision, saved);
    }

    /** Saves over what somebody else changed meanwhile. */
    public void saveAnyway(Consumer<ShownServer> saved) {
        save(null, saved);
    }

    private void save(@Nullable Long expected, Consumer<ShownServer> saved) {
        ServerSettings draft = settings("");
        SourceSettings source;
        try {
            source = fields.source();
        } catch (AppException e) {
            refused(e);
            return;
        }
        if (draft == null || saveRunning.get()) {
            return;
        }
        TypedSecret secret = fields.secret();
        String token = fields.typedToken();
        String accepted = trusted;
        saveRunning.set(true);
        outdated.set(false);
        saving.run(
                () -> {
                    ShownServer stored = mode instanceof ServerFormMode.Edit(ShownServer before)
                            ? servers.update(before.id(), draft, secret, expected, accepted)
                            : servers.create(draft, secret, accepted);
                    return new Saved(stored, sourceTrouble(stored, source, token));
                },
                outcome -> {
                    saveRunning.set(false);
                    fields.forgetSecrets();
                    if (outcome.sourceTrouble() != null) {
                        workbench.say(outcome.sourceTrouble());
                    }
                    saved.accept(outcome.server());
                },
                failure -> {
                    saveRunning.set(false);
                    refused(failure);
                });
    }

    /** @param sourceTrouble why the source of its values was not saved; null when it was */
    private record Saved(ShownServer server, @Nullable AppException sourceTrouble) {}

    /** The server is stored by then, so that trouble with its source is told and does not keep the form open. */
    private @Nullable AppException sourceTrouble(
            ShownServer stored, @Nullable SourceSettings source, @Nullable String token) {
        if (Objects.equals(source, storedSource) && token == null) {
            return null;
        }
        try {
            metrics.setSource(stored.id(), source, token);
            return null;
        } catch (AppException e) {
            return e;
        }
    }

    /** Shows the server as it is now instead of what was typed. */
    public void loadTheirs() {
        if (!(mode instanceof ServerFormMode.Edit(ShownServer before))) {
            return;
        }
        saving.run(
                () -> servers.get(before.id()),
                now -> {
                    show(now);
                    fields.forgetSecrets();
                    fields.keepSecretProperty().set(now.settings().auth() != ServerAuthType.AGENT);
                    outdated.set(false);
                    trouble.set("");
                },
                this::refused);
    }

    private void refused(AppException failure) {
        if (failure.details() instanceof FieldProblems(List<FieldProblem> errors)) {
            errors.forEach(each -> problems.put(each.path(), each.message()));
            errors.stream()
                    .filter(each -> !SHOWN.contains(each.path()))
                    .findFirst()
                    .ifPresent(each -> trouble.set(each.message()));
            return;
        }
        if (failure.errorCode() == PlatformError.ALREADY_EXISTS) {
            problems.put("name", String.valueOf(failure.getMessage()));
            return;
        }
        if (failure.errorCode() == PlatformError.PRECONDITION_FAILED) {
            outdated.set(true);
            return;
        }
        trouble.set(String.valueOf(failure.getMessage()));
    }

    /** What the form says; null when it holds something that no server can have, which is then told at its field. */
    private @Nullable ServerSettings settings(String nameWhenBlank) {
        try {
            return fields.settings(nameWhenBlank);
        } catch (AppException e) {
            refused(e);
            return null;
        }
    }

    private @Nullable String storedFor() {
        return mode instanceof ServerFormMode.Edit(ShownServer server) ? server.id() : null;
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        ServerSettings draft = settings("");
        if (draft == null) {
            return null;
        }
        return mode instanceof ServerFormMode.Edit(ShownServer server)
                ? ServerCalls.update(server.id(), draft, fields.secret())
                : ServerCalls.create(draft, fields.secret());
    }

    /** What Test does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand testCall() {
        ServerSettings draft = settings(NAME_OF_TESTS);
        if (draft == null) {
            return null;
        }
        return fields.isSsh()
                ? ServerCalls.testDraft(draft, fields.secret(), storedFor(), trusted)
                : ServerCalls.test(Objects.requireNonNull(storedFor()));
    }

    /** Ends what is under way, and forgets the secrets. */
    public void close() {
        testing.cancel();
        saving.cancel();
        sourceReading.cancel();
        fields.forgetSecrets();
    }

    public ServerFormMode mode() {
        return mode;
    }

    public ServerFields fields() {
        return fields;
    }

    /** Field to what is wrong with it. */
    public ObservableMap<String, String> problems() {
        return problems;
    }

    /** What is wrong with no single field; empty for nothing. */
    public ReadOnlyStringProperty troubleProperty() {
        return trouble.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<ServerTestState> testProperty() {
        return test.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty saveRunningProperty() {
        return saveRunning.getReadOnlyProperty();
    }

    /** Whether somebody changed the server while the form was open. */
    public ReadOnlyBooleanProperty outdatedProperty() {
        return outdated.getReadOnlyProperty();
    }

    /** Never the secrets. */
    @Override
    public String toString() {
        return "ServerFormViewModel[" + mode.title() + "]";
    }
}
