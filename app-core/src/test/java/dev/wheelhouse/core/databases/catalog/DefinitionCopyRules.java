package dev.wheelhouse.core.databases.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.PostgresDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a definition makes in another database is what it was taken from. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DefinitionCopyRules {

    private final Catalog catalog = Catalog.of(Engine.POSTGRESQL);
    private PostgresDatabase source;
    private PostgresDatabase copy;
    private Connection from;
    private Connection to;
    private int version;

    /** @return one that a superuser works */
    abstract PostgresDatabase database() throws Exception;

    /** The server's own {@code pg_dump}, which need not be there. */
    abstract Path pgDump() throws IOException;

    @BeforeAll
    void connect() throws Exception {
        source = database();
        copy = database();
        from = source.connect();
        to = copy.connect();
        version = from.getMetaData().getDatabaseMajorVersion();
    }

    @AfterAll
    void disconnect() throws SQLException {
        from.close();
        to.close();
    }

    Stream<TableCorpus.Row> corpus() {
        return TableCorpus.rows(version);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void makesTheSameInAnotherDatabase(TableCorpus.Row row) throws Exception {
        String around = "CREATE SCHEMA " + row.schema() + "; SET search_path = " + row.schema() + "; " + row.around();
        execute(from, around);
        execute(from, row.sql());
        execute(to, around);
        for (String table : tables(row)) {
            String definition = definition(row.schema(), table);
            execute(to, definition);
        }
        execute(from, "SET search_path = ''");
        execute(to, "SET search_path = ''");
        assertThat(differences(CatalogState.of(from, row.schema()), CatalogState.of(to, row.schema())))
                .isEmpty();
        if (Files.isExecutable(pgDump())) {
            assertThat(dump(copy, row.schema())).containsExactlyInAnyOrderElementsOf(dump(source, row.schema()));
        }
    }

    private static List<String> differences(List<String> expected, List<String> actual) {
        assertThat(expected).isNotEmpty();
        return Stream.concat(
                        expected.stream().filter(each -> !actual.contains(each)).map("- "::concat),
                        actual.stream().filter(each -> !expected.contains(each)).map("+ "::concat))
                .toList();
    }

    /** Without partitions, which come with what they are part of. */
    private List<String> tables(TableCorpus.Row row) throws SQLException {
        return Rows.list(
                from,
                "select relname from pg_class where relnamespace = ?::regnamespace and relname ~ '^t[0-9]*$'"
                        + " and not relispartition order by relname",
                found -> found.getString(1),
                row.schema());
    }

    private String definition(String schema, String table) throws SQLException {
        from.setAutoCommit(false);
        try {
            return catalog.definition(from, schema, table).orElseThrow();
        } finally {
            from.rollback();
            from.setAutoCommit(true);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Without comments and the random key of {@code \restrict}. */
    private List<String> dump(PostgresDatabase database, String schema) throws IOException, InterruptedException {
        ProcessBuilder program = new ProcessBuilder(
                pgDump().toString(),
                "--schema-only",
                "--schema=" + schema,
                "--host=" + database.host(),
                "--port=" + database.port(),
                "--username=" + database.user(),
                database.database());
        program.environment().put("PGPASSWORD", database.password());
        Process running = program.redirectErrorStream(true).start();
        String written = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).as(written).isZero();
        return written.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("--") && !line.startsWith("\\"))
                .toList();
    }
}
