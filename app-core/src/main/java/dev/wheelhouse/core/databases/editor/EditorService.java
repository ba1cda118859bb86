package dev.wheelhouse.core.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.Parameters;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Opens editor sessions and closes those that are left when the core ends. Thread-safe. */
public final class EditorService implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

    private final EditorTools tools;
    private final Map<EditorSession, Caller> open = new ConcurrentHashMap<>();
    private final Loop idleCheck;

    public EditorService(EditorTools tools, Workers workers) {
        this.tools = tools;
        this.idleCheck = workers.every("Closing results that nobody reads on", LOOK_EVERY, this::closeIdleCursors);
    }

    /**
     * A session that is not connected before its first run.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException {@code not_found}, {@code insufficient_scope}
     */
    public EditorSession open(Caller caller, String connectionId) {
        DatabaseConnection connection = tools.connections().forUse(caller, connectionId, Scope.DATABASES_QUERY);
        EditorSession session = new EditorSession(tools, connection.id(), open::remove);
        open.put(session, caller);
        return session;
    }

    /** The names of the parameters that a text uses, each once, in order; {@code "1"} for {@code $1}. */
    public static List<String> parameters(String sql, Engine engine) {
        Set<String> names = new LinkedHashSet<>();
        for (SqlStatement statement : StatementSplitter.split(sql, engine)) {
            names.addAll(Parameters.rewrite(statement, engine).names());
        }
        return List.copyOf(names);
    }

    /** Closes results that nobody has read on for some minutes. */
    void closeIdleCursors() {
        open.forEach(EditorSession::closeIdleCursors);
    }

    @Override
    public void close() {
        idleCheck.close();
        List.copyOf(open.keySet()).forEach(EditorSession::close);
    }
}
