package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.AssistantSharing;
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

    final ObjectProperty<Engine> engine = new SimpleObjectProperty<>(this, "engine", Engine.POSTGRESQL);
    final StringProperty name = new SimpleStringProperty(this, "name", "");
    final StringProperty host = new SimpleStringProperty(this, "host", "");
    final StringProperty port = new SimpleStringProperty(this, "port", "5432");
    final StringProperty database = new SimpleStringProperty(this, "database", "");
    final StringProperty user = new SimpleStringProperty(this, "user", "");
    final StringProperty password = new Secret();
    /** Whether the stored password stays; only where there is a stored connection. */
    final BooleanProperty keepPassword = new SimpleBooleanProperty(this, "keepPassword");

    final ObjectProperty<SslMode> ssl = new SimpleObjectProperty<>(this, "ssl", SslMode.PREFER);
    /** PEM text. */
    final StringProperty certificate = new SimpleStringProperty(this, "sslRootCertificate", "");

    final StringProperty path = new SimpleStringProperty(this, "path", "");
    /** The server to go through; null for none. */
    final ObjectProperty<@Nullable String> serverId = new SimpleObjectProperty<>(this, "serverId");

    final BooleanProperty createFile = new SimpleBooleanProperty(this, "create");
    final ObjectProperty<Environment> environment =
            new SimpleObjectProperty<>(this, "environment", Environment.DEVELOPMENT);
    /** {@code #rrggbb}; null for the environment's own. */
    final ObjectProperty<@Nullable String> color = new SimpleObjectProperty<>(this, "color");

    final BooleanProperty readOnly = new SimpleBooleanProperty(this, "readOnly");
    final ObjectProperty<AssistantSharing> sharing =
            new SimpleObjectProperty<>(this, "assistantSharing", AssistantSharing.standard(Environment.DEVELOPMENT));

    ConnectionFields() {
        environment.addListener((_, before, now) -> sharing.set(sharing.get().moved(before, now)));
    }

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
        sharing.set(connection.sharing());
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
                (sqlite || !checksCertificate() || certificate.get().isBlank()) ? null : certificate.get(),
                sharing.get());
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
}
