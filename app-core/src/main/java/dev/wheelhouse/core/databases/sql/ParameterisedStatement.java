package dev.wheelhouse.core.databases.sql;

import java.util.List;

/** A statement with JDBC's placeholders. Immutable. */
public final class ParameterisedStatement {

    private final Rewritten sql;
    private final List<String> names;
    private final Rewritten sent;

    /** @param sent as the driver sends it: a number for each placeholder, a single question mark for each doubled one */
    ParameterisedStatement(Rewritten sql, List<String> names, Rewritten sent) {
        this.sql = sql;
        this.names = List.copyOf(names);
        this.sent = sent;
    }

    /** The text with {@code ?} for each parameter. */
    public String sql() {
        return sql.text();
    }

    /** As the driver sends it to PostgreSQL. */
    String sent() {
        return sent.text();
    }

    /** What to bind, in order; {@code "1"} for {@code $1}. */
    public List<String> names() {
        return names;
    }

    /** Where a place of the rewritten text stands in the statement's own. */
    public int originalOffset(int offset) {
        return sql.origin(offset);
    }

    /**
     * Where a place that the server names stands in the statement's own text.
     *
     * @param points 0-based, in Unicode code points of what PostgreSQL was sent, placeholders numbered
     */
    public int originalOffsetOfSent(int points) {
        String text = sent.text();
        int known = Math.clamp(points, 0, text.codePointCount(0, text.length()));
        return sent.origin(text.offsetByCodePoints(0, known));
    }
}
