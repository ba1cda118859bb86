package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;

/** What both forms of a filter must keep to; counts while one filter is read. */
final class ConditionLimits {

    private final TableColumns columns;
    private int conditions;

    ConditionLimits(TableColumns columns) {
        this.columns = columns;
    }

    Comparison comparison(String column, Operator operator, List<String> values) {
        columns.require(column, FilterParser.PATH);
        if (++conditions > FilterParser.MAX_CONDITIONS) {
            throw AppException.invalid(
                    FilterParser.PATH, "Use at most " + FilterParser.MAX_CONDITIONS + " conditions.");
        }
        return new Comparison(column, operator, values);
    }

    void requireDepth(int depth) {
        if (depth > FilterParser.MAX_DEPTH) {
            throw AppException.invalid(
                    FilterParser.PATH, "Nest and, or and not at most " + FilterParser.MAX_DEPTH + " deep.");
        }
    }

    /** No engine keeps NUL in text, and half of a surrogate pair is not a character. */
    void requireStorable(String text) {
        boolean broken = text.codePoints().anyMatch(point -> point == 0 || (point >= 0xD800 && point <= 0xDFFF));
        if (broken) {
            throw AppException.invalid(FilterParser.PATH, "Take out the NUL or the lone surrogate; it is not text.");
        }
    }

    /** What to say to a null where a value is compared. */
    static String nullAdvice(Operator operator) {
        String instead = operator == Operator.NEQ || operator == Operator.ISDISTINCT
                ? Operator.IS_NOT_NULL.wireName()
                : Operator.IS_NULL.wireName();
        return "nothing is equal to null; write " + instead + " instead of " + operator.wireName()
                + ".null, or \"null\" in quotes for the text.";
    }
}
