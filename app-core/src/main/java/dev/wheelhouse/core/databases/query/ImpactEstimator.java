package dev.wheelhouse.core.databases.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.sql.CountedRows;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.Verdict;
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

    /** The share of a table's rows that are most of them: above the half that the planner assumes where it knows nothing. */
    private static final double MOST = 2.0 / 3;

    private static final String PLAN = "EXPLAIN (FORMAT JSON, VERBOSE) ";
    private static final Set<String> SOURCES = Set.of("Outer", "Member");
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
        return ask(
                        caller,
                        connection,
                        session -> Optional.ofNullable(
                                switch (session.engine()) {
                                    case POSTGRESQL -> estimateOnPostgres(session, each);
                                    case SQLITE -> estimateOnSqlite(session, each);
                                }))
                .orElse(null);
    }

    /**
     * Whether a statement may change more rows of a table than {@link #MOST}. True where the database cannot tell. An empty
     * table has none to change.
     */
    boolean mayChangeMostRows(Caller caller, DatabaseConnection connection, ClassifiedStatement each) {
        return ask(
                        caller,
                        connection,
                        session -> Optional.of(
                                switch (session.engine()) {
                                    case POSTGRESQL -> changesMostOnPostgres(session, each);
                                    case SQLITE -> changesMostOnSqlite(session, each);
                                }))
                .orElse(true);
    }

    /** The verdict on a statement by what it calls: the one it has, or one that has to be confirmed. */
    Verdict byFunctions(
            Caller caller, DatabaseConnection connection, FunctionReview review, Set<String> called, Verdict verdict) {
        Optional<Optional<String>> answer =
                ask(caller, connection, session -> Optional.of(review.destructive(session, called)));
        return answer.isEmpty()
                ? verdict.by(Verdict.UNKNOWN_FUNCTION)
                : answer.get()
                        .map(name -> verdict.by(Verdict.DESTRUCTIVE_FUNCTION).on(name))
                        .orElse(verdict);
    }

    private static boolean changesMostOnPostgres(Session session, ClassifiedStatement each) throws SQLException {
        JsonNode plan = plan(session, each);
        List<JsonNode> changes = plan.findParents("Operation").stream()
                .filter(node -> node.path("Node Type").asText().equals("ModifyTable"))
                .toList();
        for (JsonNode change : changes) {
            boolean inserts = change.path("Operation").asText().equals("Insert")
                    && !change.path("Conflict Resolution").asText().equals("UPDATE");
            if (!inserts && changesMost(session, change)) {
                return true;
            }
        }
        return changes.isEmpty();
    }

    /** Both numbers are the planner's, so that they are wrong alike where nothing was analysed. */
    private static boolean changesMost(Session session, JsonNode change) throws SQLException {
        long changed = changedRows(change);
        if (changed <= 1 && change.path("Operation").asText().equals("Insert")) {
            return false;
        }
        String table = Identifiers.quote(
                change.path("Schema").asText(), change.path("Relation Name").asText());
        // Without others it is the named table alone: one of no partitions, or after an ONLY.
        String rows = "FROM " + (change.has("Target Tables") ? "" : "ONLY ") + table;
        try (Statement statement = session.statement()) {
            long all = plan(statement.executeQuery(PLAN + "SELECT " + rows))
                    .at("/0/Plan/Plan Rows")
                    .asLong();
            if (changed <= all * MOST) {
                return false;
            }
            try (ResultSet row = statement.executeQuery("SELECT EXISTS (SELECT " + rows + ")")) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private static boolean changesMostOnSqlite(Session session, ClassifiedStatement each) throws SQLException {
        String table = each.verdict().object();
        Long rows = countedOnSqlite(session, each);
        if (table == null || rows == null) {
            return true;
        }
        long all = countOnSqlite(session, table);
        return all > 0 && rows > all * MOST;
    }

    /** @return empty when the database gives no answer */
    private <T> Optional<T> ask(Caller caller, DatabaseConnection connection, Session.Work<Optional<T>> question) {
        try {
            return sessions.read(caller, connection, LIMIT, session -> {
                session.begin(true);
                return question.run(session);
            });
        } catch (AppException _) {
            // The question to the caller is what matters; a database that cannot estimate must not hide it.
            return Optional.empty();
        }
    }

    private static @Nullable Long estimateOnPostgres(Session session, ClassifiedStatement each) throws SQLException {
        String command = each.verdict().command();
        if (PLANNED.contains(command)) {
            JsonNode top = plan(session, each).at("/0/Plan");
            boolean changes = top.path("Node Type").asText().equals("ModifyTable");
            return changes ? changedRows(top) : top.path("Plan Rows").asLong();
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

    private static JsonNode plan(Session session, ClassifiedStatement each) throws SQLException {
        try (Statement statement = each.open(session, PLAN)) {
            return plan(each.query(session, statement, PLAN));
        }
    }

    private static JsonNode plan(ResultSet explained) throws SQLException {
        try (explained) {
            explained.next();
            return JSON.readTree(explained.getString(1));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("PostgreSQL writes plans as JSON", e);
        }
    }

    /** The rows that are handed to a ModifyTable: a member each table before PostgreSQL 14, else one plan for all. */
    private static long changedRows(JsonNode change) {
        long rows = 0;
        for (JsonNode each : change.path("Plans")) {
            boolean source = SOURCES.contains(each.path("Parent Relationship").asText());
            rows += source ? each.path("Plan Rows").asLong() : 0;
        }
        return rows;
    }

    private static @Nullable Long estimateOnSqlite(Session session, ClassifiedStatement each) throws SQLException {
        String object = each.verdict().object();
        return object != null && WHOLE_TABLE.contains(each.verdict().command())
                ? (Long) countOnSqlite(session, object)
                : countedOnSqlite(session, each);
    }

    private static @Nullable Long countedOnSqlite(Session session, ClassifiedStatement each) throws SQLException {
        SqlStatement counting = CountedRows.of(each.statement()).orElse(null);
        if (counting == null) {
            return null;
        }
        ClassifiedStatement counted = each.derived(counting, session.engine());
        try (Statement statement = counted.open(session, "");
                ResultSet row = counted.query(session, statement, "")) {
            return row.next() ? (Long) row.getLong(1) : null;
        }
    }

    private static long countOnSqlite(Session session, String table) throws SQLException {
        try (Statement statement = session.statement();
                // The name is the statement's own text, so it is quoted already where it has to be.
                ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }
}
