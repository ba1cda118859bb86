package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.ConnectionUrl;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.secret.SecretChange;
import java.util.Objects;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** What stands in the form. The fields of the other engine keep their text while they are hidden. */
public final class ConnectionFields {

    private final ObjectProperty<Engine> engine = new SimpleObjectProperty<>(this, "engine", Engine.POSTGRESQL);
    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty host = new SimpleStringProperty(this, "host", "");
    private final StringProperty port = new SimpleStringProperty(this, "port", "5432");
    private final StringProperty database = new SimpleStringProperty(this, "database", "");
    private final StringProperty user = new SimpleStringProperty(this, "user", "");
    private final StringProperty password = new Secret();
    private final BooleanProperty keepPassword = new SimpleBooleanProperty(this, "keepPassword");
    private final ObjectProperty<SslMode> ssl = new SimpleObjectProperty<>(this, "ssl", SslMode.PREFER);
    private final StringProperty certificate = new SimpleStringProperty(this, "sslRootCertificate", "");
    private final StringProperty path = new SimpleStringProperty(this, "path", "");
    private final ObjectProperty<@Nullable String> serverId = new SimpleObjectProperty<>(this, "serverId");
    private final BooleanProperty createFile = new SimpleBooleanProperty(this, "create");
    private final ObjectProperty<Environment> environment =
            new SimpleObjectProperty<>(this, "environment", Environment.DEVELOPMENT);
    private final ObjectProperty<@Nullable String> color = new SimpleObjectProperty<>(this, "color");
    private final BooleanProperty readOnly = new SimpleBooleanProperty(this, "readOnly");

    /** A text that no dump of objects shows. */
    private static final class Secret extends SimpleStringProperty {

        Secret() {
            super("");
        }

        @Override
        public String getName() {
            return "password";
        }

        @Override
        public String toString() {
            return "Secret[…]";
        }
    }

    /** Shows a stored connection; its password stays where it is. */
    void show(DatabaseConnection connection) {
        engine.set(connection.engine());
        name.set(connection.name());
        environment.set(connection.environment());
        color.set(connection.color());
        readOnly.set(connection.readOnly());
        serverId.set(connection.serverId());
        switch (connection.target()) {
            case Target.Postgres postgres -> {
                host.set(postgres.host());
                port.set(Integer.toString(postgres.port()));
                database.set(postgres.database());
                user.set(postgres.user());
                ssl.set(postgres.ssl());
                certificate.set(Objects.requireNonNullElse(postgres.sslRootCertificate(), ""));
            }
            case Target.Sqlite sqlite -> path.set(sqlite.path());
        }
    }

    /** Shows what an address says; what it does not speak of stays. */
    void show(ConnectionUrl url) {
        engine.set(url.engine());
        if (url.engine() == Engine.SQLITE) {
            path.set(Objects.requireNonNullElse(url.path(), ""));
            readOnly.set(url.readOnly());
            return;
        }
        host.set(Objects.requireNonNullElse(url.host(), ""));
        port.set(url.port() == null ? "" : Integer.toString(url.port()));
        database.set(Objects.requireNonNullElse(url.database(), ""));
        user.set(Objects.requireNonNullElse(url.user(), ""));
        if (url.password() != null) {
            keepPassword.set(false);
            password.set(url.password());
        }
        if (url.ssl() != null) {
            ssl.set(url.ssl());
        }
    }

    /**
     * The form as a draft, unchecked.
     *
     * @param nameWhenBlank stands for a missing name where none is needed
     * @throws AppException {@code validation_failed} for what no draft can hold
     */
    ConnectionDraft draft(String nameWhenBlank) {
        boolean sqlite = isSqlite();
        return new ConnectionDraft(
                name.get().isBlank() ? nameWhenBlank : name.get(),
                engine.get(),
                sqlite ? null : host.get().strip(),
                sqlite ? null : portNumber(),
                sqlite ? null : database.get(),
                sqlite ? null : user.get(),
                sqlite ? path.get() : null,
                (sqlite && createFile.get()) ? Boolean.TRUE : null,
                sqlite ? null : serverId.get(),
                environment.get(),
                color.get(),
                readOnly.get(),
                sqlite ? null : ssl.get(),
                (sqlite || !checksCertificate() || certificate.get().isBlank()) ? null : certificate.get());
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

    /** The server to go through; null for none. */
    public ObjectProperty<@Nullable String> serverIdProperty() {
        return serverId;
    }

    boolean isSqlite() {
        return engine.get() == Engine.SQLITE;
    }

    /** Whether the way of encrypting looks at the server's certificate. */
    public boolean checksCertificate() {
        return ssl.get() == SslMode.VERIFY_CA || ssl.get() == SslMode.VERIFY_FULL;
    }

    /** The password to try and to store; null for none, or to keep what is stored. */
    @Nullable
    String typedPassword() {
        return (isSqlite() || keepPassword.get() || password.get().isEmpty()) ? null : password.get();
    }

    SecretChange passwordChange() {
        return (isSqlite() || keepPassword.get()) ? new SecretChange.Keep() : new SecretChange.Replace(typedPassword());
    }

    public ObjectProperty<Engine> engineProperty() {
        return engine;
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

    public StringProperty databaseProperty() {
        return database;
    }

    public StringProperty userProperty() {
        return user;
    }

    public StringProperty passwordProperty() {
        return password;
    }

    /** Whether the stored password stays; only where there is a stored connection. */
    public BooleanProperty keepPasswordProperty() {
        return keepPassword;
    }

    public ObjectProperty<SslMode> sslProperty() {
        return ssl;
    }

    /** PEM text. */
    public StringProperty certificateProperty() {
        return certificate;
    }

    public StringProperty pathProperty() {
        return path;
    }

    public BooleanProperty createFileProperty() {
        return createFile;
    }

    public ObjectProperty<Environment> environmentProperty() {
        return environment;
    }

    /** {@code #rrggbb}; null for the environment's own. */
    public ObjectProperty<@Nullable String> colorProperty() {
        return color;
    }

    public BooleanProperty readOnlyProperty() {
        return readOnly;
    }
}
