package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.rows.RowRequest;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.caller.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations 8 and 12 and the listing of tables. */
public final class TableRoutes {

    private static final String TABLE = "/db-connections/{id}/tables/{schema}/{table}";
    private static final int LONGEST_CURSOR = 8_000;
    private static final int MOST_TABLES = 20_000;

    private final Databases databases;
    private final ResultJson results = new ResultJson();

    public TableRoutes(Databases databases) {
        this.databases = databases;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.DATABASES_READ);
        return List.of(
                Route.get("/db-connections/{id}/tables", read, this::list).withQuery("limit"),
                Route.get(TABLE, read, this::describe),
                Route.get(TABLE + "/rows", read, this::rows)
                        .withQuery("limit", "offset", "sort", "filters", "after", "before"));
    }

    private Response list(Request request) {
        int limit = request.integer("limit", MOST_TABLES, 1, MOST_TABLES);
        List<TableSummary> tables = databases.tables().list(request.caller(), request.pathParameter("id"));
        return Response.ok(
                tables.stream().limit(limit).map(TableSummaryJson::from).toList());
    }

    private Response describe(Request request) {
        return Response.ok(TableJson.from(databases
                .tables()
                .describe(
                        request.caller(),
                        request.pathParameter("id"),
                        request.pathParameter("schema"),
                        request.pathParameter("table"))));
    }

    private Response rows(Request request) {
        RowsRequest wanted = new RowsRequest(
                request.integer("limit", RowRequest.DEFAULT_LIMIT, 1, RowRequest.MAX_LIMIT),
                request.text("sort", SortParser.MAX_LENGTH).orElse(""),
                request.text("filters", FilterParser.MAX_LENGTH).orElse(""),
                RowPosition.of(
                        offset(request),
                        request.text("after", LONGEST_CURSOR).orElse(null),
                        request.text("before", LONGEST_CURSOR).orElse(null)));
        return results.rows(databases
                .rows()
                .page(
                        request.caller(),
                        request.pathParameter("id"),
                        request.pathParameter("schema"),
                        request.pathParameter("table"),
                        wanted));
    }

    private static @Nullable Long offset(Request request) {
        return request.text("offset").isEmpty()
                ? null
                : (Long) (long) request.integer("offset", 0, 0, Integer.MAX_VALUE);
    }
}
