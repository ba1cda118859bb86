package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.export.ExportFormat;
import dev.wheelhouse.core.databases.export.ExportRequest;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.json.RawJson;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /db-connections/{id}/export}: a statement or a table. */
record ExportJson(
        @Nullable String sql,
        @Nullable RawJson params,
        @Nullable String schema,
        @Nullable String table,
        @Nullable String filters,
        @Nullable String sort,
        ExportFormat format,
        @Nullable Boolean confirm) {

    ExportRequest toRequest() {
        if ((sql == null) == (table == null)) {
            throw AppException.invalid("sql", "Give either sql or table.");
        }
        if (sql != null && (schema != null || filters != null || sort != null)) {
            throw AppException.invalid("sql", "schema, filters and sort go with table, not with sql.");
        }
        if (table != null && params != null) {
            throw AppException.invalid("params", "params go with sql, not with table.");
        }
        if (table != null && confirm != null) {
            throw AppException.invalid("confirm", "confirm goes with sql, not with table.");
        }
        return new ExportRequest(
                sql,
                params,
                schema,
                table,
                filters == null ? "" : filters,
                sort == null ? "" : sort,
                format,
                Boolean.TRUE.equals(confirm));
    }
}
