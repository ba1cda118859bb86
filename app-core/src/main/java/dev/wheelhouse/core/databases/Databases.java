package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.databases.completion.CompletionService;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.connections.ConnectionStorage;
import dev.wheelhouse.core.databases.copies.DatabaseCopies;
import dev.wheelhouse.core.databases.editor.EditorService;
import dev.wheelhouse.core.databases.editor.EditorTools;
import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.databases.export.ExportService;
import dev.wheelhouse.core.databases.export.FileExports;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.ImpactEstimator;
import dev.wheelhouse.core.databases.query.QueryService;
import dev.wheelhouse.core.databases.query.ScriptRunner;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.replication.Clusters;
import dev.wheelhouse.core.databases.replication.PostgresClusters;
import dev.wheelhouse.core.databases.sample.SampleDatabase;
import dev.wheelhouse.core.databases.scripts.ScriptService;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.Tunnels;
import dev.wheelhouse.core.databases.tables.RowService;
import dev.wheelhouse.core.databases.tables.TableService;
import dev.wheelhouse.core.databases.tables.ValueService;
import dev.wheelhouse.core.platform.job.JobFiles;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.Shares;
import dev.wheelhouse.core.servers.Servers;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The feature as the composition root and both faces see it. */
public final class Databases implements AutoCloseable {

    private final Sessions sessions;
    private final ConnectionService connections;
    private final Clusters clusters;
    private final DatabaseCopies copies;
    private final SampleDatabase sample;
    private final HistoryService history;
    private final TableService tables;
    private final RowService rows;
    private final ValueService values;
    private final QueryService queries;
    private final EditService edits;
    private final ExportService exports;
    private final FileExports fileExports;
    private final ScriptService scripts;
    private final EditorService editors;
    private final CompletionService completions;

    /**
     * @param servers what connections may go through
     * @param historyKept how long statements stay in the history
     * @param shares what one created key may take at once
     */
    public Databases(
            ConnectionStorage storage,
            Workers workers,
            JobService jobs,
            JobFiles jobFiles,
            Servers servers,
            Supplier<Duration> historyKept,
            Shares shares) {
        sessions = new Sessions(
                storage.home(),
                connection -> ConnectionService.password(storage.vault(), connection),
                new Tunnels(servers),
                workers,
                storage.clock(),
                shares.poolPercent());
        connections = new ConnectionService(storage, sessions, servers.service());
        clusters = new PostgresClusters(sessions, storage.clock());
        copies = new DatabaseCopies(sessions);
        sample = new SampleDatabase(storage.home(), connections, workers);
        history = new HistoryService(storage.store(), workers, storage.ids(), storage.clock(), historyKept);
        tables = new TableService(connections, sessions, storage.clock());
        rows = new RowService(connections, sessions, tables);
        values = new ValueService(connections, sessions, tables);
        StatementGuard guard = new StatementGuard(new ImpactEstimator(sessions), storage.home());
        ScriptRunner runner = new ScriptRunner(sessions, history, storage.events());
        queries = new QueryService(connections, sessions, guard, runner);
        edits = new EditService(connections, sessions, tables, history, storage.events());
        exports = new ExportService(connections, sessions, guard, tables, runner, shares.poolPercent());
        fileExports = new FileExports(connections, exports, jobs, jobFiles, storage.home());
        scripts = new ScriptService(connections, sessions, guard, runner, history, storage.home(), jobs, shares);
        completions = new CompletionService(connections, sessions, storage.clock());
        EditorTools tools = new EditorTools(connections, sessions, guard, history, runner, tables, storage.clock());
        editors = new EditorService(tools, workers);
    }

    public ConnectionService connections() {
        return connections;
    }

    /** The clusters that connections lead to, for backups of them. */
    public Clusters clusters() {
        return clusters;
    }

    /** What single databases are copied with, for backups of them. */
    public DatabaseCopies copies() {
        return copies;
    }

    public SampleDatabase sample() {
        return sample;
    }

    public HistoryService history() {
        return history;
    }

    public TableService tables() {
        return tables;
    }

    public RowService rows() {
        return rows;
    }

    public ValueService values() {
        return values;
    }

    public QueryService queries() {
        return queries;
    }

    public EditService edits() {
        return edits;
    }

    public ExportService exports() {
        return exports;
    }

    public FileExports fileExports() {
        return fileExports;
    }

    public ScriptService scripts() {
        return scripts;
    }

    public EditorService editors() {
        return editors;
    }

    public CompletionService completions() {
        return completions;
    }

    /**
     * Watches for statements that may have changed what tables a database has, by any caller.
     *
     * @param watcher gets the connection's id, on the thread of the call, which it must not hold up
     */
    public void watchTables(Consumer<String> watcher) {
        sessions.executions().watchTables(watcher);
    }

    /** Cancels every statement that runs for somebody; they end soon after. */
    public void cancelRunning() {
        sessions.executions().cancelAll();
    }

    /** Cancels what runs, writes the history down and closes every pool. */
    @Override
    public void close() {
        sessions.executions().cancelAll();
        editors.close();
        history.close();
        sessions.close();
    }
}
