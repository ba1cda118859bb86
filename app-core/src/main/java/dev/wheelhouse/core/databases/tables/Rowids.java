package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.catalog.TableDescription;
import java.util.List;
import java.util.Optional;

/** SQLite's hidden row number ("ROWIDs and the INTEGER PRIMARY KEY"). */
final class Rowids {

    private static final List<String> NAMES = List.of("rowid", "_rowid_", "oid");

    private Rowids() {}

    /** The name under which a table's row number can be asked for, if it has one; empty when columns hide all names. */
    static Optional<String> find(TableDescription table) {
        return NAMES.stream()
                .filter(name -> table.columns().stream()
                        .noneMatch(column -> column.name().equalsIgnoreCase(name)))
                .findFirst();
    }
}
