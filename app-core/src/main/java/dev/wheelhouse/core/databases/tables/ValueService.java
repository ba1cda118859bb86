package dev.wheelhouse.core.databases.tables;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.Identifiers;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.sessions.Session;
import dev.wheelhouse.core.databases.sessions.Sessions;
import dev.wheelhouse.core.databases.values.ValueBinder;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Reads one value of one row whole, however large, piece by piece from one snapshot. Thread-safe.
 */
public final class ValueService {

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int PIECE = 4 << 20;
    private static final JsonFactory JSON = new JsonFactory();

    private final ConnectionService connections;
    private final Sessions sessions;
    private final TableService tables;

    public ValueService(ConnectionService connections, Sessions sessions, TableService tables) {
        this.connections = connections;
        this.sessions = sessions;
        this.tables = tables;
    }

    /** One value. */
    public record Place(String schema, String table, String key, String column) {}

    /**
     * Writes the value: binary columns as they are, everything else as its text in UTF-8. SQL NULL is {@code not_found},
     * since no bytes could distinguish it from an empty text; then nothing was written.
     *
     * @throws AppException {@code not_found}; {@code validation_failed} on {@code query.pk} and {@code query.column}
     */
    public void read(Caller caller, String connectionId, Place place, OutputStream output) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        Map<String, RawJson> key = parseKey(place.key());
        sessions.read(caller, connection, LIMIT, session -> {
            TableDescription table = table(session, connection, place);
            ColumnDescription column = column(table, place);
            session.limitValues(Session.ANY_VALUES);
            session.begin(true);
            if (session.engine() == Engine.POSTGRESQL) {
                try (Statement statement = session.statement()) {
                    statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                }
            }
            new Reading(session, table, column, key).writeTo(output);
            return true;
        });
    }

    /**
     * Whether {@link #read} writes bytes and not text.
     *
     * @throws AppException {@code not_found}; {@code validation_failed} on {@code query.column}
     */
    public boolean isBinary(Caller caller, String connectionId, Place place) {
        DatabaseConnection connection = connections.forUse(caller, connectionId, Scope.DATABASES_READ);
        return sessions.read(
                caller, connection, LIMIT, session -> isBinary(column(table(session, connection, place), place)));
    }

    private TableDescription table(Session session, DatabaseConnection connection, Place place) throws SQLException {
        return tables.find(session, connection, place.schema(), place.table())
                .orElseThrow(() -> TableService.noSuchTable(place.schema(), place.table()));
    }

    private static ColumnDescription column(TableDescription table, Place place) {
        return table.findColumn(place.column())
                .orElseThrow(() -> AppException.invalid(
                        "query.column", "The table " + table.name() + " has no column of this name."));
    }

    private static boolean isBinary(ColumnDescription column) {
        return column.uiType() == UiType.BINARY;
    }

    private static Map<String, RawJson> parseKey(String text) {
        Map<String, RawJson> key = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw badKey();
            }
            JsonToken token = parser.nextToken();
            while (token == JsonToken.FIELD_NAME) {
                String column = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value.isStructStart()) {
                    throw badKey();
                }
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.finishToken();
                key.put(
                        column,
                        new RawJson(text.substring(
                                        start, (int) parser.currentLocation().getCharOffset())
                                .strip()));
                token = parser.nextToken();
            }
            if (token != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw badKey();
            }
            return key;
        } catch (IOException _) {
            throw badKey();
        }
    }

    private static AppException badKey() {
        return AppException.invalid("query.pk", "Give the row's key as a JSON object, such as {\"id\":42}.");
    }

    private static final class Reading {
        private final Session session;
        private final TableDescription table;
        private final ColumnDescription column;
        private final Map<String, RawJson> key;
        private final ValueBinder binder;
        private long lastLength;

        Reading(Session session, TableDescription table, ColumnDescription column, Map<String, RawJson> key) {
            this.session = session;
            this.table = table;
            this.column = column;
            this.key = key;
            this.binder = ValueBinder.of(session.engine());
        }

        void writeTo(OutputStream output) throws SQLException {
            boolean binary = isBinary(column);
            String value = Identifiers.quote(column.name());
            String expression = switch (session.engine()) {
                case POSTGRESQL -> "substring(" + (binary ? value : value + "::text") + " from %d for " + PIECE + ")";
                // Cut as bytes: substr of a text counts characters and stops at NUL.
                case SQLITE -> "substr(CAST(" + value + " AS BLOB), %d, " + PIECE + ")";
            };
            try {
                long position = 1;
                do {
                    output.write(piece(expression.replace("%d", Long.toString(position)), binary));
                    position += lastLength;
                } while (lastLength == PIECE);
            } catch (IOException e) {
                session.discard();
                throw new UncheckedIOException(e);
            }
        }

        private byte[] piece(String expression, boolean binary) throws SQLException {
            List<String> names = table.primaryKey();
            if (names.isEmpty()) {
                throw AppException.invalid("query.pk", "This table has no key that names one row.");
            }
            String where = names.stream()
                    .map(name -> Identifiers.quote(name) + " = " + binder.compared(keyValue(name), keyColumn(name)))
                    .collect(Collectors.joining(" AND "));
            String isNull = Identifiers.quote(column.name()) + " IS NULL";
            String sql = "SELECT " + expression + ", " + isNull + " FROM " + Identifiers.quote(table.schema()) + "."
                    + Identifiers.quote(table.name()) + " WHERE " + where;
            try (PreparedStatement statement = session.prepare(sql)) {
                for (int i = 0; i < names.size(); i++) {
                    binder.bind(statement, i + 1, keyValue(names.get(i)), keyColumn(names.get(i)), "query.pk");
                }
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next()) {
                        throw AppException.notFound("row", String.valueOf(key));
                    }
                    return bytes(row, binary);
                }
            }
        }

        private byte[] bytes(ResultSet row, boolean binary) throws SQLException {
            if (row.getBoolean(2)) {
                throw new AppException(PlatformError.NOT_FOUND, "The value is NULL; there are no bytes to send.");
            }
            if (binary || session.engine() == Engine.SQLITE) {
                // The driver gives an empty blob as null.
                byte[] bytes = Objects.requireNonNullElse(row.getBytes(1), new byte[0]);
                lastLength = bytes.length;
                return bytes;
            }
            String text = row.getString(1);
            lastLength = text.codePointCount(0, text.length());
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private RawJson keyValue(String name) {
            RawJson value = key.get(name);
            if (value == null
                    || value.isNull()
                    || key.size() != table.primaryKey().size()) {
                throw AppException.invalid(
                        "query.pk", "Give exactly the key columns: " + String.join(", ", table.primaryKey()) + ".");
            }
            return value;
        }

        private ColumnDescription keyColumn(String name) {
            return table.findColumn(name)
                    .orElseGet(() -> new ColumnDescription(name, "INTEGER", UiType.INTEGER, false, null, true, false));
        }
    }
}
