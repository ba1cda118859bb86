package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the window does with connections, as calls of the API. No password is ever in them. */
public final class ConnectionCalls {

    /** The variable of the shell that a copied line reads the password from, unless it asks at the terminal. */
    public static final String PASSWORD_VARIABLE = "DB_PASSWORD";

    private static final String ALL = "/db-connections";

    private static final int DEFAULT_PORT = 5432;

    private ConnectionCalls() {}

    public static CurlCommand list() {
        return CurlCommand.get(ALL);
    }

    public static CurlCommand openSample() {
        return CurlCommand.post(ALL + "/sample", "{}");
    }

    public static CurlCommand get(String id) {
        return CurlCommand.get(one(id));
    }

    public static CurlCommand test(String id) {
        return new CurlCommand("POST", one(id) + "/test", Map.of(), null);
    }

    public static CurlCommand delete(String id) {
        return new CurlCommand("DELETE", one(id), Map.of(), null);
    }

    public static CurlCommand tables(String id) {
        return CurlCommand.get(one(id) + "/tables");
    }

    /** What ran on every connection. */
    public static CurlCommand history() {
        return CurlCommand.get(ALL + "/history");
    }

    public static CurlCommand history(String id) {
        return CurlCommand.get(one(id) + "/history");
    }

    public static CurlCommand rows(String id, String schema, String table) {
        return CurlCommand.get(
                one(id) + "/tables/" + CurlCommand.segment(schema) + "/" + CurlCommand.segment(table) + "/rows");
    }

    public static CurlCommand query(String id, String sql) {
        return CurlCommand.post(one(id) + "/query", Json.write(Map.of("sql", sql)));
    }

    /** A connection to be made, to be filled in: what the empty form would send. */
    static CurlCommand createExample() {
        ConnectionFields empty = new ConnectionFields();
        ConnectionDraft draft = empty.draft("shop");
        return create(
                new ConnectionDraft(
                        draft.name(),
                        draft.engine(),
                        "localhost",
                        DEFAULT_PORT,
                        "shop",
                        "postgres",
                        null,
                        null,
                        null,
                        draft.environment(),
                        null,
                        false,
                        draft.ssl(),
                        null),
                true);
    }

    /** A connection as the form would store it unchanged. */
    static CurlCommand updateAsItIs(DatabaseConnection connection) {
        return update(connection.id(), draft(connection, connection.name()), new SecretChange.Keep());
    }

    /** Another connection that begins as this one is; its password is asked for. */
    static CurlCommand duplicate(DatabaseConnection connection) {
        return create(draft(connection, connection.name() + " copy"), connection.engine() == Engine.POSTGRESQL);
    }

    private static ConnectionDraft draft(DatabaseConnection connection, String name) {
        ConnectionFields fields = new ConnectionFields();
        fields.show(connection);
        fields.name.set(name);
        return fields.draft(name);
    }

    /** @param withPassword whether one was typed */
    static CurlCommand create(ConnectionDraft draft, boolean withPassword) {
        Map<String, Object> body = fields(draft);
        body.put("name", draft.name());
        body.put("environment", draft.environment().wireName());
        putIfGiven(body, "color", draft.color());
        putPassword(body, withPassword);
        return CurlCommand.post(ALL, Json.write(body));
    }

    static CurlCommand update(String id, ConnectionDraft draft, SecretChange password) {
        Map<String, Object> body = fields(draft);
        body.remove("engine");
        body.put("name", draft.name());
        body.put("environment", draft.environment().wireName());
        // Null takes an optional field away; leaving it out would keep it.
        body.put("color", draft.color());
        if (draft.path() == null) {
            body.put("sslRootCertificate", draft.sslRootCertificate());
            body.put("serverId", draft.serverId());
        }
        if (password instanceof SecretChange.Replace(String given)) {
            body.put("password", given == null ? null : CurlCommand.variable(PASSWORD_VARIABLE));
        }
        return new CurlCommand("PATCH", one(id), Map.of(), Json.write(body));
    }

    /** @param storedFor as {@code ConnectionService.testDraft} takes it */
    static CurlCommand testDraft(ConnectionDraft draft, boolean withPassword, @Nullable String storedFor) {
        Map<String, Object> body = fields(draft);
        putPassword(body, withPassword);
        putIfGiven(body, "connectionId", storedFor);
        return CurlCommand.post(ALL + "/test", Json.write(body));
    }

    private static Map<String, Object> fields(ConnectionDraft draft) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("engine", draft.engine().wireName());
        putIfGiven(body, "host", draft.host());
        putIfGiven(body, "port", draft.port());
        putIfGiven(body, "database", draft.database());
        putIfGiven(body, "user", draft.user());
        putIfGiven(body, "path", draft.path());
        putIfGiven(body, "create", draft.create());
        putIfGiven(body, "ssl", draft.ssl() == null ? null : draft.ssl().wireName());
        putIfGiven(body, "sslRootCertificate", draft.sslRootCertificate());
        putIfGiven(body, "serverId", draft.serverId());
        body.put("readOnly", Boolean.TRUE.equals(draft.readOnly()));
        return body;
    }

    private static void putPassword(Map<String, Object> body, boolean withPassword) {
        if (withPassword) {
            body.put("password", CurlCommand.variable(PASSWORD_VARIABLE));
        }
    }

    private static void putIfGiven(Map<String, Object> body, String name, @Nullable Object value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
