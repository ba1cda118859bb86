package dev.wheelhouse.core.databases.sql;

import java.util.List;

/** A statement with JDBC's placeholders. Immutable. */
public final class ParameterisedStatement {

    private final String sql;
    private final List<String> names;
    private final int[] originalOffsets;
    private final Sent sent;

    /**
     * The text as the driver sends it: a number for each placeholder, a single question mark for each doubled one.
     *
     * @param originalOffsets as of the statement
     */
    record Sent(String text, List<Integer> originalOffsets) {}

    /**
     * @param originalOffsets for each UTF-16 unit of {@code sql} and for its end, the offset in the statement's own text
     */
    ParameterisedStatement(String sql, List<String> names, int[] originalOffsets, Sent sent) {
        this.sql = sql;
        this.names = List.copyOf(names);
        this.originalOffsets = originalOffsets;
        this.sent = sent;
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

    /**
     * Where a place that the server names stands in the statement's own text.
     *
     * @param points 0-based, in Unicode code points of what PostgreSQL was sent, placeholders numbered
     */
    public int originalOffsetOfSent(int points) {
        int known =
                Math.clamp(points, 0, sent.text().codePointCount(0, sent.text().length()));
        return sent.originalOffsets().get(sent.text().offsetByCodePoints(0, known));
    }
}
