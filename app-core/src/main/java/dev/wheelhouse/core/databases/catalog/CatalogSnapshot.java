package dev.wheelhouse.core.databases.catalog;

import dev.wheelhouse.core.databases.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A database's names at one moment, for completing SQL without asking it again. Immutable. */
public final class CatalogSnapshot {

    private final Engine engine;
    private final List<SnapshotTable> tables;
    private final List<String> functions;
    private final List<String> schemas;
    private final Map<String, List<SnapshotTable>> byName;

    /** @param functions names that need no schema, sorted */
    public CatalogSnapshot(Engine engine, List<SnapshotTable> tables, List<String> functions) {
        this.engine = engine;
        this.tables = List.copyOf(tables);
        this.functions = List.copyOf(functions);
        TreeSet<String> names = new TreeSet<>();
        byName = new HashMap<>();
        for (SnapshotTable table : tables) {
            names.add(table.schema());
            byName.computeIfAbsent(table.searched(), _ -> new ArrayList<>(1)).add(table);
        }
        this.schemas = List.copyOf(names);
    }

    /** Of a database that is not known yet. */
    public static CatalogSnapshot empty(Engine engine) {
        return new CatalogSnapshot(engine, List.of(), List.of());
    }

    public Engine engine() {
        return engine;
    }

    /** By schema and name. */
    public List<SnapshotTable> tables() {
        return tables;
    }

    public List<String> functions() {
        return functions;
    }

    public List<String> schemas() {
        return schemas;
    }

    /**
     * The table that a reference means, in either case.
     *
     * @param schema null for a name alone; one that needs no schema comes first
     */
    public Optional<SnapshotTable> find(@Nullable String schema, String name) {
        SnapshotTable found = null;
        for (SnapshotTable each : byName.getOrDefault(name.toLowerCase(Locale.ROOT), List.of())) {
            boolean fits = schema == null || schema.equalsIgnoreCase(each.schema());
            boolean better = found == null || (!found.reachable() && each.reachable());
            if (fits && better) {
                found = each;
            }
        }
        return Optional.ofNullable(found);
    }
}
