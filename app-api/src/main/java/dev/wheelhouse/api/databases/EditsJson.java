package dev.wheelhouse.api.databases;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.edits.Edit;
import dev.wheelhouse.core.databases.edits.EditOperation;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of operation 5. */
record EditsJson(List<EditJson> edits) {

    /**
     * One edit.
     *
     * @param schema absent for {@code public} on PostgreSQL and {@code main} on SQLite
     */
    record EditJson(
            EditOperation op,
            @Nullable String schema,
            String table,
            @Nullable Map<String, RawJson> pk,
            @Nullable Map<String, RawJson> values) {

        Edit toEdit(Engine engine) {
            return new Edit(
                    op,
                    schema == null ? engine.defaultSchema() : schema,
                    table,
                    pk == null ? Map.of() : pk,
                    values == null ? Map.of() : values);
        }
    }

    List<Edit> toEdits(Engine engine) {
        return edits.stream().map(each -> each.toEdit(engine)).toList();
    }
}
