package dev.wheelhouse.core.databases.completion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One SELECT, INSERT, UPDATE or DELETE of a statement, with what its names mean. */
final class Block {

    private final @Nullable Block parent;
    private final Map<String, Source> named = new LinkedHashMap<>();
    private final List<Source> sources = new ArrayList<>();
    private final List<Source.Column> output = new ArrayList<>();
    private @Nullable Source target;

    Block(@Nullable Block parent) {
        this.parent = parent;
    }

    void addNamed(Source table) {
        named.put(table.name(), table);
    }

    void addSource(Source source) {
        sources.add(source);
    }

    void addOutput(Source.Column column) {
        output.add(column);
    }

    /** The table that the statement changes. */
    void setTarget(Source table) {
        target = table;
        sources.add(table);
    }

    @Nullable
    Source target() {
        return target;
    }

    List<Source.Column> output() {
        return output;
    }

    /** The sources of this block alone. */
    List<Source> sources() {
        return sources;
    }

    /** What a column may come from: this block's sources, then those of the blocks around it. */
    List<Source> visible() {
        List<Source> visible = new ArrayList<>(sources);
        for (Block each = parent; each != null; each = each.parent) {
            visible.addAll(each.sources);
        }
        return visible;
    }

    Optional<Source> findNamed(String name) {
        for (Block each = this; each != null; each = each.parent) {
            Source found = each.named.get(name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** The CTEs that can be read from here. */
    List<Source> namedTables() {
        List<Source> tables = new ArrayList<>();
        for (Block each = this; each != null; each = each.parent) {
            tables.addAll(each.named.values());
        }
        return tables;
    }

    /** The set operation's other side: it sees the same CTEs but not this one's sources. */
    Block sibling() {
        Block sibling = new Block(parent);
        sibling.named.putAll(named);
        return sibling;
    }
}
