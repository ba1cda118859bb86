package dev.wheelhouse.core.databases.sql;

import java.util.List;

/**
 * A statement with JDBC's placeholders.
 *
 * @param sql the text with {@code ?} for each parameter
 * @param names what to bind, in order; {@code "1"} for {@code $1}
 * @param sent the text as the driver sends it to PostgreSQL: a number for each placeholder, a single question mark for
 *     each doubled one
 */
public record ParameterisedStatement(String sql, List<String> names, Rewritten sent) {

    public ParameterisedStatement {
        names = List.copyOf(names);
    }

    /**
     * The place in the statement's own text of a position that the server names.
     *
     * @param points 0-based, in Unicode code points of what PostgreSQL was sent, placeholders numbered
     */
    public int originalOffsetOfSent(int points) {
        String text = sent.text();
        int known = Math.clamp(points, 0, text.codePointCount(0, text.length()));
        return sent.origin(text.offsetByCodePoints(0, known));
    }
}
