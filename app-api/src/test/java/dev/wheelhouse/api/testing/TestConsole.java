package dev.wheelhouse.api.testing;

import dev.wheelhouse.api.Console;
import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole console without its window, started in a directory of the test's own, with clients for its owner and for keys
 * of less. Databases that it works lie beside its home.
 */
public final class TestConsole implements AutoCloseable {

    private static final OpenApiContract CONTRACT = new OpenApiContract();

    private final Path directory;
    private final Console console;
    private final String ownerToken;
    private final ApiClient owner;
    private int names;

    private TestConsole(Path directory, @Nullable String storeUrl, Clock clock) throws IOException {
        this.directory = directory;
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        LaunchOptions options =
                new LaunchOptions(true, StateKind.migrated(directory.resolve("home")), 0, storeUrl, false);
        this.console = Console.start(options, clock, nowhere);
        this.ownerToken =
                Files.readString(console.core().access().localTokenFile()).strip();
        this.owner = new ApiClient(port(), ownerToken, CONTRACT);
    }

    /** @param directory of the test's own; links on the way to it are followed */
    public static TestConsole start(Path directory) throws IOException {
        return start(directory, Clock.systemUTC());
    }

    /** One that lives by a clock of the test's. */
    public static TestConsole start(Path directory, Clock clock) throws IOException {
        return new TestConsole(directory.toRealPath(), null, clock);
    }

    /** One whose state is on a shared PostgreSQL. */
    public static TestConsole start(Path directory, String storeUrl) throws IOException {
        return new TestConsole(directory.toRealPath(), storeUrl, Clock.systemUTC());
    }

    public Core core() {
        return console.core();
    }

    public int port() {
        return console.port();
    }

    public Path home() {
        return console.core().home().directory();
    }

    public String ownerToken() {
        return ownerToken;
    }

    /** The owner, with the local token. */
    public ApiClient owner() {
        return owner;
    }

    /** The token of a new key with exactly these scopes. */
    public String tokenWith(String... scopes) throws IOException, InterruptedException {
        String body = JsonText.of("name", "test", "requestsPerMinute", 6000, "scopes", List.of(scopes));
        return owner.post("/api-keys", body).json().path("token").asText();
    }

    /** A client with a new key of exactly these scopes. */
    public ApiClient with(String... scopes) throws IOException, InterruptedException {
        return owner.as(tokenWith(scopes));
    }

    /** A path beside the home that no file is at yet. */
    public Path newFile() {
        names++;
        return directory.resolve("database-" + names + ".db");
    }

    /** A connection to a new, empty SQLite file. */
    public ConnectionClient addSqlite() throws IOException, InterruptedException {
        return addSqlite(newFile(), Map.of());
    }

    /** @param more fields of the connection beside name, engine, path and environment */
    public ConnectionClient addSqlite(Path file, Map<String, Object> more) throws IOException, InterruptedException {
        return add(JsonText.merge(
                Map.of("engine", "sqlite", "path", file.toString(), "create", true, "environment", "development"),
                more));
    }

    public ConnectionClient addPostgres(PostgresDatabase database) throws IOException, InterruptedException {
        return addPostgres(database, Map.of());
    }

    /** @param more fields of the connection, in place of those of the database */
    public ConnectionClient addPostgres(PostgresDatabase database, Map<String, Object> more)
            throws IOException, InterruptedException {
        return add(JsonText.merge(postgres(database), more));
    }

    /** The fields of a connection to a database, but for its name. */
    public static Map<String, Object> postgres(PostgresDatabase database) {
        return Map.of(
                "engine", "postgresql",
                "host", database.host(),
                "port", database.port(),
                "database", database.database(),
                "user", database.user(),
                "password", database.password(),
                "ssl", "disable",
                "environment", "development");
    }

    /**
     * A server that an sshd of this machine is, whose key is not trusted yet.
     *
     * @param key the private key to log in with
     * @return its id
     */
    public String addServer(String name, int port, String user, String key) throws IOException, InterruptedException {
        Map<String, Object> login = Map.of("type", "key", "privateKey", key);
        ApiClient.Reply reply = owner.post(
                "/servers",
                JsonText.of(Map.of(
                        "name", name, "kind", "ssh", "host", "127.0.0.1", "port", port, "user", user, "auth", login)));
        if (reply.status() != 201 || reply.body().contains("PRIVATE KEY")) {
            throw new AssertionError("The server was not made, or told with its key: " + reply.body());
        }
        return reply.json().path("id").asText();
    }

    /** Trusts the key that a server shows. */
    public void trustServer(String id) throws IOException, InterruptedException {
        String shown = owner.post("/servers/" + id + "/test", "")
                .json()
                .path("hostKeyFingerprint")
                .asText();
        ApiClient.Reply reply = owner.post("/servers/" + id + "/trust-host-key", JsonText.of("fingerprint", shown));
        if (reply.status() != 200) {
            throw new AssertionError("The server is not trusted: " + reply.body());
        }
    }

    private ConnectionClient add(Map<String, Object> fields) throws IOException, InterruptedException {
        names++;
        ApiClient.Reply reply = owner.post(
                "/db-connections", JsonText.of(JsonText.merge(Map.of("name", "connection " + names), fields)));
        if (reply.status() != 201) {
            throw new AssertionError("The connection was not made: " + reply.body());
        }
        return new ConnectionClient(owner, reply.json().path("id").asText());
    }

    @Override
    public void close() {
        owner.close();
        console.close();
    }
}
