package dev.wheelhouse.core.databases.edits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.core.testing.OpenCore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EditPreviewTest {

    @TempDir
    private Path folder;

    private static RawJson json(String text) {
        return new RawJson(text);
    }

    @Test
    void writesTheConstantsThatTheServerWouldBeSent() {
        try (OpenCore core = new OpenCore(folder)) {
            DatabaseConnection connection = core.connect(Engine.POSTGRESQL);
            core.run(connection, "create table \"a?b\" (id int primary key, \"q\"\"?\" text, doc json, ok boolean)");
            List<String> statements = core.databases()
                    .edits()
                    .preview(
                            core.caller(),
                            connection.id(),
                            List.of(
                                    new Edit(
                                            EditOperation.UPDATE,
                                            "public",
                                            "a?b",
                                            Map.of("id", json("1")),
                                            Map.of("q\"?", json("\"it's ? \\\\ here\""))),
                                    new Edit(
                                            EditOperation.DELETE, "public", "a?b", Map.of("id", json("2")), Map.of())));
            assertThat(statements)
                    .containsExactly(
                            "UPDATE \"public\".\"a?b\" SET \"q\"\"?\" =  E'it''s ? \\\\ here' WHERE \"id\" = 1",
                            "DELETE FROM \"public\".\"a?b\" WHERE \"id\" = 2");
        }
    }

    /** Whoever runs the preview by hand gets the very rows that the edits would have made. */
    @ParameterizedTest
    @EnumSource
    void doesWhatTheEditsWouldDo(Engine engine) {
        try (OpenCore core = new OpenCore(folder)) {
            DatabaseConnection connection = core.connect(engine);
            String schema = engine.defaultSchema();
            boolean sqlite = engine == Engine.SQLITE;
            core.run(
                    connection,
                    "create table t (id integer primary key, a text, n numeric(9,2), b "
                            + (sqlite ? "blob, x" : "bytea, x jsonb") + ")");
            Map<String, RawJson> row = Map.of(
                    "id", json("1"),
                    "a", json("\"o'é\\n\""),
                    "n", json("\"12.50\""),
                    "b", json("\"\\\\x00ff\""),
                    "x", json(sqlite ? "{\"$int\":\"9007199254740993\"}" : "{\"k\": [1, null]}"));
            Edit insert = new Edit(EditOperation.INSERT, schema, "t", Map.of(), row);
            String sql = core.databases()
                    .edits()
                    .preview(core.caller(), connection.id(), List.of(insert))
                    .getFirst();
            core.run(connection, sql);
            CellPage byHand = page(core, connection, schema);
            core.run(connection, "delete from t where id = 1");
            core.databases().edits().apply(core.caller(), connection.id(), List.of(insert));
            assertThat(byHand.rows()).isEqualTo(page(core, connection, schema).rows());

            Edit guarded = new Edit(EditOperation.UPDATE, schema, "t", row, Map.of("a", RawJson.NULL));
            core.run(
                    connection,
                    core.databases()
                            .edits()
                            .preview(core.caller(), connection.id(), List.of(guarded))
                            .getFirst());
            assertThat(page(core, connection, schema).rows()).isNotEqualTo(byHand.rows());
        }
    }

    private static CellPage page(OpenCore core, DatabaseConnection connection, String schema) {
        RowsRequest request = new RowsRequest(10, "", "", RowPosition.START);
        return core.databases().rows().cells(core.caller(), connection.id(), schema, "t", request, 256);
    }
}
