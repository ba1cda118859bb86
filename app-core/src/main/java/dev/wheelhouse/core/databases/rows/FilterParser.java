package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.catalog.TableDescription;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.Optional;

/**
 * Reads the {@code filters} of a row query. Two forms are taken: a list of conditions such as
 * {@code age.gte.18,or(a.eq.1,b.is.null),name.in.("x,y",z),not.status.eq.done}, and JSON, which begins with {@code [} or
 * <code>{</code>: {@code [{"column": "age", "op": "gte", "value": 18}]} or <code>{"age": 18}</code>.
 *
 * <p>Every refusal is a {@code validation_failed} on {@code query.filters} that names the place and says what to do.
 */
public final class FilterParser {

    /** Longest text, in characters. */
    public static final int MAX_LENGTH = 2_000;

    /** Most comparisons. */
    public static final int MAX_CONDITIONS = 50;

    /** How deep {@code and}, {@code or} and {@code not} may stand in each other. */
    public static final int MAX_DEPTH = 8;

    static final String PATH = "query.filters";

    private FilterParser() {}

    /**
     * @param filters blank asks for every row
     * @return the conditions of the list, joined by {@code And}
     */
    public static Condition.And parse(String filters, TableDescription table) {
        if (filters.isBlank()) {
            return Condition.ALL;
        }
        if (filters.codePointCount(0, filters.length()) > MAX_LENGTH) {
            throw AppException.invalid(PATH, "Shorten the filters to at most " + MAX_LENGTH + " characters.");
        }
        ConditionLimits limits = new ConditionLimits(TableColumns.of(table));
        String text = filters.strip();
        limits.requireStorable(text);
        return text.startsWith("[") || text.startsWith("{")
                ? new FilterJson(text, limits).read()
                : new FilterText(filters, limits).read();
    }

    /** The filter text that {@link #parse} reads as the same tree; empty for every row. */
    public static String format(Condition condition) {
        return FilterFormat.format(condition);
    }

    /** An operator's name, or advice. */
    static Operator operator(String name) {
        Optional<Operator> operator = Operator.find(name);
        return operator.orElseThrow(() -> AppException.invalid(
                PATH, "There is no operator \"" + name + "\". Use one of: " + Operator.list() + "."));
    }
}
