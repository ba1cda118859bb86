package dev.wheelhouse.core.databases.completion;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.catalog.SnapshotReader;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sessions.SqlBudget;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Loads the names of a database and keeps them for its editors. Thread-safe. */
public final class CompletionService {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final int MOST_KEPT = 20;

    private final ConnectionService connections;
    private final Sessions sessions;
    private final Clock clock;
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();

    public CompletionService(ConnectionService connections, Sessions sessions, Clock clock) {
        this.connections = connections;
        this.sessions = sessions;
        this.clock = clock;
    }

    private record Kept(CatalogSnapshot snapshot, long revision, Instant at) {}

    /**
     * What fits at a caret, from names that are at most a minute old.
     *
     * @param sql the text; of several statements the one around the caret counts
     * @param caret how many UTF-16 units stand before it, clamped to the text
     * @return with offsets in the text
     * @throws dev.wheelhouse.core.platform.error.AppException when the database cannot be asked for its names
     */
    public Proposals complete(Caller caller, String connectionId, String sql, int caret) {
        CatalogSnapshot names = snapshot(caller, connectionId);
        try (SqlBudget.Held _ = sessions.executions().hold(caller, sql.length())) {
            return propose(names, sql, caret);
        }
    }

    private static Proposals propose(CatalogSnapshot names, String sql, int caret) {
        int place = Math.clamp(caret, 0, sql.length());
        int begin = 0;
        int end = sql.length();
        Iterator<SqlStatement> statements = StatementSplitter.each(sql, names.engine());
        while (statements.hasNext()) {
            SqlStatement each = statements.next();
            int behind = each.offset() + each.text().length();
            int semicolon = sql.indexOf(';', behind);
            if (each.offset() > place) {
                end = each.offset();
                break;
            }
            // Behind its semicolon another statement begins.
            begin = semicolon >= 0 && semicolon < place ? semicolon + 1 : each.offset();
        }
        Proposals found = Completion.propose(sql.substring(begin, Math.max(place, end)), place - begin, names);
        return new Proposals(found.from() + begin, found.to() + begin, found.items());
    }

    /**
     * The names as they were at most a minute ago.
     *
     * @throws dev.wheelhouse.core.platform.error.AppException when the database cannot be asked
     */
    public CatalogSnapshot snapshot(Caller caller, String connectionId) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        Kept known = kept.get(connection.id());
        if (known != null
                && known.revision() == connection.revision()
                && Duration.between(known.at(), clock.instant()).abs().compareTo(KEPT) < 0) {
            return known.snapshot();
        }
        return refresh(caller, connectionId);
    }

    /** The names as they are now. */
    public CatalogSnapshot refresh(Caller caller, String connectionId) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        CatalogSnapshot read = read(caller, connection);
        if (kept.size() >= MOST_KEPT) {
            kept.clear();
        }
        kept.put(connection.id(), new Kept(read, connection.revision(), clock.instant()));
        return read;
    }

    private CatalogSnapshot read(Caller caller, DatabaseConnection connection) {
        return sessions.read(caller, connection, LIMIT, session -> {
            // Large answers are fetched in portions, which takes a transaction.
            session.begin(true);
            return SnapshotReader.read(session.engine(), session.jdbc());
        });
    }
}
