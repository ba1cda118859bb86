package dev.wheelhouse.api.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The floor: what a handler written by hand for one table costs, with no credential, no description of the table and no
 * guard. Arguments: port, JDBC URL, user.
 */
public final class BareServer {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String PAGE = "SELECT * FROM bench_rows ORDER BY id LIMIT 101";
    private static final String ONE = "SELECT * FROM bench_rows WHERE id = ?";
    private static final String THOUSAND = "SELECT * FROM bench_rows ORDER BY id LIMIT 1000";

    private final HikariDataSource pool;

    private BareServer(HikariDataSource pool) {
        this.pool = pool;
    }

    public static void main(String[] arguments) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        config.setUsername(arguments[2]);
        config.setMaximumPoolSize(8);
        BareServer server = new BareServer(new HikariDataSource(config));
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        Undertow.builder()
                .addHttpListener(Integer.parseInt(arguments[0]), "127.0.0.1")
                .setIoThreads(2)
                .setWorkerThreads(1)
                .setHandler(exchange -> exchange.dispatch(requests, () -> server.answer(exchange)))
                .build()
                .start();
    }

    private void answer(HttpServerExchange exchange) {
        try {
            byte[] body = read(exchange.getRequestPath(), exchange.getQueryString());
            // The connection is back in its pool: a slow reader holds nothing.
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
            exchange.getResponseSender().send(ByteBuffer.wrap(body));
        } catch (SQLException | IOException e) {
            exchange.setStatusCode(500);
            exchange.endExchange();
        }
    }

    private byte[] read(String path, String query) throws SQLException, IOException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql(path))) {
            if (path.equals("/row")) {
                statement.setLong(1, Long.parseLong(query));
            }
            try (ResultSet rows = statement.executeQuery()) {
                return write(rows, path.equals("/rows") ? 100 : Integer.MAX_VALUE);
            }
        }
    }

    private static String sql(String path) {
        return switch (path) {
            case "/rows" -> PAGE;
            case "/row" -> ONE;
            case "/query" -> THOUSAND;
            default -> "SELECT 1 AS id, '' AS a, '' AS b, 0 AS c, true AS d, now() AS e, 0 AS f, 0::float8 AS g";
        };
    }

    private static byte[] write(ResultSet rows, int limit) throws SQLException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * 1024);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeArrayFieldStart("rows");
            for (int count = 0; count < limit && rows.next(); count++) {
                json.writeStartObject();
                json.writeNumberField("id", rows.getLong(1));
                json.writeStringField("name", rows.getString(2));
                json.writeStringField("email", rows.getString(3));
                json.writeStringField("amount", rows.getString(4));
                json.writeBooleanField("active", rows.getBoolean(5));
                json.writeStringField("created_at", rows.getString(6));
                json.writeNumberField("quantity", rows.getInt(7));
                json.writeNumberField("score", rows.getDouble(8));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
