package dev.wheelhouse.api.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.faults.Client.Reply;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One call after the other uses the same session, as the process id at the server shows. */
class SessionHygieneTest {

    private static final String PROBE = """
            SELECT current_user::text, session_user::text, current_setting('search_path') AS path,
              current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone,
              current_setting('DateStyle') AS dates, current_setting('statement_timeout') AS timeout,
              current_setting('default_transaction_read_only') AS reading,
              nullif(current_setting('app.tenant', true), '') AS tenant,
              (SELECT count(*) FROM pg_prepared_statements) AS prepared,
              (SELECT count(*) FROM pg_cursors WHERE name = 'left_over') AS cursors,
              (SELECT count(*) FROM pg_listening_channels()) AS channels,
              (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks,
              (SELECT count(*) FROM pg_class WHERE relpersistence = 't' AND relkind = 'r') AS temporary""";

    @TempDir
    Path directory;

    private RunningConsole console;
    private Client client;
    private PostgresDatabase database;
    private String postgres;

    @BeforeEach
    void start() throws Exception {
        console = RunningConsole.start(directory.resolve("home"));
        client = console.client();
        database = PostgresServer.shared().newPowerfulDatabase();
        postgres = client.addPostgres("Shared", database);
        run("CREATE TABLE account (id int PRIMARY KEY, owner text)");
        run("DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'guest') THEN CREATE ROLE guest;"
                + " END IF; END $$");
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET work_mem = '77MB'",
                "SET search_path = pg_catalog",
                "SET TimeZone = 'Asia/Tokyo'",
                "SET DateStyle = 'ISO, YMD'",
                "SET statement_timeout = 5",
                "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
                "BEGIN; SET app.tenant = 'x'; COMMIT",
                "SELECT set_config('app.tenant', 'someone', false)",
                "SELECT set_config('TimeZone', 'Asia/Tokyo', false)",
                "CREATE TEMP TABLE left_over AS SELECT 1 AS a",
                "SELECT pg_advisory_lock(42)",
                "SELECT pg_advisory_lock_shared(43), pg_advisory_lock(42)",
                "LISTEN news",
                "PREPARE left_over AS SELECT 1",
                "DECLARE left_over CURSOR WITH HOLD FOR SELECT generate_series(1, 1000)",
                "SET ROLE guest",
                "SET SESSION AUTHORIZATION guest",
                "SET LOCAL work_mem = '77MB'",
                "BEGIN; SET SESSION AUTHORIZATION guest; COMMIT",
                "CREATE TEMP TABLE left_over (a int); SET work_mem = '77MB'; SELECT pg_advisory_lock(1)",
                "DO $$ BEGIN PERFORM set_config('app.tenant', 'x', false); PERFORM pg_advisory_lock(9); END $$",
            })
    void nextCallSeesNothingOfWhatAStatementLeftBehind(String sql) throws Exception {
        String pid = pid();
        String before = probe();
        Reply reply = client.query(postgres, sql);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(probe()).isEqualTo(before);
        assertThat(pid()).as("the same session").isEqualTo(pid);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN",
                "BEGIN; INSERT INTO account VALUES (1, 'x')",
                "BEGIN; SET app.tenant = 'x'; LOCK TABLE account IN ACCESS EXCLUSIVE MODE",
                "START TRANSACTION ISOLATION LEVEL SERIALIZABLE; SELECT 1",
                "BEGIN; COMMIT; BEGIN; SELECT pg_advisory_lock(5)",
                "BEGIN; SELECT 1; COMMIT AND CHAIN",
            })
    void aTransactionLeftOpenIsRolledBackAndTold(String sql) throws Exception {
        String before = probe();
        Reply reply = client.query(postgres, sql);
        assertThat(reply.code()).isEqualTo("transaction_left_open");
        assertThat(probe()).isEqualTo(before);
        assertThat(client.value(postgres, "SELECT count(*) FROM account")).isEqualTo("0");
        assertThat(openTransactions()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET DateStyle = 'German'", "SET client_encoding = 'LATIN1'"})
    void refusesSettingsThatTheDriverCannotLiveWith(String sql) throws Exception {
        Reply reply = client.query(postgres, sql);
        assertThat(reply.code()).isEqualTo("bad_request");
        assertThat(client.value(postgres, "SELECT DATE '2026-01-02'")).isEqualTo("2026-01-02");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET work_mem = '77MB'; SELECT 1 / 0",
                "BEGIN; SET work_mem = '77MB'; COMMIT; SELECT no_such_column",
                "BEGIN; SELECT 1 / 0",
                "SELECT pg_advisory_lock(7); SELECT 1 / 0",
                "BEGIN; CREATE TEMP TABLE left_over (a int); COMMIT; SELECT 1 / 0",
            })
    void aFailedScriptLeavesNothingBehind(String sql) throws Exception {
        String before = probe();
        assertThat(client.query(postgres, sql).code()).isEqualTo("sql_error");
        assertThat(probe()).isEqualTo(before);
        assertThat(openTransactions()).isZero();
    }

    @Test
    void whatATriggerSetsDuringAnEditDoesNotReachTheNextCall() throws Exception {
        run("""
                CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                  PERFORM set_config('app.tenant', 'someone', false), pg_advisory_lock(11);
                  RETURN NEW;
                END $$""");
        run("CREATE TRIGGER remember BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION remember()");
        String before = probe();
        assertThat(client.edit(postgres, """
                {"op": "insert", "table": "account", "values": {"id": 1, "owner": "a"}}""").status()).isEqualTo(200);
        assertThat(probe()).isEqualTo(before);
    }

    @Test
    void whatAViewSetsWhenItIsReadDoesNotReachTheNextCall() throws Exception {
        run("CREATE VIEW spying AS SELECT 1 AS id, set_config('app.tenant', 'someone', false) AS tenant");
        String before = probe();
        assertThat(client.get("/db-connections/" + postgres + "/tables/public/spying/rows")
                        .status())
                .isEqualTo(200);
        assertThat(probe()).isEqualTo(before);
    }

    @Test
    void sqliteSessionsKeepNothingEither() throws Exception {
        String file = client.addSqlite("File", directory.resolve("file.db"));
        for (String sql : List.of(
                "CREATE TABLE kept (a)",
                "CREATE TEMP TABLE left_over (a)",
                "PRAGMA foreign_keys = off",
                "PRAGMA query_only = on",
                "PRAGMA case_sensitive_like = on")) {
            Reply reply = client.query(file, sql);
            assertThat(reply.status()).as(sql + reply.body()).isEqualTo(200);
        }
        assertThat(client.query(file, "BEGIN; INSERT INTO kept VALUES (1)").code())
                .isEqualTo("transaction_left_open");
        for (int i = 0; i < 10; i++) {
            assertThat(client.value(file, "SELECT count(*) FROM sqlite_temp_master"))
                    .isEqualTo("0");
            assertThat(client.value(file, "SELECT foreign_keys FROM pragma_foreign_keys"))
                    .isEqualTo("1");
            assertThat(client.value(file, "SELECT 'a' LIKE 'A'")).isEqualTo("1");
            assertThat(client.value(file, "SELECT count(*) FROM kept")).isEqualTo("0");
        }
        assertThat(client.query(file, "INSERT INTO kept VALUES (1)").status()).isEqualTo(200);
    }

    private void run(String sql) throws Exception {
        Reply reply = client.query(postgres, sql);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    private String probe() throws Exception {
        Reply reply = client.query(postgres, PROBE);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json().path("rows").path(0).toString();
    }

    private String pid() throws Exception {
        return client.value(postgres, "SELECT pg_backend_pid()");
    }

    private int openTransactions() throws Exception {
        List<String> open = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT state FROM pg_stat_activity WHERE datname ="
                        + " current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL")) {
            while (rows.next()) {
                open.add(rows.getString(1));
            }
        }
        return open.size();
    }
}
