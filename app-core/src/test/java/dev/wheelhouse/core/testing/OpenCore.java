package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/** A whole core in a home of its own, with databases to work on. */
public final class OpenCore implements AutoCloseable {

    private final Path folder;
    private final Core core;
    private final Caller caller;
    private int connections;

    /** @param folder empty, deleted by the caller */
    public OpenCore(Path folder) {
        this(folder, Clock.systemUTC());
    }

    /** @param folder empty, deleted by the caller */
    public OpenCore(Path folder, Clock clock) {
        this.folder = folder;
        core = Core.start(new CoreConfig(StateKind.migrated(folder.resolve("home")), null, clock, new SecureRandom()));
        caller = core.access().windowCaller("req_test");
    }

    public Core core() {
        return core;
    }

    public Databases databases() {
        return core.databases();
    }

    public Caller caller() {
        return caller;
    }

    /** A new, empty database of an engine. */
    public DatabaseConnection connect(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> connect(PostgresServer.shared().newDatabase(), Environment.DEVELOPMENT, false);
            case SQLITE -> connectFile("file" + connections, Environment.DEVELOPMENT, false);
        };
    }

    public DatabaseConnection connect(PostgresDatabase database, Environment environment, boolean readOnly) {
        ConnectionDraft draft = new ConnectionDraft(
                "postgres " + connections++,
                Engine.POSTGRESQL,
                database.host(),
                database.port(),
                database.database(),
                database.user(),
                null,
                null,
                null,
                environment,
                null,
                readOnly,
                SslMode.DISABLE,
                null);
        return databases().connections().create(caller, draft, database.password());
    }

    /** @param name of the file, which is made when it is missing */
    public DatabaseConnection connectFile(String name, Environment environment, boolean readOnly) {
        ConnectionDraft draft = new ConnectionDraft(
                "sqlite " + connections++,
                Engine.SQLITE,
                null,
                null,
                null,
                null,
                folder.resolve(name + ".db").toString(),
                true,
                null,
                environment,
                null,
                readOnly,
                null,
                null);
        return databases().connections().create(caller, draft, null);
    }

    /** Runs SQL, confirmed. */
    public void run(DatabaseConnection connection, String sql) {
        databases().queries().run(caller, connection.id(), new QueryRequest(sql, true, null, 1, null, null));
    }

    @Override
    public void close() {
        core.close();
    }
}
