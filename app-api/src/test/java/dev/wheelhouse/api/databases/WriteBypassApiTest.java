package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Known ways to write with a credential, or through a connection, that may only read. */
class WriteBypassApiTest extends DatabaseApiTest {

    private ApiClient reader;
    private ConnectionClient readOnly;

    @BeforeAll
    void fill() throws Exception {
        reader = console.with("databases:read", "databases:query");
        readOnly = console.addPostgres(database, Map.of("readOnly", true));
        for (Engine engine : Engine.values()) {
            on(engine).run("CREATE TABLE precious (id INTEGER PRIMARY KEY, a TEXT)");
            on(engine).run("INSERT INTO precious VALUES (1,'a'),(2,'b'),(3,'c')");
        }
        postgres.run("CREATE FUNCTION destroy() RETURNS int LANGUAGE sql AS 'DELETE FROM precious; SELECT 1'");
    }

    @AfterAll
    void closeReader() {
        reader.close();
    }

    private void untouched(Engine engine) throws Exception {
        assertThat(on(engine)
                        .value("SELECT count(*) FROM precious WHERE a IN ('a','b','c')")
                        .asInt())
                .isEqualTo(3);
    }

    static List<String> waysAroundTheSecondLock() {
        return List.of(
                "SELECT destroy()",
                "COMMIT; SELECT destroy()",
                "ROLLBACK; SELECT destroy()",
                "BEGIN; COMMIT; SELECT destroy()",
                "BEGIN; SELECT destroy(); COMMIT",
                "END; SELECT destroy()",
                "BEGIN READ WRITE; SELECT destroy(); COMMIT",
                "START TRANSACTION READ WRITE; SELECT destroy(); COMMIT",
                "SET TRANSACTION READ WRITE; SELECT destroy()",
                "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; COMMIT; SELECT destroy()",
                "SET default_transaction_read_only = off; COMMIT; BEGIN; SELECT destroy(); COMMIT",
                "SET SESSION default_transaction_read_only TO off; COMMIT; SELECT destroy()",
                "SET \"default_transaction_read_only\" = off; COMMIT; SELECT destroy()",
                "SET transaction_read_only = off; SELECT destroy()",
                "RESET default_transaction_read_only; COMMIT; SELECT destroy()",
                "RESET ALL; COMMIT; SELECT destroy()",
                "DISCARD ALL",
                "BEGIN; DISCARD ALL; COMMIT; SELECT destroy()",
                "SELECT set_config('transaction_read_only', 'off', false), destroy()",
                "SELECT set_config('default_transaction_read_only', 'off', false); COMMIT; SELECT destroy()",
                "SELECT pg_catalog.set_config('default_transaction_read_only', 'off', false); COMMIT; SELECT destroy()",
                "UPDATE pg_settings SET setting = 'off' WHERE name = 'default_transaction_read_only'; COMMIT; SELECT"
                        + " destroy()",
                "DO $$ BEGIN PERFORM destroy(); END $$",
                "CALL destroy()",
                "PREPARE p AS DELETE FROM precious; EXECUTE p",
                "EXPLAIN ANALYZE DELETE FROM precious",
                "EXPLAIN (ANALYZE true) DELETE FROM precious",
                "WITH gone AS (DELETE FROM precious RETURNING id) SELECT * FROM gone",
                "SELECT * INTO stolen FROM precious",
                "COPY precious TO PROGRAM 'true'",
                "COPY (SELECT 1) TO PROGRAM 'true'",
                "SELECT pg_read_file('/etc/passwd')",
                "SELECT lo_import('/etc/passwd')",
                "SELECT dblink_exec('', 'DELETE FROM precious')",
                "SELECT pg_terminate_backend(1)",
                "SELECT query_to_xml('SELECT destroy()', true, true, '')",
                "BEGIN; SAVEPOINT a; ROLLBACK TO a; COMMIT; SELECT destroy()",
                "COMMIT AND CHAIN; SELECT destroy()",
                "ROLLBACK AND CHAIN; SET TRANSACTION READ WRITE; SELECT destroy(); COMMIT",
                "/* */ -- x\n COMMIT; SELECT/**/destroy()",
                "VALUES (destroy())",
                "DECLARE c CURSOR FOR SELECT destroy(); FETCH ALL FROM c");
    }

    @ParameterizedTest
    @MethodSource("waysAroundTheSecondLock")
    void aKeyThatMayOnlyReadCannotWrite(String sql) throws Exception {
        for (boolean confirm : new boolean[] {false, true}) {
            Reply reply = postgres.as(reader).query(Map.of("sql", sql, "confirm", confirm));
            assertThat(reply.status()).as(reply.body()).isIn(400, 403);
        }
        untouched(Engine.POSTGRESQL);
        assertThat(postgres.value("SELECT to_regclass('stolen') IS NULL").asBoolean())
                .isTrue();
        Reply script = postgres.as(reader).script(sql, "confirm", "true");
        if (script.status() == 202) {
            assertThat(postgres.endOf(script).path("status").asText()).isEqualTo("failed");
        }
        untouched(Engine.POSTGRESQL);
        assertThat(postgres.query("UPDATE precious SET a = a WHERE id = 1").status())
                .as("Nothing of the lock is left in the pool")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("waysAroundTheSecondLock")
    void aReadOnlyConnectionCannotBeTalkedIntoWriting(String sql) throws Exception {
        Reply reply = readOnly.query(Map.of("sql", sql, "confirm", true));
        assertThat(reply.status()).as(reply.body()).isIn(400, 403);
        untouched(Engine.POSTGRESQL);
    }

    @Test
    void aHeldCursorIsNotFilledAtTheEndOfAReadingTransaction() throws Exception {
        String sql = "BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT destroy(); COMMIT";
        assertThat(readOnly.query(sql).status()).isEqualTo(200);
        assertThat(postgres.as(reader).query(sql).status()).isEqualTo(200);
        untouched(Engine.POSTGRESQL);
    }

    static List<String> waysAroundSqlitesLock() {
        return List.of(
                "DELETE FROM precious WHERE id = 1",
                "PRAGMA query_only = off; DELETE FROM precious WHERE id = 1",
                "PRAGMA query_only = 0",
                "PRAGMA main.query_only(0)",
                "COMMIT; DELETE FROM precious WHERE id = 1",
                "COMMIT; BEGIN IMMEDIATE; INSERT INTO precious VALUES (9,'z'); COMMIT",
                "PRAGMA writable_schema = on",
                "PRAGMA journal_mode = DELETE",
                "PRAGMA user_version = 7",
                "REPLACE INTO precious VALUES (1,'z')",
                "WITH x AS (SELECT 1) INSERT INTO precious SELECT 9, 'z' FROM x",
                "CREATE TEMP TABLE t (a)",
                "VACUUM",
                "VACUUM INTO '/tmp/wheelhouse-stolen.db'",
                "ATTACH '/tmp/wheelhouse-stolen.db' AS s",
                "REINDEX",
                "SELECT load_extension('/tmp/x')",
                "SELECT writefile('/tmp/wheelhouse-stolen.db', 'x')",
                "SELECT fts3_tokenizer('x', x'00')");
    }

    @ParameterizedTest
    @MethodSource("waysAroundSqlitesLock")
    void aKeyThatMayOnlyReadCannotWriteToSqliteEither(String sql) throws Exception {
        Reply reply = sqlite.as(reader).query(Map.of("sql", sql, "confirm", true));
        assertThat(reply.status()).as(reply.body()).isIn(400, 403);
        untouched(Engine.SQLITE);
        assertThat(sqlite.value("SELECT count(*) FROM precious").asInt()).isEqualTo(3);
        assertThat(sqlite.value("PRAGMA user_version").asInt()).isZero();
        assertThat(Files.exists(Path.of("/tmp/wheelhouse-stolen.db"))).isFalse();
    }
}
