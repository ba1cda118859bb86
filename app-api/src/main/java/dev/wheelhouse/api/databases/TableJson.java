package dev.wheelhouse.api.databases;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.databases.catalog.IndexDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer of operation 8. */
record TableJson(
        String schema,
        String name,
        List<ColumnJson> columns,
        List<String> primaryKey,
        List<IndexDescription> indexes,
        List<ForeignKeyDescription> foreignKeys) {

    /** A column; {@code writable} is false where the database generates the value. */
    record ColumnJson(
            String name,
            String dataType,
            UiType uiType,
            boolean nullable,
            @JsonProperty("default") @Nullable String defaultValue,
            @JsonProperty("isPrimaryKey") boolean isPrimaryKey,
            boolean writable) {

        static ColumnJson from(ColumnDescription column) {
            return new ColumnJson(
                    column.name(),
                    column.dataType(),
                    column.uiType(),
                    column.nullable(),
                    column.defaultValue(),
                    column.isPrimaryKey(),
                    column.writable());
        }
    }

    static TableJson from(TableDescription table) {
        return new TableJson(
                table.schema(),
                table.name(),
                table.columns().stream().map(ColumnJson::from).toList(),
                table.primaryKey(),
                table.indexes(),
                table.foreignKeys());
    }
}
