package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import java.util.Arrays;
import java.util.List;

/** Table descriptions for tests without a database. */
final class Tables {

    private Tables() {}

    static ColumnDescription column(String name, String dataType, UiType uiType, boolean nullable) {
        return new ColumnDescription(name, dataType, uiType, nullable, null, !nullable, true);
    }

    /** Keyed by its columns that cannot be null. */
    static TableDescription table(ColumnDescription... columns) {
        List<String> key = Arrays.stream(columns)
                .filter(column -> !column.nullable())
                .map(ColumnDescription::name)
                .toList();
        return new TableDescription("public", "people", List.of(columns), key, List.of(), List.of());
    }

    static final TableDescription PEOPLE = table(
            column("id", "integer", UiType.INTEGER, false),
            column("age", "integer", UiType.INTEGER, true),
            column("name", "text", UiType.LONGTEXT, true),
            column("status", "text", UiType.LONGTEXT, true),
            column("a", "integer", UiType.INTEGER, true),
            column("b", "integer", UiType.INTEGER, true),
            column("c", "integer", UiType.INTEGER, true),
            column("weird.na\"me\\, (x)", "text", UiType.LONGTEXT, true),
            column("not", "text", UiType.LONGTEXT, true),
            column("ünï", "text", UiType.LONGTEXT, true));
}
