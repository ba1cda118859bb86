package dev.wheelhouse.core.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which results are one table with its key, on both databases. */
class ResultOriginTest {

    enum On {
        POSTGRESQL,
        SQLITE
    }

    private static final String SCHEMA = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, "a""b;c" TEXT, c TEXT);
        INSERT INTO t VALUES (1, 'x', 'y');
        CREATE TABLE other (id INTEGER PRIMARY KEY, t_id INTEGER);
        CREATE TABLE keyless (a TEXT);
        CREATE VIEW v AS SELECT * FROM t
        """;

    /** A statement and words of the reason why its rows are read-only. */
    private static final String REFUSED = """
        SELECT c FROM t | Select id too
        SELECT a.id, b.c FROM t a JOIN t b ON a.id = b.id | more than one table
        SELECT a.id, b.c FROM t a, t b | more than one table
        SELECT t.id FROM t LEFT JOIN other ON true | more than one table
        WITH x AS (SELECT * FROM t) SELECT * FROM x | WITH query
        SELECT * FROM (SELECT * FROM t) x | query inside FROM
        SELECT id, c FROM t UNION SELECT 1, 'a' | several queries
        SELECT id, c FROM t EXCEPT SELECT 1, 'a' | several queries
        SELECT id, max(c) FROM t GROUP BY id | several rows
        SELECT DISTINCT id, c FROM t | several rows
        SELECT count(*) FROM t | several rows
        SELECT 1 AS id | no table
        SELECT 1 AS id, 'c' AS c FROM t | No column here
        SELECT * FROM v | read-only
        VALUES (1, 'x') | Only the rows of a SELECT
        INSERT INTO t VALUES (9, 'x', 'y') RETURNING * | Only the rows of a SELECT
        """;

    @TempDir
    private Path temporary;

    private EditorFixture fixture;

    @BeforeEach
    void start() {
        fixture = new EditorFixture(temporary.resolve("home"));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private DatabaseConnection connect(On on) {
        return on == On.POSTGRESQL
                ? fixture.postgres(Environment.DEVELOPMENT, false)
                : fixture.sqlite(Environment.DEVELOPMENT, false);
    }

    private EditorSession open(On on) {
        EditorSession session = fixture.open(connect(on));
        fixture.run(session, SCHEMA);
        return session;
    }

    private ResultOrigin origin(EditorSession session, String sql) {
        return Objects.requireNonNull(fixture.run(session, sql).getLast().result())
                .origin();
    }

    /** The table's column of each field, {@code -} for a computed one. */
    private List<String> columns(EditorSession session, String sql) {
        List<String> names = new ArrayList<>();
        for (ResultSource.Column column : source(session, sql).columns()) {
            names.add(Objects.requireNonNullElse(column.name(), "-"));
        }
        return names;
    }

    private ResultSource source(EditorSession session, String sql) {
        ResultOrigin origin = origin(session, sql);
        assertThat(origin).as(sql).isInstanceOf(ResultOrigin.Editable.class);
        return ((ResultOrigin.Editable) origin).source();
    }

    private String reason(EditorSession session, String sql) {
        ResultOrigin origin = origin(session, sql);
        assertThat(origin).as(sql).isInstanceOf(ResultOrigin.ReadOnly.class);
        return ((ResultOrigin.ReadOnly) origin).reason();
    }

    @ParameterizedTest
    @EnumSource
    void knowsTheColumnsOfOneTableWithItsKey(On on) {
        EditorSession session = open(on);
        String schema = on == On.POSTGRESQL ? "public" : "main";
        ResultSource source = source(session, "SELECT * FROM t WHERE id > 0 ORDER BY c");
        assertThat(source.table().schema()).isEqualTo(schema);
        assertThat(source.table().name()).isEqualTo("t");
        assertThat(columns(session, "SELECT * FROM t")).containsExactly("id", "a\"b;c", "c");
        assertThat(columns(session, "SELECT c, x.id FROM t AS x LIMIT 5")).containsExactly("c", "id");
        assertThat(columns(session, "SELECT id AS c, c AS id FROM T")).containsExactly("id", "c");
        assertThat(columns(session, "SELECT upper(c) AS c, t.* FROM " + schema + ".t"))
                .containsExactly("-", "id", "a\"b;c", "c");
        assertThat(columns(session, "SELECT id, c IS DISTINCT FROM 'x', (SELECT count(*) FROM other) FROM t"))
                .containsExactly("id", "-", "-");
        assertThat(columns(session, "SELECT id, row_number() OVER (ORDER BY c), max(id) OVER () FROM t"))
                .containsExactly("id", "-", "-");
    }

    @Test
    void saysWhichColumnsCannotBeChanged() {
        EditorSession session = open(On.SQLITE);
        assertThat(source(session, "SELECT id, c, c, c || 'x', \"nothing\" FROM t")
                        .columns())
                .extracting(column -> column.obstacle() == null)
                .containsExactly(true, true, false, false, false);
    }

    @ParameterizedTest
    @EnumSource
    void refusesWhatIsNotOneTableWithItsKey(On on) {
        EditorSession session = open(on);
        for (String line : REFUSED.lines().toList()) {
            int bar = line.indexOf(" | ");
            String sql = line.substring(0, bar);
            assertThat(reason(session, sql)).as(sql).contains(line.substring(bar + 3));
        }
        if (on == On.POSTGRESQL) {
            assertThat(reason(session, "SELECT * FROM keyless")).contains("No key");
            assertThat(reason(session, "SELECT i AS id FROM generate_series(1, 3) i"))
                    .contains("read-only");
        }
    }

    @Test
    void takesTheRowidOfATableWithoutAnotherKey() {
        EditorSession session = open(On.SQLITE);
        assertThat(reason(session, "SELECT * FROM keyless")).contains("rowid");
        fixture.run(session, "INSERT INTO keyless VALUES ('x')");
        assertThat(columns(session, "SELECT rowid, a FROM keyless")).containsExactly("rowid", "a");
    }

    @Test
    void refusesAnAggregateBesideBareColumns() {
        EditorSession session = open(On.SQLITE);
        assertThat(reason(session, "SELECT id, max(c) FROM t")).contains("several rows");
    }

    @ParameterizedTest
    @EnumSource
    void neverTakesATemporaryTableForTheRealOne(On on) {
        EditorSession session = open(on);
        String schema = on == On.POSTGRESQL ? "public" : "main";
        fixture.run(session, "CREATE TEMP TABLE t (id INTEGER PRIMARY KEY, c TEXT); INSERT INTO t VALUES (1, 'other')");
        assertThat(reason(session, "SELECT id, c FROM t")).contains("temporary");
        assertThat(columns(session, "SELECT id, c FROM " + schema + ".t")).containsExactly("id", "c");
        if (on == On.SQLITE) {
            assertThat(reason(session, "SELECT id, c FROM temp.T")).contains("temporary");
            fixture.run(session, "CREATE TEMP VIEW other AS SELECT id, c AS t_id FROM main.t");
            assertThat(reason(session, "SELECT * FROM Other")).contains("temporary");
        }
    }

    @ParameterizedTest
    @EnumSource
    void isReadOnlyInsideATransactionAndOnAReadOnlyConnection(On on) {
        EditorSession session = open(on);
        assertThat(reason(session, "BEGIN; SELECT * FROM t")).contains("transaction");
        session.rollback(fixture.caller);
        source(session, "SELECT * FROM t");
        DatabaseConnection readOnly = on == On.POSTGRESQL ? null : fixture.sqlite(Environment.DEVELOPMENT, true);
        if (readOnly != null) {
            assertThat(reason(fixture.open(readOnly), "SELECT * FROM t")).contains("Read-only");
        }
    }

    @Test
    void closesWhatKeepsOthersFromWriting() {
        EditorSession session = open(On.SQLITE);
        fixture.run(
                session,
                "INSERT INTO other WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
                        + " SELECT i, i FROM n");
        EditorResult result = Objects.requireNonNull(
                fixture.run(session, "SELECT * FROM other").getLast().result());
        assertThat(result.firstPage().rest()).isEqualTo(ResultPage.Rest.LOADABLE);
        session.closeResults(fixture.caller);
        fixture.run(
                fixture.core.databases().editors().open(fixture.caller, session.connectionId()),
                "UPDATE other SET t_id = 0 WHERE id = 1");
    }
}
