package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.ui.servers.gateway.ServerSettings;
import dev.wheelhouse.ui.servers.gateway.ShownServer;
import dev.wheelhouse.ui.servers.gateway.SourceSettings;
import dev.wheelhouse.ui.servers.gateway.TypedSecret;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** What stands in the form of a server. */
public final class ServerFields {

    private static final String USUAL_PORT = "22";

    private final ServerKind kind;
    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty host = new SimpleStringProperty(this, "host", "");
    private final StringProperty port = new SimpleStringProperty(this, "port", USUAL_PORT);
    private final StringProperty user = new SimpleStringProperty(this, "user", "");
    private final ObjectProperty<ServerAuthType> auth =
            new SimpleObjectProperty<>(this, "auth.type", ServerAuthType.KEY);
    private final StringProperty privateKey = new Secret("auth.privateKey");
    private final StringProperty passphrase = new Secret("auth.passphrase");
    private final StringProperty password = new Secret("auth.password");
    private final BooleanProperty keepSecret = new SimpleBooleanProperty(this, "keepSecret");
    private final BooleanProperty usesSource = new SimpleBooleanProperty(this, "usesSource");
    private final StringProperty sourceUrl = new SimpleStringProperty(this, "baseUrl", "");
    private final StringProperty sourceLabels = new SimpleStringProperty(this, "labels", "");
    private final StringProperty sourceToken = new Secret("token");

    /** A text that no dump of objects shows. */
    private static final class Secret extends SimpleStringProperty {

        private final String name;

        Secret(String name) {
            super("");
            this.name = name;
        }

        @Override
        public String getName() {
            return name;
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
        ServerSettings settings = server.settings();
        name.set(settings.name());
        host.set(settings.host());
        port.set(settings.port() == null ? USUAL_PORT : Integer.toString(settings.port()));
        user.set(settings.user());
        if (settings.auth() != null) {
            auth.set(settings.auth());
        }
    }

    /** @param source null where the console measures by itself */
    void showSource(@Nullable SourceSettings source) {
        usesSource.set(source != null);
        if (source != null) {
            sourceUrl.set(source.url());
            sourceLabels.set(source.labels().entrySet().stream()
                    .map(each -> each.getKey() + "=" + each.getValue())
                    .collect(Collectors.joining(", ")));
        }
    }

    /** Shows what an address says; what it does not speak of stays. */
    void show(SshAddress address) {
        host.set(address.host());
        port.set(Objects.requireNonNullElse(address.port(), Integer.valueOf(USUAL_PORT))
                .toString());
        if (address.user() != null) {
            user.set(address.user());
        }
    }

    boolean isSsh() {
        return kind == ServerKind.SSH;
    }

    /**
     * The form without its secrets, unchecked.
     *
     * @param nameWhenBlank stands for a missing name where none is needed
     * @throws AppException {@code validation_failed} for what no server can have
     */
    ServerSettings settings(String nameWhenBlank) {
        String shownName = name.get().isBlank() ? nameWhenBlank : name.get().strip();
        if (!isSsh()) {
            return new ServerSettings(shownName, kind, "", null, "", null);
        }
        return new ServerSettings(
                shownName, kind, host.get().strip(), portNumber(), user.get().strip(), auth.get());
    }

    private @Nullable Integer portNumber() {
        String text = port.get().strip();
        if (text.isEmpty()) {
            return null;
        }
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException _) {
            throw AppException.invalid("port", "Use a port from 1 to 65535.");
        }
    }

    TypedSecret secret() {
        if (!isSsh() || keepSecret.get()) {
            return new TypedSecret.None();
        }
        return switch (auth.get()) {
            case KEY -> new TypedSecret.Key(privateKey.get(), passphrase.get().isEmpty() ? null : passphrase.get());
            case PASSWORD -> new TypedSecret.Password(password.get());
            case AGENT -> new TypedSecret.None();
        };
    }

    /**
     * Where the values come from; null where the console measures by itself.
     *
     * @throws AppException {@code validation_failed} for labels that cannot be read
     */
    @Nullable
    SourceSettings source() {
        if (!usesSource.get()) {
            return null;
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
        return new SourceSettings(sourceUrl.get().strip(), labels);
    }

    /** As PromQL writes values. */
    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    @Nullable
    String typedToken() {
        return sourceToken.get().isEmpty() ? null : sourceToken.get();
    }

    void forgetSecrets() {
        privateKey.set("");
        passphrase.set("");
        password.set("");
        sourceToken.set("");
    }

    public StringProperty nameProperty() {
        return name;
    }

    public StringProperty hostProperty() {
        return host;
    }

    public StringProperty portProperty() {
        return port;
    }

    public StringProperty userProperty() {
        return user;
    }

    public ObjectProperty<ServerAuthType> authProperty() {
        return auth;
    }

    /** PEM or OpenSSH text. */
    public StringProperty privateKeyProperty() {
        return privateKey;
    }

    public StringProperty passphraseProperty() {
        return passphrase;
    }

    public StringProperty passwordProperty() {
        return password;
    }

    /** Whether the stored key or password stays; only where there is a stored server. */
    public BooleanProperty keepSecretProperty() {
        return keepSecret;
    }

    /** Whether a Prometheus-compatible server knows the values. */
    public BooleanProperty usesSourceProperty() {
        return usesSource;
    }

    public StringProperty sourceUrlProperty() {
        return sourceUrl;
    }

    /** {@code name=value} with commas between. */
    public StringProperty sourceLabelsProperty() {
        return sourceLabels;
    }

    public StringProperty sourceTokenProperty() {
        return sourceToken;
    }
}
