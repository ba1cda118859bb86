package dev.wheelhouse.core.conversations.operations;

import dev.wheelhouse.core.conversations.tool.Preview;
import dev.wheelhouse.core.conversations.tool.TextTable;
import dev.wheelhouse.core.conversations.tool.Tool;
import dev.wheelhouse.core.conversations.tool.ToolCall;
import dev.wheelhouse.core.conversations.tool.ToolParameter;
import dev.wheelhouse.core.databases.AssistantSharing;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.query.ExplainRequest;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.databases.query.QueryResult;
import dev.wheelhouse.core.databases.query.ScriptReview;
import dev.wheelhouse.core.databases.query.StatementImpact;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Databases: what is in them, and SQL. Of each, a model is told no more than its connection shares. */
final class DatabaseTools {

    private static final ToolParameter CONNECTION =
            ToolParameter.name("database", "Name or id of a database connection");
    private static final int MOST_ROWS = 100;
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Databases databases;

    DatabaseTools(Databases databases) {
        this.databases = databases;
    }

    List<Tool> tools() {
        ToolParameter sql = ToolParameter.text("sql", "SQL in the database's own dialect");
        return List.of(
                Tool.reading(
                        "list_databases",
                        "databases",
                        Scope.DATABASES_READ,
                        "Lists the database connections with their engine, environment and what assistants may see of"
                                + " each.",
                        List.of(),
                        this::list),
                Tool.reading(
                        "list_tables",
                        "tables",
                        Scope.DATABASES_READ,
                        "Lists the tables and views of a database with the estimated number of their rows.",
                        List.of(CONNECTION),
                        this::tables),
                Tool.reading(
                        "describe_table",
                        "table",
                        Scope.DATABASES_READ,
                        "Shows the columns, keys and indexes of a table.",
                        List.of(CONNECTION, ToolParameter.name("table", "Its name, or schema.name")),
                        this::describe),
                Tool.reading(
                        "query",
                        "query",
                        Scope.DATABASES_QUERY,
                        "Runs SQL that only reads and shows the first " + MOST_ROWS
                                + " rows. The database refuses any change; use run_sql for one.",
                        List.of(CONNECTION, sql),
                        this::query),
                Tool.reading(
                        "explain_query",
                        "explain",
                        Scope.DATABASES_QUERY,
                        "Shows how the database would run a statement, without running it.",
                        List.of(CONNECTION, sql),
                        this::explain),
                Tool.changing(
                                "run_sql",
                                "sql",
                                Scope.DATABASES_WRITE,
                                "Proposes SQL that changes something. A person sees every statement with what it would"
                                        + " touch, and approves it or not.",
                                List.of(CONNECTION, sql),
                                new Tool.Work.Changing(this::review, this::run))
                        .destroying());
    }

    private String list(ToolCall call) {
        TextTable table = new TextTable("database", "id", "engine", "environment", "access", "assistants see");
        databases
                .connections()
                .all(call.caller(), Scope.DATABASES_READ)
                .forEach(each -> table.add(
                        each.name(),
                        each.id(),
                        each.engine().wireName(),
                        each.environment().wireName(),
                        each.readOnly() ? "read-only" : "read and write",
                        each.sharing().wireName()));
        return table.orElse("There are no database connections.");
    }

    /** @param needed what a model has to be allowed to see */
    private DatabaseConnection connection(ToolCall call, AssistantSharing needed) {
        DatabaseConnection found = Named.find(
                "database",
                call.text("database"),
                databases.connections().all(call.caller(), Scope.DATABASES_READ),
                DatabaseConnection::id,
                DatabaseConnection::name);
        if (call.isForModel() && found.sharing().compareTo(needed) < 0) {
            throw new AppException(
                    PlatformError.INSUFFICIENT_SCOPE,
                    "The connection " + found.name() + " shares "
                            + (found.sharing() == AssistantSharing.NAMES ? "only names" : "nothing")
                            + " with assistants. A person can look with a slash command, or change that in the"
                            + " connection's settings.");
        }
        return found;
    }

    /** Whether what people wrote into a database may be told, beside its names. */
    private static boolean showsRows(ToolCall call, DatabaseConnection connection) {
        return !call.isForModel() || connection.sharing() == AssistantSharing.ROWS;
    }

    private String tables(ToolCall call) {
        DatabaseConnection connection = connection(call, AssistantSharing.NAMES);
        TextTable table = new TextTable("table", "kind", "rows (estimated)", "comment");
        databases
                .tables()
                .list(call.caller(), connection.id())
                .forEach(each -> table.add(
                        each.schema() + "." + each.name(),
                        each.kind().wireName().replace('_', ' '),
                        each.estimatedRows(),
                        showsRows(call, connection) ? each.comment() : null));
        return table.orElse(connection.name() + " has no tables.");
    }

    private String describe(ToolCall call) {
        DatabaseConnection connection = connection(call, AssistantSharing.NAMES);
        TableSummary found = Named.find(
                "table",
                call.text("table"),
                databases.tables().list(call.caller(), connection.id()),
                each -> each.schema() + "." + each.name(),
                TableSummary::name);
        TableDescription described =
                databases.tables().describe(call.caller(), connection.id(), found.schema(), found.name());
        TextTable columns = new TextTable("column", "type", "null", "default");
        described
                .columns()
                .forEach(each -> columns.add(
                        each.name(),
                        each.dataType(),
                        each.nullable() ? "yes" : "no",
                        showsRows(call, connection) ? each.defaultValue() : null));
        StringBuilder text = new StringBuilder(found.schema() + "." + found.name() + "\n" + columns);
        text.append("\nkey: ").append(described.primaryKey().isEmpty() ? "none" : join(described.primaryKey()));
        described
                .indexes()
                .forEach(each -> text.append("\nindex ")
                        .append(each.name())
                        .append(each.unique() ? " (unique): " : ": ")
                        .append(join(each.columns())));
        described
                .foreignKeys()
                .forEach(each -> text.append("\nforeign key ")
                        .append(each.name())
                        .append(": ")
                        .append(join(each.columns()))
                        .append(" → ")
                        .append(each.refSchema())
                        .append('.')
                        .append(each.refTable())
                        .append(" (")
                        .append(join(each.refColumns()))
                        .append(')'));
        return text.toString();
    }

    private static String join(List<String> names) {
        return String.join(", ", names);
    }

    private String query(ToolCall call) {
        DatabaseConnection connection = connection(call, AssistantSharing.ROWS);
        QueryResult result = databases
                .queries()
                .run(reading(call.caller()), connection.id(), request(call.text("sql"), MOST_ROWS, false));
        String count = result.rows() == null
                ? result.command() + " ended; it has no rows."
                : result.rowCount()
                        + (result.rowCount() == 1 ? " row" : " rows")
                        + (result.truncated() ? ", the first of more" : "");
        return count + " in " + result.elapsedMillis() + " ms\n" + RowTable.of(result);
    }

    /** The same without the scope to write, so that the database itself is held to reading. */
    private static Caller reading(Caller caller) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        scopes.addAll(caller.scopes());
        scopes.removeAll(Set.of(Scope.DATABASES_WRITE, Scope.DATABASES_ADMIN));
        return caller.withScopes(scopes);
    }

    private static QueryRequest request(String sql, int rows, boolean confirm) {
        return new QueryRequest(sql, confirm, null, rows, TIMEOUT_MILLIS, null);
    }

    private String explain(ToolCall call) {
        DatabaseConnection connection = connection(call, AssistantSharing.ROWS);
        ExplainRequest request = new ExplainRequest(call.text("sql"), false, false, null, TIMEOUT_MILLIS, null);
        return databases
                .queries()
                .explain(call.caller(), connection.id(), request)
                .plan()
                .text();
    }

    private Preview review(ToolCall call) {
        DatabaseConnection connection = connection(call, AssistantSharing.NAMES);
        String sql = call.text("sql");
        ScriptReview review = databases.queries().review(call.caller(), connection.id(), sql);
        if (review.onlyReads()) {
            throw AppException.invalid("sql", "This only reads. Use the tool query for it.");
        }
        List<String> facts = new ArrayList<>();
        List<String> estimates = new ArrayList<>();
        facts.add(connection.id());
        facts.add("At " + connection.target().address());
        facts.add(sql.strip());
        for (StatementImpact each : review.statements()) {
            String number = review.statements().size() == 1 ? "" : "Statement " + (each.index() + 1) + ": ";
            facts.add(number + each.command() + (each.object() == null ? "" : " of " + each.object()) + " ("
                    + each.rule().replace('_', ' ') + ")");
            if (each.estimatedRows() != null) {
                estimates.add(number + "about " + each.estimatedRows() + " rows");
            }
        }
        String where = connection.name() + " (" + connection.environment().wireName() + ")";
        return new Preview("Run SQL on " + where, facts, estimates);
    }

    private String run(ToolCall call) {
        DatabaseConnection connection = connection(call, AssistantSharing.NOTHING);
        QueryResult result =
                databases.queries().run(call.caller(), connection.id(), request(call.text("sql"), 1, true));
        return result.command() + ": " + result.rowCount() + (result.rowCount() == 1 ? " row" : " rows") + " in "
                + result.elapsedMillis() + " ms.";
    }
}
