package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient;
import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.ConnectionClient;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.sql.SqlStatement;
import dev.wheelhouse.core.databases.sql.StatementClassifier;
import dev.wheelhouse.core.databases.sql.StatementLevel;
import dev.wheelhouse.core.databases.sql.StatementSplitter;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Texts that try to change something, or to read the server's files, with what may only read: each is sent wherever SQL is
 * taken, by a key that may only query, by the owner through a read-only connection and, where it is judged to read, by a
 * key that may write and confirms nothing. Afterwards everything is as it was.
 */
abstract class AttackRules extends DatabaseApiTest {

    /** Everything that a text could change without a trace in its answer. */
    private static final String CANARY = """
            SELECT (SELECT string_agg(id || a, ',' ORDER BY id) FROM shop.precious),
                (SELECT string_agg(oid || relname || coalesce(relacl::text, ''), ',' ORDER BY oid)
                    FROM pg_class WHERE oid >= 16384),
                (SELECT reltuples FROM pg_class WHERE oid = 'shop.precious'::regclass),
                (SELECT count(*) FROM pg_proc WHERE oid >= 16384),
                (SELECT count(*) FROM pg_largeobject_metadata),
                (SELECT last_value::text || is_called FROM shop.numbers),
                (SELECT string_agg(rolname || rolsuper, ',' ORDER BY oid) FROM pg_roles),
                (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting),
                (SELECT count(*) FROM pg_prepared_xacts),
                (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')
            """;

    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-f]{4}|.)");

    private ApiClient reader;
    private ApiClient writer;
    private PostgresDatabase attacked;
    private Connection watcher;
    private boolean lets;
    private ConnectionClient open;
    private ConnectionClient readOnly;
    private ConnectionClient readOnlyFile;
    private Path folder;
    private Path file;

    /** An empty database that an ordinary login owns. */
    abstract PostgresDatabase attackedDatabase() throws Exception;

    /** SQLite's are tried beside one PostgreSQL alone. */
    abstract Engine[] engines();

    @BeforeAll
    void prepare() throws Exception {
        reader = console.with("databases:read", "databases:query");
        writer = console.with("databases:read", "databases:query", "databases:write");
        attacked = attackedDatabase();
        watcher = attacked.connect();
        try (Statement statement = watcher.createStatement()) {
            statement.execute(text("attack-postgresql.sql"));
            lets = letsLift(statement);
        }
        open = console.addPostgres(attacked);
        readOnly = console.addPostgres(attacked, Map.of("readOnly", true));
        folder = Files.createTempDirectory(console.home().getParent(), "attacked");
        file = folder.resolve("attacked.db");
        sqlite = console.addSqlite(file, Map.of());
        for (String each : text("attack-sqlite.sql").split(";;", -1)) {
            sqlite.run(each);
        }
        readOnlyFile = console.addSqlite(file, Map.of("readOnly", true));
    }

    private static boolean letsLift(Statement statement) throws SQLException {
        statement.execute("BEGIN READ ONLY");
        try {
            statement.execute("RESET transaction_read_only");
            return true;
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("0A000");
            return false;
        } finally {
            statement.execute("ROLLBACK");
        }
    }

    @AfterAll
    void close() throws Exception {
        watcher.close();
        reader.close();
        writer.close();
    }

    /** @param outcomes HTTP statuses that a key that may only query is answered on a server that lets nobody lift a mode, and where that differs on one that does */
    record Attack(int number, Engine engine, List<Integer> outcomes, String kind, String sql) {

        @Override
        public String toString() {
            return engine.wireName() + " " + number + " " + kind;
        }
    }

    Stream<Attack> attacks() throws IOException {
        List<Attack> all = new ArrayList<>();
        for (Engine engine : engines()) {
            for (String line :
                    text("attack-" + engine.wireName() + ".corpus").lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    all.add(parse(all.size(), engine, line));
                }
            }
        }
        return all.stream();
    }

    private static Attack parse(int number, Engine engine, String line) {
        int bar = line.indexOf(" | ");
        String[] head = line.substring(0, bar).split(" ", 2);
        return new Attack(
                number,
                engine,
                Arrays.stream(head[0].split(",")).map(Integer::valueOf).toList(),
                head[1],
                ESCAPE.matcher(line.substring(bar + 3))
                        .replaceAll(each -> Matcher.quoteReplacement(meaning(each.group(1)))));
    }

    private static String meaning(String escape) {
        return switch (escape.charAt(0)) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'u' -> String.valueOf((char) Integer.parseInt(escape, 1, 5, 16));
            default -> escape;
        };
    }

    private static String text(String resource) throws IOException {
        try (var in = Objects.requireNonNull(AttackRules.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> canaries(Engine engine) throws Exception {
        return switch (engine) {
            case POSTGRESQL -> postgresCanaries();
            case SQLITE -> sqliteCanaries();
        };
    }

    private List<String> postgresCanaries() throws Exception {
        try (Statement statement = watcher.createStatement();
                ResultSet row = statement.executeQuery(CANARY)) {
            row.next();
            List<String> seen = new ArrayList<>();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                seen.add(String.valueOf(row.getString(i)));
            }
            return seen;
        }
    }

    private List<String> sqliteCanaries() throws Exception {
        List<String> seen = new ArrayList<>();
        seen.add(Integer.toString(Arrays.hashCode(Files.readAllBytes(file))));
        try (Stream<Path> files = Files.list(folder)) {
            files.map(each -> each.getFileName().toString()).sorted().forEach(seen::add);
        }
        return seen;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void changesNothing(Attack attack) throws Exception {
        String sql = attack.sql().replace("@DIR@", folder.toString());
        ConnectionClient all = attack.engine() == Engine.POSTGRESQL ? open : sqlite;
        ConnectionClient locked = attack.engine() == Engine.POSTGRESQL ? readOnly : readOnlyFile;
        List<String> before = canaries(attack.engine());
        List<Reply> replies = new ArrayList<>();
        Reply first = all.as(reader).query(Map.of("sql", sql, "confirm", true));
        replies.add(first);
        for (ConnectionClient each : List.of(all.as(reader), locked)) {
            replies.add(each.query(Map.of("sql", sql, "confirm", true)));
            replies.add(each.post("/explain", Map.of("sql", sql, "analyze", true, "confirm", true)));
            export(each, Map.of("sql", sql, "format", "csv", "confirm", true), replies);
            if (attack.number() % 4 == 0) {
                Reply script = each.script(sql, "confirm", "true");
                if (script.status() == 202) {
                    each.as(console.owner()).endOf(script);
                }
            }
        }
        if (isJudgedToRead(sql, attack.engine())) {
            replies.add(all.as(writer).query(sql));
            export(all.as(writer), Map.of("sql", sql, "format", "json"), replies);
        }
        assertThat(canaries(attack.engine()))
                .as("what was there, after %s", sql)
                .isEqualTo(before);
        for (Reply each : replies) {
            assertThat(each.body()).as(sql).doesNotContain("root:x:0:0");
            assertThat(each.status()).as("%s: %s", sql, each.body()).isLessThan(500);
        }
        List<Integer> outcomes = attack.outcomes();
        int expected = outcomes.get(lets ? outcomes.size() - 1 : 0);
        assertThat(first.status()).as("%s: %s", sql, first.body()).isEqualTo(expected);
    }

    /** An export whose lock turns out to be lifted at its end breaks off: its answer is incomplete. */
    private static void export(ConnectionClient connection, Map<String, Object> body, List<Reply> replies)
            throws InterruptedException {
        try {
            replies.add(connection.post("/export", body));
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("chunked transfer encoding");
        }
    }

    private static boolean isJudgedToRead(String sql, Engine engine) {
        if (sql.indexOf('\0') >= 0) {
            return false;
        }
        StatementClassifier classifier = new StatementClassifier(engine);
        for (SqlStatement each : StatementSplitter.split(sql, engine)) {
            if (classifier.classify(each).level() != StatementLevel.READ) {
                return false;
            }
        }
        return true;
    }
}
