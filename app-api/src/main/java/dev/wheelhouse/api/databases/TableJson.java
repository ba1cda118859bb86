package dev.wheelhouse.api.databases;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.databases.catalog.IndexDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer of operation 8. */
record TableJson(
        String schema,
        String name,
        List<ColumnJson> columns,
        List<String> primaryKey,
        List<IndexDescription> indexes,
        List<ForeignKeyDescription> foreignKeys) {

    /**
     * A column.
     *
     * @param writable false where the database generates the value
     * @param enumLabels of an enumerated type, in their declared order; absent for any other
     */
    record ColumnJson(
            String name,
            String dataType,
            UiType uiType,
            boolean nullable,
            @JsonProperty("default") @Nullable String defaultValue,
            @JsonProperty("isPrimaryKey") boolean isPrimaryKey,
            boolean writable,
            @Nullable List<String> enumLabels) {

        static ColumnJson from(ColumnDescription column, @Nullable List<String> enumLabels) {
            return new ColumnJson(
                    column.name(),
                    column.dataType(),
                    column.uiType(),
                    column.nullable(),
                    column.defaultValue(),
                    column.isPrimaryKey(),
                    column.writable(),
                    enumLabels);
        }
    }

    /** @param enumLabels by the names of enumerated columns */
    static TableJson from(TableDescription table, Map<String, List<String>> enumLabels) {
        return new TableJson(
                table.schema(),
                table.name(),
                table.columns().stream()
                        .map(column -> ColumnJson.from(column, enumLabels.get(column.name())))
                        .toList(),
                table.primaryKey(),
                table.indexes(),
                table.foreignKeys());
    }
}
