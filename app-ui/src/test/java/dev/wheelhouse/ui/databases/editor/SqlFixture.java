package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.ui.controls.editor.TextRange;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A core with a shop in it, and what a SQL tab needs. */
final class SqlFixture implements AutoCloseable {

    final TestCore core;
    final FakeWorkbench bench;
    final SqlServices services;
    private final Path home;

    SqlFixture(Path home, Background background) {
        this.home = home;
        this.core = TestCore.start(home);
        this.bench = new FakeWorkbench(background, core.callers());
        this.services = new SqlServices(
                core.core().databases(),
                SqlFiles.queries(core.core().home()),
                SqlFiles.drafts(core.core().home()),
                Clock.systemUTC());
    }

    DatabaseConnection sqlite(Environment environment) {
        DatabaseConnection shop = create(
                "shop", Engine.SQLITE, null, home.resolveSibling("shop.db").toString(), environment);
        run(
                shop,
                "CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);"
                        + "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES"
                        + " customers (customer_id), total NUMERIC);"
                        + "INSERT INTO customers VALUES (1, 'Ada Lovelace', 'London'), (2, 'Grace Hopper', NULL),"
                        + " (3, 'שלום 😀', ''), (4, 'Alan Turing', 'Wilmslow');"
                        + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)"
                        + " INSERT INTO orders SELECT i, 1 + i % 4, i * 1.25 FROM n");
        return shop;
    }

    DatabaseConnection postgres(Environment environment) {
        return create("shop-db", Engine.POSTGRESQL, PostgresServer.shared().newDatabase(), null, environment);
    }

    DatabaseConnection postgres(String name, PostgresDatabase database) {
        return create(name, Engine.POSTGRESQL, database, null, Environment.DEVELOPMENT);
    }

    private DatabaseConnection create(
            String name,
            Engine engine,
            @Nullable PostgresDatabase database,
            @Nullable String path,
            Environment environment) {
        ConnectionDraft draft = new ConnectionDraft(
                name,
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
                false,
                null,
                null);
        return services.databases()
                .connections()
                .create(core.callers().get(), draft, database == null ? null : database.password());
    }

    void run(DatabaseConnection connection, String sql) {
        services.databases()
                .queries()
                .run(core.callers().get(), connection.id(), new QueryRequest(sql, true, null, 1, 60_000, null));
    }

    /** An editor's text with the caret at its end, nothing selected. */
    static RunText text(String sql) {
        return new RunText(() -> sql, sql.length(), new TextRange(sql.length(), sql.length()));
    }

    /** The newest job of a kind, once it has ended. */
    Job endOfJob(String kind) {
        return Awaiting.answer(
                        () -> core.core().jobs().list(core.callers().get(), new PageRequest(10, null)).items().stream()
                                .filter(job -> job.kind().equals(kind))
                                .findFirst()
                                .filter(job -> job.status().isFinal()),
                        Optional::isPresent,
                        "the end of " + kind)
                .orElseThrow();
    }

    @Override
    public void close() {
        core.close();
    }
}
