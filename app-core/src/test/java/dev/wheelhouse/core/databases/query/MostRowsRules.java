package dev.wheelhouse.core.databases.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.OpenCore;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which writes are asked about on a development connection because the database expects that they change most rows of a
 * table. Tables {@code t} and {@code u} have the ids 1 to 100, {@code few} has the first three, {@code none} is empty,
 * {@code raw} was never analysed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MostRowsRules {

    /** Of both engines, or of the one whose first letter stands before. */
    private static final String ASKED = """
            DELETE FROM t WHERE id = id
            DELETE FROM t WHERE id IS NOT NULL
            DELETE FROM t WHERE true OR id = 1
            DELETE FROM t WHERE (SELECT z FROM (SELECT 1 AS z) q WHERE z = 1) = 1
            DELETE FROM t WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS z) q WHERE z = 1)
            DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id)
            DELETE FROM t WHERE id IN (SELECT id FROM u)
            WITH all_of AS (SELECT id FROM u) DELETE FROM t WHERE id IN (SELECT id FROM all_of)
            DELETE FROM t WHERE id <> 5
            UPDATE t SET v = '' FROM (SELECT 1 AS z) q WHERE z = 1
            UPDATE t SET v = u.v FROM u WHERE u.id = t.id
            INSERT INTO t SELECT id, '' FROM u WHERE true ON CONFLICT (id) DO UPDATE SET v = excluded.v
            INSERT INTO t SELECT id, '' FROM t WHERE true ON CONFLICT (id) DO UPDATE SET v = ''
            UPDATE t SET v = '' WHERE id = 1; DELETE FROM t WHERE id = id
            p DELETE FROM t USING (VALUES (1)) q(z) WHERE q.z = 1
            p INSERT INTO t (SELECT id, '' FROM u) ON CONFLICT (id) DO UPDATE SET v = DEFAULT
            p INSERT INTO t VALUES (generate_series(1, 100), '') ON CONFLICT (id) DO UPDATE SET v = ''
            p DELETE FROM t USING (SELECT 1 AS z) q WHERE z = 1
            p DELETE FROM t WHERE t = t
            p WITH gone AS (DELETE FROM t WHERE id = id RETURNING id) SELECT * FROM gone WHERE id = 1
            p WITH x AS (SELECT id FROM u) UPDATE t SET v = '' FROM x WHERE x.id = t.id
            p DELETE FROM parts WHERE id = id
            p DELETE FROM seen WHERE id = id
            p DELETE FROM absent WHERE id = id
            s UPDATE t SET v = '' FROM (SELECT 1 z) WHERE z
            p DELETE FROM raw WHERE id = id
            p DELETE FROM raw USING (VALUES (1)) q(z) WHERE q.z = 1
            s UPDATE t SET v = '' WHERE id + 1
            s UPDATE t SET v = '' WHERE id + 0 >= 1 AND id IS NOT NULL
            s DELETE FROM t WHERE id IN t
            s INSERT OR REPLACE INTO t SELECT id, '' FROM t
            s REPLACE INTO t SELECT id, '' FROM t
            s DELETE FROM absent WHERE id = id
            """;

    private static final String UNASKED = """
            DELETE FROM t WHERE id = 5
            DELETE FROM t WHERE id > 0
            UPDATE t SET v = 'x' WHERE id + 0 = 5
            DELETE FROM t WHERE id IN (SELECT id FROM few)
            DELETE FROM t WHERE EXISTS (SELECT 1 FROM few WHERE few.id = t.id)
            UPDATE t SET v = u.v FROM u WHERE u.id = t.id AND u.id = 3
            UPDATE t SET v = few.v FROM few WHERE few.id = t.id
            INSERT INTO t SELECT id, '' FROM few WHERE true ON CONFLICT (id) DO UPDATE SET v = ''
            INSERT INTO t VALUES (1, '') ON CONFLICT (id) DO UPDATE SET v = ''
            INSERT INTO none SELECT id, '' FROM u WHERE true ON CONFLICT (id) DO UPDATE SET v = ''
            DELETE FROM none WHERE id = id
            p DELETE FROM t USING u WHERE t.id = u.id AND u.id = 3
            p INSERT INTO t VALUES (1, lower('A')) ON CONFLICT (id) DO UPDATE SET v = excluded.v
            p INSERT INTO t VALUES (1, now()::text) ON CONFLICT (id) DO UPDATE SET v = excluded.v
            p DELETE FROM t USING few WHERE t.id = few.id
            p DELETE FROM ONLY parts WHERE id = id
            p DELETE FROM parts WHERE id IN (SELECT id FROM few)
            p DELETE FROM seen WHERE id IN (SELECT id FROM few)
            p WITH gone AS (DELETE FROM t WHERE id IN (SELECT id FROM few) RETURNING id) SELECT * FROM gone
            p DELETE FROM raw USING u WHERE raw.id = u.id AND u.id + 0 = 3
            p DELETE FROM raw WHERE id IN (SELECT id FROM raw AS r WHERE r.v = 'x')
            p UPDATE raw SET v = 'x' WHERE v IS NULL OR v = '' OR lower(v) = 'y'
            s INSERT OR REPLACE INTO t SELECT id, '' FROM few
            s UPDATE t AS x SET v = '' FROM u WHERE u.id = x.id AND u.id + 0 = 3
            """;

    private OpenCore open;
    private DatabaseConnection connection;

    abstract DatabaseConnection connect(OpenCore core) throws Exception;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        open = new OpenCore(folder);
        connection = connect(open);
        boolean postgres = connection.engine() == Engine.POSTGRESQL;
        for (String table : List.of("t", "u", "few", "none", "raw")) {
            // Autovacuum would analyse them, or not in time.
            String storage = postgres ? " WITH (autovacuum_enabled = off)" : "";
            open.run(connection, "CREATE TABLE " + table + " (id integer PRIMARY KEY, v text)" + storage);
        }
        if (postgres) {
            open.run(connection, """
                    CREATE TABLE parts (id int PRIMARY KEY, v text) PARTITION BY RANGE (id);
                    CREATE TABLE low PARTITION OF parts FOR VALUES FROM (0) TO (51);
                    CREATE TABLE high PARTITION OF parts FOR VALUES FROM (51) TO (1000);
                    CREATE VIEW seen AS SELECT * FROM t
                    """);
        }
    }

    @BeforeEach
    void fill() {
        for (String table : List.of("t", "u", "few", "raw")) {
            open.run(connection, "DELETE FROM " + table);
            open.run(
                    connection,
                    "INSERT INTO " + table + " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                            + " WHERE i < " + (table.equals("few") ? 3 : 100) + ") SELECT i, 'v' FROM n");
        }
        open.run(connection, "DELETE FROM none");
        if (connection.engine() == Engine.POSTGRESQL) {
            open.run(connection, "DELETE FROM parts; INSERT INTO parts SELECT * FROM t");
        }
    }

    @AfterAll
    void stop() {
        open.close();
    }

    private Stream<String> those(String list) {
        String other = connection.engine() == Engine.POSTGRESQL ? "s " : "p ";
        return list.lines().filter(each -> !each.startsWith(other)).map(each -> each.replaceFirst("^[ps] ", ""));
    }

    Stream<String> asked() {
        return those(ASKED);
    }

    Stream<String> unasked() {
        return those(UNASKED);
    }

    @ParameterizedTest
    @MethodSource("asked")
    void asksBeforeMostRowsOfATableChange(String sql) {
        analyse();
        isAsked(sql);
    }

    @ParameterizedTest
    @MethodSource("unasked")
    void asksNothingBeforeAPartOfATableChanges(String sql) {
        analyse();
        run(sql, null);
    }

    /** Only PostgreSQL estimates: SQLite counts. */
    private void analyse() {
        if (connection.engine() == Engine.POSTGRESQL) {
            open.run(connection, "ANALYZE t, u, few, none, parts");
        }
    }

    @Test
    void judgesByTheValuesOfParameters() {
        analyse();
        boolean postgres = connection.engine() == Engine.POSTGRESQL;
        String sql =
                "UPDATE t SET v = :v WHERE id + 0 <= " + (postgres ? "CAST(:most AS int)" : ":most") + " AND id = id";
        run(sql, new RawJson("{\"v\": \"x\", \"most\": 3}"));
        if (!postgres) {
            assertThat(refusal(sql, new RawJson("{\"v\": \"x\", \"most\": 90}")))
                    .isEqualTo(Verdict.MOST_ROWS);
            String unnamed = "UPDATE t SET v = ? WHERE id + 0 <= ?";
            run(unnamed, new RawJson("[90, 3]"));
            assertThat(refusal(unnamed, new RawJson("[3, 90]"))).isEqualTo(Verdict.MOST_ROWS);
        }
    }

    @Test
    void namesHowManyRowsWouldChange() {
        analyse();
        List<StatementImpact> asked = impacts("DELETE FROM t WHERE id = id", null);
        assertThat(asked).containsExactly(new StatementImpact(0, "DELETE", Verdict.MOST_ROWS, "t", 100L));
    }

    @Test
    void asksTheDatabaseAboutTwentyStatementsOfATextOnly() {
        String one = "UPDATE t SET v = 'x' WHERE id + 0 = 5;";
        run(one.repeat(20), null);
        assertThat(impacts(one.repeat(22), null))
                .extracting(StatementImpact::index)
                .containsExactly(20, 21);
    }

    @Test
    void runsWhatWasConfirmed() {
        open.run(connection, "DELETE FROM t WHERE id = id");
        assertThat(count()).isZero();
    }

    private void isAsked(String sql) {
        assertThat(refusal(sql, null)).isEqualTo(Verdict.MOST_ROWS);
        assertThat(count()).isEqualTo(100);
    }

    private void run(String sql, @Nullable RawJson parameters) {
        open.databases()
                .queries()
                .run(open.caller(), connection.id(), new QueryRequest(sql, false, null, 1000, null, parameters));
    }

    private String refusal(String sql, @Nullable RawJson parameters) {
        List<StatementImpact> asked = impacts(sql, parameters);
        assertThat(asked).hasSize(1);
        return asked.getFirst().rule();
    }

    private List<StatementImpact> impacts(String sql, @Nullable RawJson parameters) {
        AppException refused = catchThrowableOfType(AppException.class, () -> run(sql, parameters));
        assertThat(refused).as(sql).isNotNull();
        assertThat(refused.errorCode()).as(refused.getMessage()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        return ((ConfirmationNeeded) refused.details()).statements();
    }

    /** The rows that are as they were. */
    private long count() {
        QueryResult result = open.databases()
                .queries()
                .run(
                        open.caller(),
                        connection.id(),
                        new QueryRequest("SELECT id FROM t WHERE v = 'v'", false, null, 1000, null, null));
        return result.rowCount();
    }
}
