package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.core.databases.query.QueryResult;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowCount;
import dev.wheelhouse.core.databases.tables.RowPage;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts answers around rows that are encoded already, without copying them. */
final class ResultJson {

    private static final ByteBuffer OPEN_ROWS = ascii(",\"rows\":[").asReadOnlyBuffer();

    private final JsonCodec json = new JsonCodec();

    /** What follows the rows of a query. */
    private record QueryTail(
            long rowCount,
            String command,
            long elapsedMs,
            boolean truncated,
            @Nullable List<String> notices,
            @Nullable List<OutcomeJson> statements) {}

    private record OutcomeJson(String command, long rowCount, long elapsedMs) {}

    /** What follows the rows of a table. */
    private record RowsTail(List<String> primaryKey, PageJson page) {}

    private record PageJson(
            int limit,
            long offset,
            boolean hasMore,
            @Nullable String next,
            @Nullable String previous,
            @Nullable RowCount count) {}

    /** What follows rows whose long values are cut. */
    private record CellsTail(List<String> primaryKey, PageJson page, List<CutJson> cuts) {}

    /**
     * A value that the row holds only the beginning of.
     *
     * @param row from 0, in the answer
     * @param bytes of the whole value
     */
    private record CutJson(int row, String column, long bytes) {}

    Response query(QueryResult result) {
        QueryTail tail = new QueryTail(
                result.rowCount(),
                result.command(),
                result.elapsedMillis(),
                result.truncated(),
                result.notices().isEmpty() ? null : result.notices(),
                result.statements().isEmpty()
                        ? null
                        : result.statements().stream()
                                .map(each -> new OutcomeJson(each.command(), each.rowCount(), each.elapsedMillis()))
                                .toList());
        List<ByteBuffer> rows =
                result.rows() == null ? List.of() : result.rows().buffers();
        return assemble(result.fields(), rows, tail);
    }

    /** @param count null when none was asked for */
    Response rows(RowPage page, @Nullable RowCount count) {
        PageJson place = new PageJson(page.limit(), page.offset(), page.hasMore(), page.next(), page.previous(), count);
        return assemble(page.fields(), page.rows(), new RowsTail(page.primaryKey(), place));
    }

    /** @param count null when none was asked for */
    Response cells(CellPage page, int limit, @Nullable RowCount count) {
        List<Field> fields = page.columns().stream()
                .map(column -> new Field(column.name(), column.dataType()))
                .toList();
        List<String> names =
                fields.stream().map(field -> Json.write(field.name()) + ":").toList();
        List<CutJson> cuts = new ArrayList<>();
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < page.rows().size(); row++) {
            rows.append(row == 0 ? "{" : ",{");
            for (int column = 0; column < names.size(); column++) {
                rows.append(column == 0 ? "" : ",").append(names.get(column));
                switch (page.rows().get(row).get(column)) {
                    case Cell.Whole(RawJson value) -> rows.append(value.text());
                    case Cell.Kept kept -> rows.append(kept.json().text());
                    case Cell.Cut(String beginning, long bytes) -> {
                        rows.append(Json.write(beginning));
                        cuts.add(new CutJson(row, fields.get(column).name(), bytes));
                    }
                }
            }
            rows.append('}');
        }
        PageJson place =
                new PageJson(limit, Math.max(0, page.offset()), page.hasMore(), page.next(), page.previous(), count);
        ByteBuffer encoded = ByteBuffer.wrap(rows.toString().getBytes(StandardCharsets.UTF_8));
        return assemble(fields, List.of(encoded), new CellsTail(page.table().primaryKey(), place, cuts));
    }

    private Response assemble(List<Field> fields, List<ByteBuffer> rows, Object tail) {
        List<ByteBuffer> chunks = new ArrayList<>();
        chunks.add(ascii("{\"fields\":"));
        chunks.add(ByteBuffer.wrap(json.write(fields)));
        chunks.add(OPEN_ROWS.duplicate());
        chunks.addAll(rows);
        byte[] behind = json.write(tail);
        // The tail is an object of its own; without its brace it goes on with this one.
        behind[0] = ',';
        chunks.add(ascii("]"));
        chunks.add(ByteBuffer.wrap(behind));
        return Response.encodedJson(chunks);
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
