package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.databases.query.ScriptRunner;
import dev.wheelhouse.core.databases.query.StatementGuard;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.tables.TableService;
import java.time.Clock;

/** What every editor session works with. */
public record EditorTools(
        ConnectionService connections,
        Sessions sessions,
        StatementGuard guard,
        HistoryService history,
        ScriptRunner runner,
        TableService tables,
        Clock clock) {

    ResultSources sources() {
        return new ResultSources(tables);
    }
}
