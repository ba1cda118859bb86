package dev.wheelhouse.core.databases.rows;

import java.util.ArrayList;
import java.util.List;

/** SQL and its parameters while they grow together. */
final class SqlText {

    private final StringBuilder sql = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();

    SqlText add(String text) {
        sql.append(text);
        return this;
    }

    SqlText bind(Object parameter) {
        sql.append('?');
        parameters.add(parameter);
        return this;
    }

    /** {@code (?, ?, …)} */
    SqlText bindAll(List<?> values) {
        String separator = "(";
        for (Object value : values) {
            add(separator).bind(value);
            separator = ", ";
        }
        return add(")");
    }

    SqlFragment toFragment() {
        return new SqlFragment(sql.toString(), parameters);
    }
}
