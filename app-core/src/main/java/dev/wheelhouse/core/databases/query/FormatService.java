package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.sessions.Executions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sql.SqlFormatter;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;

/** Lays SQL out as the engine of a connection reads it; the database is not asked. Thread-safe. */
public final class FormatService {

    private final ConnectionService connections;
    private final Executions executions;

    public FormatService(ConnectionService connections, Executions executions) {
        this.executions = executions;
        this.connections = connections;
    }

    /**
     * The text laid out, with every token and comment as it was written.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code insufficient_scope}, {@code not_found}, and those of
     *     {@link Executions#hold}
     */
    public String format(Caller caller, String connectionId, String sql) {
        Engine engine =
                connections.forUse(caller, connectionId, Scope.DATABASES_READ).engine();
        try (SqlBudget.Held held = executions.hold(caller, sql.length())) {
            held.resize(sql.length() + SqlFormatter.costOf(sql, engine));
            return SqlFormatter.format(sql, engine);
        }
    }
}
