package dev.wheelhouse.core.databases.sql;

import java.util.List;

/** A statement with JDBC's placeholders. Immutable. */
public final class ParameterisedStatement {

    private final String sql;
    private final List<String> names;
    private final int[] originalOffsets;

    /**
     * @param originalOffsets for each UTF-16 unit of {@code sql} and for its end, the offset in the statement's own text
     */
    ParameterisedStatement(String sql, List<String> names, int[] originalOffsets) {
        this.sql = sql;
        this.names = List.copyOf(names);
        this.originalOffsets = originalOffsets;
    }

    /** The text with {@code ?} for each parameter. */
    public String sql() {
        return sql;
    }

    /** What to bind, in order; {@code "1"} for {@code $1}. */
    public List<String> names() {
        return names;
    }

    /** Where a place of the rewritten text stands in the statement's own. */
    public int originalOffset(int offset) {
        return originalOffsets[Math.clamp(offset, 0, originalOffsets.length - 1)];
    }
}
