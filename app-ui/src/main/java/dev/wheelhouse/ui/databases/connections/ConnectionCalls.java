package dev.wheelhouse.ui.databases.connections;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the window does with connections, as calls of the API. No password is ever in them. */
public final class ConnectionCalls {

    /** The variable of the shell that a copied line reads the password from, unless it asks at the terminal. */
    public static final String PASSWORD_VARIABLE = "DB_PASSWORD";

    private static final String ALL = "/db-connections";

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
        return CurlCommand.post(one(id) + "/test");
    }

    public static CurlCommand delete(String id) {
        return CurlCommand.delete(one(id));
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
        return CurlCommand.get(table(id, schema, table) + "/rows");
    }

    public static CurlCommand definition(String id, String schema, String table) {
        return CurlCommand.get(table(id, schema, table) + "/definition");
    }

    private static String table(String id, String schema, String table) {
        return one(id) + "/tables/" + CurlCommand.segment(schema) + "/" + CurlCommand.segment(table);
    }

    public static CurlCommand query(String id, String sql) {
        return CurlCommand.post(one(id) + "/query", Json.write(Map.of("sql", sql)));
    }

    /** A connection to be made, to be filled in: what the empty form would send. */
    static CurlCommand createExample() {
        ConnectionFields example = new ConnectionFields();
        example.host.set("localhost");
        example.database.set("shop");
        example.user.set("postgres");
        return create(example.draft("shop"), true);
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
        CallBody body = fields(draft)
                .with("engine", draft.engine())
                .with("name", draft.name())
                .with("environment", draft.environment())
                .with("color", draft.color())
                .with("assistantSharing", draft.sharing())
                .with("password", password(withPassword));
        return CurlCommand.post(ALL, body);
    }

    static CurlCommand update(String id, ConnectionDraft draft, SecretChange password) {
        // Null takes an optional field away; leaving it out would keep it.
        CallBody body = fields(draft)
                .with("name", draft.name())
                .with("environment", draft.environment())
                .withNull("color", draft.color())
                .with("assistantSharing", draft.sharing());
        if (draft.path() == null) {
            body.withNull("sslRootCertificate", draft.sslRootCertificate()).withNull("serverId", draft.serverId());
        }
        if (password instanceof SecretChange.Replace(String given)) {
            body.withNull("password", password(given != null));
        }
        return CurlCommand.patch(one(id), body);
    }

    /** @param storedFor as {@code ConnectionService.testDraft} takes it */
    static CurlCommand testDraft(ConnectionDraft draft, boolean withPassword, @Nullable String storedFor) {
        CallBody body = fields(draft)
                .with("engine", draft.engine())
                .with("password", password(withPassword))
                .with("connectionId", storedFor);
        return CurlCommand.post(ALL + "/test", body);
    }

    private static CallBody fields(ConnectionDraft draft) {
        return new CallBody()
                .with("host", draft.host())
                .with("port", draft.port())
                .with("database", draft.database())
                .with("user", draft.user())
                .with("path", draft.path())
                .with("create", draft.create())
                .with("ssl", draft.ssl())
                .with("sslRootCertificate", draft.sslRootCertificate())
                .with("serverId", draft.serverId())
                .with("readOnly", Boolean.TRUE.equals(draft.readOnly()));
    }

    private static @Nullable String password(boolean isTyped) {
        return isTyped ? CurlCommand.variable(PASSWORD_VARIABLE) : null;
    }

    private static String one(String id) {
        return ALL + "/" + CurlCommand.segment(id);
    }
}
