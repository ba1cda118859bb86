package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.servers.gateway.KeyTrust;
import dev.wheelhouse.ui.servers.gateway.MetricGateway;
import dev.wheelhouse.ui.servers.gateway.ServerGateway;
import dev.wheelhouse.ui.servers.gateway.ServerSettings;
import dev.wheelhouse.ui.servers.gateway.ShownServer;
import dev.wheelhouse.ui.servers.gateway.SourceSettings;
import dev.wheelhouse.ui.servers.gateway.TestOutcome;
import dev.wheelhouse.ui.servers.gateway.TypedSecret;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The form of one server. Its secrets go to the core and nowhere else. Belongs to the window's thread. */
public final class ServerFormViewModel implements FormSource<ShownServer> {

    private static final String NAME_OF_TESTS = "test";
    private static final Set<String> FIELDS = Set.of(
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

    private final ServerGateway servers;
    private final MetricGateway metrics;
    private final Workbench workbench;
    private final FormMode<ShownServer> mode;
    private final Latest testing;
    private final FormModel<ShownServer> form;
    private final Latest sourceReading;
    private final ServerFields fields;
    private final ReadOnlyObjectWrapper<ServerTestState> test =
            new ReadOnlyObjectWrapper<>(this, "test", new ServerTestState.Idle());
    private @Nullable String trusted;
    private @Nullable SourceSettings storedSource;
    private String suggestedName = "";

    public ServerFormViewModel(
            ServerGateway servers, MetricGateway metrics, Workbench workbench, FormMode<ShownServer> mode) {
        this.servers = servers;
        this.metrics = metrics;
        this.workbench = workbench;
        this.mode = mode;
        this.testing = new Latest(workbench.background());
        this.form = new FormModel<>(workbench.background(), FIELDS, this);
        this.sourceReading = new Latest(workbench.background());
        switch (mode) {
            case FormMode.Add<ShownServer>(), FormMode.Copy<ShownServer> _ -> fields = new ServerFields(ServerKind.SSH);
            case FormMode.Edit<ShownServer>(ShownServer server) -> {
                fields = new ServerFields(server.settings().kind());
                show(server);
                readSource(server.id());
            }
        }
        forgetProblemsOfWhatIsChanged();
    }

    @Override
    public void show(ShownServer server) {
        form.show(server.revision());
        fields.show(server);
        forgetSecrets();
        fields.keepSecretProperty().set(server.settings().auth() != ServerAuthType.AGENT);
    }

    private void readSource(String serverId) {
        sourceReading.run(
                () -> metrics.source(serverId).orElse(null),
                source -> {
                    storedSource = source;
                    fields.showSource(source);
                },
                form::refused);
    }

    private void forgetProblemsOfWhatIsChanged() {
        List.<Property<?>>of(
                        fields.hostProperty(),
                        fields.portProperty(),
                        fields.userProperty(),
                        fields.privateKeyProperty(),
                        fields.passphraseProperty(),
                        fields.passwordProperty())
                .forEach(each -> each.addListener(_ -> loginChanged(each.getName())));
        form.forgetProblemsOf(
                fields.nameProperty(),
                fields.sourceUrlProperty(),
                fields.sourceLabelsProperty(),
                fields.sourceTokenProperty());
        fields.authProperty().addListener((_, before, now) -> {
            if (before != now && mode instanceof FormMode.Edit<ShownServer>(ShownServer server)) {
                // Another way to log in has nothing stored.
                fields.keepSecretProperty()
                        .set(now != ServerAuthType.AGENT
                                && now == server.settings().auth());
            }
            form.problems().keySet().removeIf(each -> each.startsWith("auth."));
            loginChanged("auth.type");
        });
        fields.keepSecretProperty().addListener(_ -> {
            form.problems().keySet().removeIf(each -> each.startsWith("auth."));
            loginChanged("auth.type");
        });
        fields.hostProperty().addListener(_ -> anotherMachine());
        fields.portProperty().addListener(_ -> anotherMachine());
    }

    private void loginChanged(String field) {
        form.forget(field);
        testing.cancel();
        test.set(new ServerTestState.Idle());
    }

    private void anotherMachine() {
        trusted = null;
        suggestName(new SshAddress(null, fields.hostProperty().get().strip(), null).suggestedName());
    }

    /** Names a new server after its host for as long as nobody typed a name. */
    private void suggestName(String suggestion) {
        String now = fields.nameProperty().get();
        if (!mode.isEdit() && (now.isEmpty() || now.equals(suggestedName))) {
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
            form.refused(failure);
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

    @Override
    public @Nullable Callable<ShownServer> store(@Nullable Long expected) {
        ServerSettings draft = settings("");
        Optional<SourceSettings> source = form.checked(() -> Optional.ofNullable(fields.source()));
        if (draft == null || source == null) {
            return null;
        }
        TypedSecret secret = fields.secret();
        String token = fields.typedToken();
        String accepted = trusted;
        return () -> {
            ShownServer stored = mode instanceof FormMode.Edit<ShownServer>(ShownServer before)
                    ? servers.update(before.id(), draft, secret, expected, accepted)
                    : servers.create(draft, secret, accepted);
            AppException failure = sourceTrouble(stored, source.orElse(null), token);
            if (failure != null) {
                workbench.background().onWindow(() -> workbench.say(failure));
            }
            return stored;
        };
    }

    @Override
    public Callable<ShownServer> read() {
        return () -> servers.get(Objects.requireNonNull(storedFor()));
    }

    @Override
    public void forgetSecrets() {
        fields.forgetSecrets();
    }

    /** The server is stored by then, so that trouble with its source is reported and does not keep the form open. */
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

    /** What the form says; null when it holds something that no server can have, which is then shown at its field. */
    private @Nullable ServerSettings settings(String nameWhenBlank) {
        return form.checked(() -> fields.settings(nameWhenBlank));
    }

    private @Nullable String storedFor() {
        ShownServer server = mode.edited();
        return server == null ? null : server.id();
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        ServerSettings draft = settings("");
        if (draft == null) {
            return null;
        }
        return mode instanceof FormMode.Edit<ShownServer>(ShownServer server)
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
        form.close();
        sourceReading.cancel();
        forgetSecrets();
    }

    public FormModel<ShownServer> form() {
        return form;
    }

    public FormMode<ShownServer> mode() {
        return mode;
    }

    public ServerFields fields() {
        return fields;
    }

    public ReadOnlyObjectProperty<ServerTestState> testProperty() {
        return test.getReadOnlyProperty();
    }

    /** Never the secrets. */
    @Override
    public String toString() {
        return "ServerFormViewModel[" + fields.nameProperty().get() + "]";
    }
}
