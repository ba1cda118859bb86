package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.editor.EditorService;
import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a SQL tab does, as calls of the API; each is null while there is no statement to do it with. */
final class SqlCalls {

    private final DatabaseConnection connection;
    private final SqlParameters parameters;

    SqlCalls(DatabaseConnection connection, SqlParameters parameters) {
        this.connection = connection;
        this.parameters = parameters;
    }

    @Nullable
    CurlCommand run(RunText text, SqlPiece.Extent extent) {
        return post("/query", body(text, extent));
    }

    /** A plan over HTTP does not see what the tab has not committed. */
    @Nullable
    CurlCommand explain(RunText text, boolean analyze) {
        if (analyze && connection.engine() == Engine.SQLITE) {
            // SQLite cannot measure a statement.
            return null;
        }
        Map<String, Object> body = body(text, SqlPiece.Extent.STATEMENT);
        if (body != null && analyze) {
            body.put("analyze", true);
        }
        return post("/explain", body);
    }

    @Nullable
    CurlCommand export(RunText text, ExportFormat format) {
        Map<String, Object> body = body(text, SqlPiece.Extent.STATEMENT);
        if (body != null) {
            body.put("format", format.wireName());
        }
        return post("/export", body);
    }

    @Nullable
    CurlCommand format(RunText text) {
        String all = text.text().get();
        boolean part = text.selection().end() > text.selection().start();
        String sql =
                part ? all.substring(text.selection().start(), text.selection().end()) : all;
        return sql.isBlank() ? null : post("/format", Map.of("sql", sql));
    }

    private @Nullable Map<String, Object> body(RunText text, SqlPiece.Extent extent) {
        SqlPiece piece = SqlPiece.of(text, extent, connection.engine());
        if (piece.sql().isBlank()) {
            return null;
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("sql", piece.sql());
        List<String> names = EditorService.parameters(piece.sql(), connection.engine());
        if (!names.isEmpty()) {
            body.put("params", parameters.values(names, connection.engine()));
        }
        return body;
    }

    private @Nullable CurlCommand post(String operation, @Nullable Map<String, Object> body) {
        return body == null
                ? null
                : CurlCommand.post(
                        "/db-connections/" + CurlCommand.segment(connection.id()) + operation, Json.write(body));
    }
}
