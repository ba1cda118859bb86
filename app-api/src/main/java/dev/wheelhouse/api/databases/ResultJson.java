package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.json.JsonCodec;
import dev.wheelhouse.core.databases.query.QueryResult;
import dev.wheelhouse.core.databases.tables.RowPage;
import dev.wheelhouse.core.databases.values.Field;
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
    private record QueryTail(long rowCount, String command, long elapsedMs, boolean truncated) {}

    /** What follows the rows of a table. */
    private record RowsTail(List<String> primaryKey, PageJson page) {}

    private record PageJson(
            int limit,
            long offset,
            boolean hasMore,
            @Nullable String next,
            @Nullable String previous) {}

    Response query(QueryResult result) {
        QueryTail tail = new QueryTail(result.rowCount(), result.command(), result.elapsedMillis(), result.truncated());
        List<ByteBuffer> rows =
                result.rows() == null ? List.of() : result.rows().buffers();
        return assemble(result.fields(), rows, tail);
    }

    Response rows(RowPage page) {
        PageJson place = new PageJson(page.limit(), page.offset(), page.hasMore(), page.next(), page.previous());
        return assemble(page.fields(), page.rows(), new RowsTail(page.primaryKey(), place));
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
