package dev.wheelhouse.api.databases;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.Paging;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.TableSummary;
import dev.wheelhouse.core.databases.rows.FilterParser;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.rows.RowRequest;
import dev.wheelhouse.core.databases.rows.SortParser;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowCount;
import dev.wheelhouse.core.databases.tables.RowPage;
import dev.wheelhouse.core.databases.tables.RowService;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations 8 and 12 and the listing of tables. */
public final class TableRoutes {

    private static final String TABLE = "/db-connections/{id}/tables/{schema}/{table}";
    private static final int LONGEST_CURSOR = 8_000;
    private static final int MOST_TABLES = 20_000;
    private static final int LEAST_CUT = 16;
    private static final int MOST_CUT = 10_000;

    private final Databases databases;
    private final ResultJson results = new ResultJson();

    public TableRoutes(Databases databases) {
        this.databases = databases;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.DATABASES_READ);
        return List.of(
                Route.get("/db-connections/{id}/tables", read, this::list).withQuery("limit", "cursor", "name"),
                Route.get(TABLE, read, this::describe),
                Route.get(TABLE + "/definition", read, this::define),
                Route.get(TABLE + "/rows", read, this::rows)
                        .withQuery("limit", "offset", "sort", "filters", "after", "before")
                        .withQuery("near", "end", "count", "queryId", "cut"));
    }

    private Response list(Request request) {
        int limit = request.integer("limit", MOST_TABLES, 1, MOST_TABLES);
        String part = request.text("name").orElse("").toLowerCase(Locale.ROOT);
        byte[] after = request.text("cursor").map(TableRoutes::keyOf).orElse(new byte[0]);
        List<TableSummary> tables = databases.tables().list(request.caller(), request.pathParameter("id")).stream()
                .filter(each -> each.name().toLowerCase(Locale.ROOT).contains(part))
                .dropWhile(each -> Arrays.compareUnsigned(key(each), after) <= 0)
                .toList();
        List<TableSummary> page = tables.subList(0, Math.min(limit, tables.size()));
        Response response =
                Response.ok(page.stream().map(TableSummaryJson::from).toList());
        return page.size() == tables.size()
                ? response
                : Paging.withNext(response, request, Optional.of(cursor(page.getLast())));
    }

    /** Bytes of UTF-8 compare as the list is sorted, by code points. */
    private static byte[] key(TableSummary table) {
        return (table.schema() + '\0' + table.name()).getBytes(StandardCharsets.UTF_8);
    }

    private static String cursor(TableSummary last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key(last));
    }

    private static byte[] keyOf(String cursor) {
        try {
            return Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException _) {
            throw AppException.invalid("query.cursor", "Take the cursor from the Link header of the page before.");
        }
    }

    private Response describe(Request request) {
        Caller caller = request.caller();
        String id = request.pathParameter("id");
        TableDescription table = databases
                .tables()
                .describe(caller, id, request.pathParameter("schema"), request.pathParameter("table"));
        return Response.ok(TableJson.from(table, databases.tables().enumLabels(caller, id, table)));
    }

    private Response define(Request request) {
        return Response.ok(new SqlJson(databases
                .tables()
                .definition(
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
                position(request));
        Counting counting = Counting.of(request);
        Caller caller = request.caller();
        String id = request.pathParameter("id");
        String schema = request.pathParameter("schema");
        String table = request.pathParameter("table");
        if (request.text("cut").isEmpty()) {
            RowPage page = databases.rows().page(caller, id, schema, table, wanted);
            return results.rows(page, counting.count(databases.rows(), request, wanted.filters()));
        }
        int characters = request.integer("cut", LEAST_CUT, LEAST_CUT, MOST_CUT);
        CellPage page = databases.rows().cells(caller, id, schema, table, wanted, characters);
        return results.cells(page, wanted.limit(), counting.count(databases.rows(), request, wanted.filters()));
    }

    private static RowPosition position(Request request) {
        return RowPosition.of(
                offset(request),
                request.text("after", LONGEST_CURSOR).orElse(null),
                request.text("before", LONGEST_CURSOR).orElse(null),
                near(request),
                request.flag("end", false));
    }

    private static @Nullable Long offset(Request request) {
        return request.text("offset").isEmpty()
                ? null
                : (Long) (long) request.integer("offset", 0, 0, Integer.MAX_VALUE);
    }

    private static @Nullable Double near(Request request) {
        String text = request.text("near").orElse(null);
        if (text == null) {
            return null;
        }
        // Double.parseDouble would also take 1e0, 0x1p0 and NaN.
        if (!text.matches("[01](\\.[0-9]{1,10})?")) {
            throw AppException.invalid("query.near", "Give a fraction from 0 for the beginning to 1 for the end.");
        }
        return Double.valueOf(text);
    }

    /** How the rows are counted that the filters let through. */
    private enum Counting {
        NONE,
        ESTIMATED,
        EXACT;

        static Counting of(Request request) {
            Counting counting = request.text("count")
                    .map(text -> switch (text) {
                        case "estimated" -> ESTIMATED;
                        case "exact" -> EXACT;
                        default -> throw AppException.invalid("query.count", "Give estimated or exact.");
                    })
                    .orElse(NONE);
            if (request.text("queryId").isPresent() && counting != EXACT) {
                throw AppException.invalid("query.queryId", "Only count=exact takes long enough to be cancelled.");
            }
            return counting;
        }

        @Nullable
        RowCount count(RowService rows, Request request, String filters) {
            Caller caller = request.caller();
            String id = request.pathParameter("id");
            String schema = request.pathParameter("schema");
            String table = request.pathParameter("table");
            return switch (this) {
                case NONE -> null;
                case ESTIMATED -> rows.estimate(caller, id, schema, table, filters);
                case EXACT ->
                    new RowCount(
                            rows.count(
                                    caller,
                                    id,
                                    schema,
                                    table,
                                    filters,
                                    request.text("queryId").orElse(null)),
                            true);
            };
        }
    }
}
