package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The form of one server. Its secrets go to the core and nowhere else. Belongs to the window's thread. */
final class ServerFormViewModel implements FormSource<ShownServer> {

    private static final String NAME_OF_TESTS = "test";

    final FormMode<ShownServer> mode;
    final ServerFields fields;
    final FormModel<ShownServer> form;
    private final ServerGateway servers;
    private final Workbench workbench;
    private final Latest testing;
    private final Latest sourceReading;
    private final @Nullable String id;
    private final ReadOnlyObjectWrapper<ServerTestState> test =
            new ReadOnlyObjectWrapper<>(this, "test", new ServerTestState.Idle());
    private @Nullable ShownServer stored;
    private @Nullable String trusted;
    private Optional<MetricSourceDraft> storedSource = Optional.empty();
    private String suggestedName = "";

    ServerFormViewModel(ServerGateway servers, Workbench workbench, FormMode<ShownServer> mode) {
        this.servers = servers;
        this.workbench = workbench;
        this.mode = mode;
        this.testing = new Latest(workbench.background());
        this.sourceReading = new Latest(workbench.background());
        ShownServer edited = mode.edited();
        this.id = edited == null ? null : edited.id();
        this.fields = new ServerFields(
                edited == null ? ServerKind.SSH : edited.server().kind());
        this.form = new FormModel<>(workbench.background(), fields.paths(), this);
        if (edited != null) {
            show(edited);
            readSource(edited.id());
        }
        forgetProblemsOfWhatIsChanged();
    }

    @Override
    public void show(ShownServer server) {
        stored = server;
        form.show(server.server().revision());
        fields.show(server);
        forgetSecrets();
        fields.keepSecret.set(isSecretStored(fields.auth.get()));
    }

    /** Whether there is a stored key or password for a way to log in. */
    boolean isSecretStored(ServerAuthType type) {
        return type != ServerAuthType.AGENT
                && stored != null
                && stored.server().address() instanceof ServerAddress.Ssh ssh
                && ssh.auth() == type;
    }

    private void readSource(String serverId) {
        sourceReading.run(
                () -> servers.source(serverId),
                source -> {
                    storedSource = source;
                    source.ifPresent(fields::show);
                },
                form::refused);
    }

    private void forgetProblemsOfWhatIsChanged() {
        List.of(fields.host, fields.port, fields.user, fields.privateKey, fields.passphrase, fields.password)
                .forEach(each -> each.addListener(_ -> loginChanged(each.getName())));
        form.forgetProblemsOf(fields.name, fields.sourceUrl, fields.sourceLabels, fields.sourceToken);
        fields.auth.addListener((_, _, now) -> {
            // Another way to log in has nothing stored.
            fields.keepSecret.set(isSecretStored(now));
            wayChanged();
        });
        fields.keepSecret.addListener(_ -> wayChanged());
        fields.host.addListener(_ -> anotherMachine());
        fields.port.addListener(_ -> anotherMachine());
    }

    private void wayChanged() {
        form.problems().keySet().removeIf(each -> each.startsWith("auth."));
        loginChanged("auth.type");
    }

    private void loginChanged(String field) {
        form.forget(field);
        cancelTest();
    }

    private void anotherMachine() {
        trusted = null;
        String name = fields.name.get();
        // A new server is named after its host for as long as nobody typed a name.
        if (!mode.isEdit() && (name.isEmpty() || name.equals(suggestedName))) {
            suggestedName = new SshAddress(null, fields.host.get().strip(), null).suggestedName();
            fields.name.set(suggestedName);
        }
    }

    /** Fills the form from a pasted address if the text is one; says whether it was. */
    boolean pasteAddress(String text) {
        Optional<SshAddress> address = SshAddress.find(text);
        address.ifPresent(fields::show);
        return address.isPresent();
    }

    /** Asks whether the server answers; the outcome is in {@link #testProperty}. */
    void test() {
        ServerDraft draft = draft(NAME_OF_TESTS);
        if (draft == null) {
            return;
        }
        String known = knownKey(draft);
        test.set(new ServerTestState.Running());
        testing.run(() -> timed(draft, known), test::set, failure -> {
            test.set(new ServerTestState.Idle());
            form.refused(failure);
        });
    }

    private ServerTestState timed(ServerDraft draft, @Nullable String known) {
        long began = System.nanoTime();
        ServerTest result =
                fields.isSsh() ? servers.testDraft(draft, known, id) : servers.test(Objects.requireNonNull(id));
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        if (result.ok()) {
            return new ServerTestState.Answered(
                    Objects.requireNonNullElse(result.os(), "The server") + " answered in " + millis + " ms");
        }
        String shown = result.hostKeyFingerprint();
        return shown == null || shown.equals(known)
                ? new ServerTestState.Failed(Objects.requireNonNullElse(result.error(), "The server did not answer."))
                : new ServerTestState.Asking(shown, known != null);
    }

    /** The key that was accepted in the form, else what is trusted of the stored server while it is at the same place. */
    private @Nullable String knownKey(ServerDraft draft) {
        if (trusted != null || stored == null || !(stored.server().address() instanceof ServerAddress.Ssh ssh)) {
            return trusted;
        }
        boolean same = ssh.host().equals(draft.host()) && Objects.equals(ssh.port(), draft.port());
        return same ? stored.trustedKey() : null;
    }

    /** Accepts the key that the server showed for the first time, and goes on with the test. */
    void trust() {
        if (test.get() instanceof ServerTestState.Asking(String fingerprint, boolean changed) && !changed) {
            trusted = fingerprint;
            test();
        }
    }

    /** Forgets a test under way, or the key that was asked about; the attempt itself ends within seconds. */
    void cancelTest() {
        testing.cancel();
        test.set(new ServerTestState.Idle());
    }

    @Override
    public @Nullable Callable<ShownServer> store(@Nullable Long expected) {
        ServerDraft draft = draft("");
        Optional<MetricSourceDraft> source = form.checked(fields::source);
        if (draft == null || source == null) {
            return null;
        }
        String accepted = trusted;
        boolean sourceChanged = !source.equals(storedSource);
        return () -> {
            if (sourceChanged) {
                source.ifPresent(servers::checkSource);
            }
            ShownServer saved =
                    id == null ? servers.create(draft, accepted) : servers.update(id, draft, expected, accepted);
            if (sourceChanged) {
                saveSource(saved.id(), source.orElse(null));
            }
            return saved;
        };
    }

    /** The server is stored by then, so that trouble with its source is reported and does not keep the form open. */
    private void saveSource(String serverId, @Nullable MetricSourceDraft source) {
        try {
            servers.setSource(serverId, source);
        } catch (AppException e) {
            workbench.background().onWindow(() -> workbench.say(e));
        }
    }

    @Override
    public Callable<ShownServer> read() {
        return () -> servers.get(Objects.requireNonNull(id));
    }

    @Override
    public void forgetSecrets() {
        fields.forgetSecrets();
    }

    /** What the form says; null when it holds something that no server can have, which is then shown at its field. */
    private @Nullable ServerDraft draft(String nameWhenBlank) {
        return form.checked(() -> fields.draft(nameWhenBlank));
    }

    /** Lets requests reach the host that was refused; the next save goes there. */
    void allowPrivateHost(String host) {
        workbench.change(
                _ -> servers.allowPrivateHost(host), () -> form.forget(fields.sourceUrl.getName()), form::refused);
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    @Nullable
    CurlCommand saveCall() {
        return call("", draft -> id == null ? ServerCalls.create(draft) : ServerCalls.update(id, draft));
    }

    /** What Test does, over HTTP; null while the form cannot be read. */
    @Nullable
    CurlCommand testCall() {
        return call(
                NAME_OF_TESTS,
                draft -> fields.isSsh()
                        ? ServerCalls.testDraft(draft, knownKey(draft), id)
                        : ServerCalls.test(Objects.requireNonNull(id)));
    }

    private @Nullable CurlCommand call(String nameWhenBlank, Function<ServerDraft, CurlCommand> call) {
        ServerDraft draft = FormModel.quietly(() -> fields.draft(nameWhenBlank));
        return draft == null ? null : call.apply(draft);
    }

    /** Ends what is under way, and forgets the secrets. */
    void close() {
        testing.cancel();
        form.close();
        sourceReading.cancel();
        forgetSecrets();
    }

    ReadOnlyObjectProperty<ServerTestState> testProperty() {
        return test.getReadOnlyProperty();
    }

    /** Never the secrets. */
    @Override
    public String toString() {
        return "ServerFormViewModel[" + fields.name.get() + "]";
    }
}
