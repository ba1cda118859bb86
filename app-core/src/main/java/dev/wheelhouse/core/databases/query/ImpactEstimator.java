package dev.wheelhouse.core.databases.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the database how many rows a statement would touch, without running it: PostgreSQL's plan (manual, "Using
 * EXPLAIN") or {@code reltuples}, SQLite's own count within a second. An estimate that cannot be had is left out.
 */
public final class ImpactEstimator {

    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int MOST_ESTIMATES = 20;
    private static final Set<String> PLANNED = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "SELECT");
    private static final Set<String> WHOLE_TABLE = Set.of("DROP", "TRUNCATE", "ALTER");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Sessions sessions;

    public ImpactEstimator(Sessions sessions) {
        this.sessions = sessions;
    }

    /** One impact a statement, in order. */
    public List<StatementImpact> estimate(
            Caller caller, DatabaseConnection connection, List<ClassifiedStatement> statements) {
        List<StatementImpact> impacts = new ArrayList<>();
        for (ClassifiedStatement each : statements) {
            Long rows = impacts.size() < MOST_ESTIMATES ? estimateRows(caller, connection, each) : null;
            impacts.add(new StatementImpact(
                    each.statement().index(),
                    each.verdict().command(),
                    each.verdict().rule(),
                    each.verdict().object(),
                    rows));
        }
        return impacts;
    }

    private @Nullable Long estimateRows(Caller caller, DatabaseConnection connection, ClassifiedStatement each) {
        try {
            return sessions.read(caller, connection, LIMIT, session -> {
                        session.begin(true);
                        return Optional.ofNullable(
                                switch (session.engine()) {
                                    case POSTGRESQL -> estimateOnPostgres(session, each);
                                    case SQLITE -> estimateOnSqlite(session, each);
                                });
                    })
                    .orElse(null);
        } catch (AppException _) {
            // The refusal is what matters; a database that cannot estimate must not hide it.
            return null;
        }
    }

    private static @Nullable Long estimateOnPostgres(Session session, ClassifiedStatement each) throws SQLException {
        String command = each.verdict().command();
        if (PLANNED.contains(command)) {
            String sql = "EXPLAIN (FORMAT JSON) " + each.statement().text();
            try (Statement statement = session.callersStatement(sql);
                    ResultSet row = statement.executeQuery(sql)) {
                return row.next() ? plannedRows(row.getString(1)) : null;
            }
        }
        String object = each.verdict().object();
        if (!WHOLE_TABLE.contains(command) || object == null) {
            return null;
        }
        try (PreparedStatement statement =
                session.prepare("SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(?)")) {
            statement.setString(1, object);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getLong(1) >= 0 ? (Long) row.getLong(1) : null;
            }
        }
    }

    private static @Nullable Long plannedRows(String plan) {
        try {
            JsonNode top = JSON.readTree(plan).path(0).path("Plan");
            JsonNode counted = top.path("Node Type").asText().equals("ModifyTable")
                    ? top.path("Plans").path(0)
                    : top;
            return counted.path("Plan Rows").isNumber()
                    ? (Long) counted.path("Plan Rows").asLong()
                    : null;
        } catch (JsonProcessingException _) {
            return null;
        }
    }

    private static @Nullable Long estimateOnSqlite(Session session, ClassifiedStatement each) throws SQLException {
        String object = each.verdict().object();
        boolean wholeTable = WHOLE_TABLE.contains(each.verdict().command())
                || each.verdict().rule().endsWith("_without_where");
        if (!wholeTable || object == null) {
            return null;
        }
        try (Statement statement = session.statement();
                // The name is the statement's own text, so it is quoted already where it has to be.
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + object)) {
            return row.next() ? (Long) row.getLong(1) : null;
        }
    }
}
