package dev.wheelhouse.core.databases.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.Verdict;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.OpenCore;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which functions are asked about on a development connection when a statement that writes calls them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DestructiveFunctionsTest {

    private static final String FUNCTIONS = """
            CREATE TABLE t (x int PRIMARY KEY, y text);
            CREATE TABLE big (x int PRIMARY KEY, y text);
            CREATE TABLE numbers (name text PRIMARY KEY, last int);
            CREATE SCHEMA other;
            CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM t; RETURN 1; END';
            CREATE FUNCTION wipe_by_sql() RETURNS int LANGUAGE sql AS 'DELETE FROM t; SELECT 1';
            CREATE FUNCTION wipe_in_standard() RETURNS int LANGUAGE sql BEGIN ATOMIC DELETE FROM t; SELECT 1; END;
            CREATE FUNCTION wipe_in_branch(n int) RETURNS int LANGUAGE plpgsql AS $$
              BEGIN IF n > 0 THEN UPDATE t SET y = ''; END IF; RETURN n; END $$;
            CREATE FUNCTION wipe_in_query() RETURNS bigint LANGUAGE sql AS
              'WITH gone AS (DELETE FROM t RETURNING 1) SELECT count(*) FROM gone WHERE true';
            CREATE FUNCTION empties() RETURNS int LANGUAGE plpgsql AS 'BEGIN TRUNCATE t; RETURN 1; END';
            CREATE FUNCTION runs_text(what text) RETURNS int LANGUAGE plpgsql AS 'BEGIN EXECUTE what; RETURN 1; END';
            CREATE FUNCTION other.calls_wipe() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM wipe(); RETURN 1; END';
            CREATE FUNCTION "Wipe it"() RETURNS int LANGUAGE sql AS 'SELECT other.calls_wipe()';
            CREATE FUNCTION next_number(of text) RETURNS int LANGUAGE plpgsql AS $$
              DECLARE n int;
              BEGIN
                SELECT last INTO n FROM numbers WHERE name = of FOR UPDATE;
                INSERT INTO numbers VALUES (of, 1)
                  ON CONFLICT (name) DO UPDATE SET last = numbers.last + 1 RETURNING last INTO n;
                UPDATE numbers SET last = n WHERE name = of;
                DELETE FROM numbers WHERE name = 'unused';
                RETURN n;
              END $$;
            CREATE FUNCTION copies() RETURNS int LANGUAGE plpgsql AS
              $$ BEGIN COPY t TO PROGRAM 'true'; RETURN 1; END $$;
            CREATE FUNCTION wipe_in_block() RETURNS int LANGUAGE plpgsql AS
              $a$ BEGIN DO $b$ BEGIN DELETE FROM t; END $b$; RETURN 1; END $a$;
            CREATE FUNCTION next_of(of text) RETURNS int LANGUAGE plpgsql AS $$
              DECLARE n int;
              BEGIN
                CREATE TEMP TABLE IF NOT EXISTS kept (x int) ON COMMIT DELETE ROWS;
                CREATE TEMP TABLE taken ON COMMIT DROP AS SELECT 1 AS x;
                INSERT INTO numbers VALUES (of, coalesce(1, date_part('day', now())::int))
                  ON CONFLICT (name) DO UPDATE SET last = numbers.last + 1 RETURNING last INTO n;
                RETURN n;
              END $$;
            CREATE FUNCTION wipe_by_itself() RETURNS int LANGUAGE plpgsql AS
              'BEGIN DELETE FROM t WHERE x = x; RETURN 1; END';
            CREATE FUNCTION wipe_what_is() RETURNS int LANGUAGE plpgsql AS
              'BEGIN UPDATE t SET y = NULL WHERE x IS NOT NULL; RETURN 1; END';
            CREATE FUNCTION wipe_by_others() RETURNS int LANGUAGE plpgsql AS
              'BEGIN DELETE FROM t USING (VALUES (1)) q(z) WHERE q.z = 1; RETURN 1; END';
            CREATE FUNCTION runs_query(what text) RETURNS xml LANGUAGE sql AS
              'SELECT query_to_xml(what, true, false, $$$$)';
            CREATE FUNCTION opens(what text) RETURNS int LANGUAGE plpgsql AS
              'DECLARE c refcursor; BEGIN OPEN c FOR EXECUTE what; RETURN 1; END';
            CREATE FUNCTION wipe_each(state int, n int) RETURNS int LANGUAGE plpgsql AS
              'BEGIN DELETE FROM t; RETURN 1; END';
            CREATE AGGREGATE wipes(int) (SFUNC = wipe_each, STYPE = int, INITCOND = '0');
            CREATE FUNCTION wipe_row(big) RETURNS text LANGUAGE sql AS 'DELETE FROM t; SELECT $$$$::text';
            CREATE FUNCTION by(n int) RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM t; RETURN 1; END';
            CREATE FUNCTION doubles(n int) RETURNS int LANGUAGE sql AS 'SELECT CASE WHEN n > 0 THEN doubles(n - 1) END';
            CREATE PROCEDURE wiping() LANGUAGE sql AS 'TRUNCATE t';
            """;

    private OpenCore open;
    private DatabaseConnection connection;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        open = new OpenCore(folder);
        connection = open.connect(Engine.POSTGRESQL);
        open.run(connection, FUNCTIONS);
        open.run(connection, "INSERT INTO t SELECT n, 'v' FROM generate_series(1, 10) n");
    }

    @AfterAll
    void stop() {
        open.close();
    }

    static Stream<String> asked() {
        return """
                INSERT INTO big (y) VALUES (wipe()::text)
                UPDATE big SET y = '' WHERE x = 1 AND wipe() = 1
                DELETE FROM big WHERE x = public.wipe ()
                CREATE TABLE z AS SELECT wipe()
                SELECT * INTO z FROM t WHERE wipe() = 1
                ALTER TABLE big ADD COLUMN q int DEFAULT wipe()
                CREATE MATERIALIZED VIEW z AS SELECT wipe()
                CREATE INDEX ON big ((wipe_by_sql()))
                INSERT INTO big VALUES (wipe_by_sql())
                INSERT INTO big VALUES (wipe_in_standard())
                INSERT INTO big VALUES (wipe_in_branch(1))
                INSERT INTO big VALUES (wipe_in_query())
                INSERT INTO big VALUES (empties())
                INSERT INTO big VALUES (runs_text('DELETE FROM t'))
                INSERT INTO big VALUES (other.calls_wipe())
                INSERT INTO big VALUES ("Wipe it"())
                INSERT INTO big VALUES (abs(WIPE()))
                EXPLAIN ANALYZE INSERT INTO big VALUES (wipe())
                INSERT INTO big VALUES (1, 'a'); INSERT INTO big VALUES (wipe())
                CALL wiping()
                INSERT INTO big VALUES (wipe_by_itself())
                INSERT INTO big VALUES (copies())
                INSERT INTO big VALUES (wipe_in_block())
                INSERT INTO big VALUES (wipe_what_is())
                INSERT INTO big VALUES (wipe_by_others())
                INSERT INTO big (y) VALUES (runs_query('DELETE FROM t RETURNING 1')::text)
                INSERT INTO big VALUES (opens('DELETE FROM t RETURNING 1'))
                INSERT INTO big SELECT wipes(x) FROM t
                UPDATE big SET y = big.wipe_row WHERE x = 1
                INSERT INTO big VALUES (by(1))
                INSERT INTO big (y) VALUES (JSON_OBJECT('a':wipe())::text)
                INSERT INTO big VALUES (U&"!0077ipe" UESCAPE '!' ())
                ALTER TABLE big ADD COLUMN z int DEFAULT public.wipe()
                """.lines();
    }

    static Stream<String> unasked() {
        return """
                INSERT INTO big (x) VALUES (50 + next_number('big'))
                INSERT INTO big (x, y) VALUES (100 + abs(1), upper(concat('a', now())))
                UPDATE big SET y = lower(y) WHERE x = coalesce(doubles(3), 1)
                CREATE TABLE wipe (x int CHECK (x IN (1, 2)))
                INSERT INTO wipe (x) VALUES (1)
                INSERT INTO big (x) VALUES (700 + next_of('big'))
                CREATE INDEX ON wipe (x)
                CREATE VIEW calls_it AS SELECT wipe()
                ALTER TABLE big ALTER COLUMN x SET DEFAULT wipe()
                GRANT EXECUTE ON FUNCTION wipe() TO PUBLIC
                COMMENT ON FUNCTION wipe() IS 'empties t'
                UPDATE big SET y = big.y WHERE big.x = 1
                CREATE OR REPLACE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS 'BEGIN DELETE FROM t; RETURN 1; END'
                """.lines();
    }

    @ParameterizedTest
    @MethodSource("asked")
    void asksBeforeAFunctionIsCalledThatIsAskedAboutByItself(String sql) {
        List<StatementImpact> impacts = impacts(sql);
        assertThat(impacts).singleElement().extracting(StatementImpact::rule).isEqualTo(Verdict.DESTRUCTIVE_FUNCTION);
        assertThat(count()).isEqualTo(10);
    }

    @ParameterizedTest
    @MethodSource("unasked")
    void asksNothingAboutOtherFunctions(String sql) {
        run(sql, false);
    }

    @Test
    void namesTheFunction() {
        assertThat(impacts("INSERT INTO big VALUES (abs(7), wipe()::text)"))
                .singleElement()
                .extracting(StatementImpact::object)
                .isEqualTo("wipe");
    }

    @Test
    void runsWhatWasConfirmed() {
        run("BEGIN; INSERT INTO big VALUES (wipe() + 1000); ROLLBACK", true);
        assertThat(count()).isEqualTo(10);
    }

    private void run(String sql, boolean confirm) {
        open.databases()
                .queries()
                .run(open.caller(), connection.id(), new QueryRequest(sql, confirm, null, 1000, null, null));
    }

    private List<StatementImpact> impacts(String sql) {
        AppException refused = catchThrowableOfType(AppException.class, () -> run(sql, false));
        assertThat(refused).as(sql).isNotNull();
        assertThat(refused.errorCode()).as(refused.getMessage()).isEqualTo(PlatformError.CONFIRMATION_REQUIRED);
        return ((ConfirmationNeeded) refused.details()).statements();
    }

    private long count() {
        return open.databases()
                .queries()
                .run(
                        open.caller(),
                        connection.id(),
                        new QueryRequest("SELECT x FROM t WHERE y = 'v'", false, null, 1000, null, null))
                .rowCount();
    }
}
