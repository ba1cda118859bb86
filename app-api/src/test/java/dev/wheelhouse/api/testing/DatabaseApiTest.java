package dev.wheelhouse.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One console for a class of tests, working an empty database of each engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseApiTest {

    protected TestConsole console;
    protected PostgresDatabase database;
    protected ConnectionClient postgres;
    protected ConnectionClient sqlite;

    @BeforeAll
    void startConsole(@TempDir Path directory) throws IOException, InterruptedException {
        console = TestConsole.start(directory);
        database = PostgresServer.shared().newDatabase();
        postgres = console.addPostgres(database);
        sqlite = console.addSqlite();
    }

    @AfterAll
    void stopConsole() {
        console.close();
    }

    protected ConnectionClient on(Engine engine) {
        return switch (engine) {
            case POSTGRESQL -> postgres;
            case SQLITE -> sqlite;
        };
    }

    /** Fails unless the answer is this refusal; gives its document. */
    protected static JsonNode refused(Reply reply, int status, String code) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.json().path("code").asText()).as(reply.body()).isEqualTo(code);
        return reply.json();
    }

    /** Fails unless the answer is a refusal of exactly this field. */
    protected static void refusedAt(Reply reply, String path) {
        JsonNode problem = refused(reply, 422, "validation_failed");
        assertThat(problem.at("/errors/0/path").asText()).as(reply.body()).isEqualTo(path);
    }

    /** The answer's document, if it succeeded. */
    protected static JsonNode ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }
}
