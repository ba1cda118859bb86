package dev.wheelhouse.core.databases.query;

import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.sql.SqlFormatter;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;

/** Lays SQL out as the engine of a connection reads it; the database is not asked. Thread-safe. */
public final class FormatService {

    private final ConnectionService connections;

    public FormatService(ConnectionService connections) {
        this.connections = connections;
    }

    /**
     * The text laid out, with every token and comment as it was written.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code insufficient_scope}, {@code not_found}
     */
    public String format(Caller caller, String connectionId, String sql) {
        return SqlFormatter.format(
                sql,
                connections.forUse(caller, connectionId, Scope.DATABASES_READ).engine());
    }
}
