package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** What stands in the form of a server. */
final class ServerFields {

    private static final String USUAL_PORT = "22";

    final StringProperty name = new SimpleStringProperty(this, "name", "");
    final StringProperty host = new SimpleStringProperty(this, "host", "");
    final StringProperty port = new SimpleStringProperty(this, "port", USUAL_PORT);
    final StringProperty user = new SimpleStringProperty(this, "user", "");
    final ObjectProperty<ServerAuthType> auth = new SimpleObjectProperty<>(this, "auth.type", ServerAuthType.KEY);
    /** PEM or OpenSSH text. */
    final StringProperty privateKey = new Secret("auth.privateKey");

    final StringProperty passphrase = new Secret("auth.passphrase");
    final StringProperty password = new Secret("auth.password");
    /** Whether the stored key or password stays; only where there is a stored server. */
    final BooleanProperty keepSecret = new SimpleBooleanProperty(this, "keepSecret");
    /** Whether a Prometheus-compatible server knows the values. */
    final BooleanProperty usesSource = new SimpleBooleanProperty(this, "usesSource");

    final StringProperty sourceUrl = new SimpleStringProperty(this, "baseUrl", "");
    /** {@code name=value} with commas between. */
    final StringProperty sourceLabels = new SimpleStringProperty(this, "labels", "");

    final StringProperty sourceToken = new Secret("token");
    private final ServerKind kind;

    /** A text that no dump of objects shows. */
    private static final class Secret extends SimpleStringProperty {

        Secret(String name) {
            super(null, name, "");
        }

        @Override
        public String toString() {
            return "Secret[…]";
        }
    }

    ServerFields(ServerKind kind) {
        this.kind = kind;
    }

    /** Shows a stored server; its secrets stay where they are. */
    void show(ShownServer server) {
        name.set(server.name());
        if (server.server().address() instanceof ServerAddress.Ssh ssh) {
            host.set(ssh.host());
            port.set(Integer.toString(ssh.port()));
            user.set(ssh.user());
            auth.set(ssh.auth());
        }
    }

    void show(MetricSourceDraft source) {
        usesSource.set(true);
        sourceUrl.set(source.baseUrl());
        sourceLabels.set(new TreeMap<>(source.labels())
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(", ")));
    }

    /** Shows what an address says; what it does not speak of stays. */
    void show(SshAddress address) {
        host.set(address.host());
        port.set(address.port() == null ? USUAL_PORT : address.port().toString());
        if (address.user() != null) {
            user.set(address.user());
        }
    }

    /** Of the fields that show their own problems. */
    Set<String> paths() {
        return Stream.of(name, host, port, user, privateKey, passphrase, password, sourceUrl, sourceLabels, sourceToken)
                .map(StringProperty::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    boolean isSsh() {
        return kind == ServerKind.SSH;
    }

    /**
     * The form, unchecked.
     *
     * @param nameWhenBlank stands for a missing name where none is needed
     * @throws AppException {@code validation_failed} for what no server can have
     */
    ServerDraft draft(String nameWhenBlank) {
        String shownName = name.get().isBlank() ? nameWhenBlank : name.get().strip();
        if (!isSsh()) {
            return new ServerDraft(shownName, kind, null, null, null, null);
        }
        ServerDraft.Auth login = new ServerDraft.Auth(
                auth.get(),
                change(ServerAuthType.KEY, privateKey.get()),
                change(ServerAuthType.KEY, passphrase.get().isEmpty() ? null : passphrase.get()),
                change(ServerAuthType.PASSWORD, password.get()));
        return new ServerDraft(
                shownName, kind, host.get().strip(), portNumber(), user.get().strip(), login);
    }

    private SecretChange change(ServerAuthType of, @Nullable String typed) {
        return keepSecret.get() || auth.get() != of ? SecretChange.keep() : SecretChange.replace(typed);
    }

    private @Nullable Integer portNumber() {
        String text = port.get().strip();
        try {
            return text.isEmpty() ? null : Integer.valueOf(text);
        } catch (NumberFormatException _) {
            throw AppException.invalid("port", "Use a port from 1 to 65535.");
        }
    }

    /**
     * Where the values come from; empty where the console measures by itself.
     *
     * @throws AppException {@code validation_failed} for labels that cannot be read
     */
    Optional<MetricSourceDraft> source() {
        if (!usesSource.get()) {
            return Optional.empty();
        }
        Map<String, String> labels = new LinkedHashMap<>();
        for (String each : sourceLabels.get().split("[,\\n]", -1)) {
            if (each.isBlank()) {
                continue;
            }
            int equals = each.indexOf('=');
            if (equals < 1) {
                throw AppException.invalid("labels", "Write labels as name=value, with commas between them.");
            }
            labels.put(
                    each.substring(0, equals).strip(),
                    unquoted(each.substring(equals + 1).strip()));
        }
        String token = sourceToken.get().isEmpty() ? null : sourceToken.get();
        return Optional.of(new MetricSourceDraft(sourceUrl.get().strip(), labels, token));
    }

    /** As PromQL writes values. */
    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    void forgetSecrets() {
        privateKey.set("");
        passphrase.set("");
        password.set("");
        sourceToken.set("");
    }
}
