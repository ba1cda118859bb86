package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A whole core with one connection and an editor on it. */
final class EditorFixture implements AutoCloseable {

    final SettableClock clock = new SettableClock();
    final Core core;
    final Caller caller;
    private final Path home;
    private int connections;

    EditorFixture(Path home) {
        this.home = home;
        this.core = Core.start(new CoreConfig(StateKind.migrated(home), null, clock, new SecureRandom()));
        this.caller = core.access().windowCaller("req_test");
    }

    DatabaseConnection sqlite(Environment environment, boolean readOnly) {
        String path = home.resolveSibling("data.db").toString();
        return connect(Engine.SQLITE, null, path, environment, readOnly);
    }

    DatabaseConnection postgres(PostgresDatabase database) {
        return connect(Engine.POSTGRESQL, database, null, Environment.DEVELOPMENT, false);
    }

    DatabaseConnection readOnly(PostgresDatabase database) {
        return connect(Engine.POSTGRESQL, database, null, Environment.DEVELOPMENT, true);
    }

    DatabaseConnection postgres(Environment environment, boolean readOnly) {
        return connect(Engine.POSTGRESQL, PostgresServer.shared().newDatabase(), null, environment, readOnly);
    }

    private DatabaseConnection connect(
            Engine engine,
            @Nullable PostgresDatabase database,
            @Nullable String path,
            Environment environment,
            boolean readOnly) {
        ConnectionDraft draft = new ConnectionDraft(
                "connection-" + ++connections,
                engine,
                database == null ? null : database.host(),
                database == null ? null : database.port(),
                database == null ? null : database.database(),
                database == null ? null : database.user(),
                path,
                path == null ? null : true,
                null,
                environment,
                null,
                readOnly,
                null,
                null);
        return core.databases().connections().create(caller, draft, database == null ? null : database.password());
    }

    EditorSession open(DatabaseConnection connection) {
        return core.databases().editors().open(caller, connection.id());
    }

    /** What every statement gave, in order. */
    List<StatementRun> run(EditorSession session, String sql) {
        return run(session, sql, false);
    }

    List<StatementRun> run(EditorSession session, String sql, boolean confirm) {
        Collected collected = new Collected();
        session.run(caller, new RunRequest(sql, confirm, null, 0), collected);
        return collected.runs;
    }

    /** The first cell of the last statement's first row, as JSON. */
    String value(EditorSession session, String sql) {
        EditorResult result = run(session, sql).getLast().result();
        if (result == null) {
            throw new AssertionError("No result");
        }
        return result.firstPage()
                .rows()
                .getFirst()
                .getFirst()
                .value()
                .orElseThrow()
                .text();
    }

    @Override
    public void close() {
        core.close();
    }

    /** Keeps what a run tells. */
    static final class Collected implements RunListener {
        final List<StatementRun> runs = new ArrayList<>();
        volatile boolean started;

        @Override
        public void started(int index, int count) {
            started = true;
        }

        @Override
        public synchronized void finished(StatementRun run) {
            runs.add(run);
        }
    }
}
