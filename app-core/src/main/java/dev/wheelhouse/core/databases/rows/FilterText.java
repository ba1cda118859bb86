package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.databases.rows.Condition.And;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.databases.rows.Condition.Not;
import dev.wheelhouse.core.databases.rows.Condition.Or;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the list form of a filter by recursive descent. */
final class FilterText {

    private static final String SPECIAL = ",()\"";

    private final TextScanner scanner;
    private final ConditionLimits limits;

    FilterText(String text, ConditionLimits limits) {
        this.scanner = new TextScanner(FilterParser.PATH, text);
        this.limits = limits;
    }

    And read() {
        List<Condition> members = list(0);
        if (!scanner.atEnd()) {
            throw scanner.invalid("this \")\" closes nothing; take it out, or put the value in double quotes.");
        }
        return new And(members);
    }

    private List<Condition> list(int depth) {
        limits.requireDepth(depth);
        List<Condition> members = new ArrayList<>();
        do {
            members.add(condition(depth));
            scanner.skipSpaces();
        } while (scanner.accept(','));
        return members;
    }

    private Condition condition(int depth) {
        limits.requireDepth(depth);
        scanner.skipSpaces();
        if (scanner.accept("not.")) {
            return new Not(condition(depth + 1));
        }
        if (scanner.accept("or(")) {
            return new Or(group(depth));
        }
        if (scanner.accept("and(")) {
            return new And(group(depth));
        }
        return comparison();
    }

    private List<Condition> group(int depth) {
        int start = scanner.position() - 1;
        List<Condition> members = list(depth + 1);
        if (!scanner.accept(')')) {
            throw scanner.invalidAt(start, "close this parenthesis.");
        }
        return members;
    }

    private Comparison comparison() {
        String column = column();
        int start = scanner.position();
        Operator operator = operator(start);
        List<String> values = switch (operator.operand()) {
            case NONE -> List.of();
            case ONE -> List.of(value(operator));
            case LIST -> values(operator);
        };
        if (!scanner.atEnd() && !scanner.atAny(",) ")) {
            throw scanner.invalid("put a comma between conditions.");
        }
        return limits.comparison(column, operator, values);
    }

    private String column() {
        int start = scanner.position();
        String name = scanner.at('"') ? scanner.quoted() : scanner.until("." + SPECIAL);
        if (!scanner.accept('.')) {
            throw scanner.invalidAt(start, "write a condition as column.operator.value, such as age.gte.18.");
        }
        return name;
    }

    private Operator operator(int start) {
        String word = scanner.until("." + SPECIAL + " ");
        String name = word.equals("is") && scanner.accept('.') ? "is." + scanner.until("." + SPECIAL + " ") : word;
        Operator operator = Operator.find(name)
                .orElseThrow(() -> scanner.invalidAt(
                        start, "there is no operator \"" + name + "\"; use one of: " + Operator.list() + "."));
        if (operator.operand() != Operator.Operand.NONE && !scanner.accept('.')) {
            throw scanner.invalid("put a dot and a value after " + name + ".");
        }
        return operator;
    }

    private List<String> values(Operator operator) {
        if (!scanner.accept('(')) {
            throw scanner.invalid("put the values in parentheses, such as in.(1,2,3).");
        }
        if (scanner.at(')')) {
            throw scanner.invalid("give at least one value; \"\" is the empty text.");
        }
        List<String> values = new ArrayList<>();
        do {
            values.add(value(operator));
        } while (scanner.accept(','));
        if (!scanner.accept(')')) {
            throw scanner.invalid("close the list of values with \")\".");
        }
        return values;
    }

    private String value(Operator operator) {
        if (scanner.at('"')) {
            return scanner.quoted();
        }
        int start = scanner.position();
        String value = scanner.until(SPECIAL);
        if (scanner.atAny("(\"")) {
            throw scanner.invalid("put a value that holds , ( ) or \" in double quotes.");
        }
        if (operator.comparesWithValue() && value.toLowerCase(Locale.ROOT).equals("null")) {
            throw scanner.invalidAt(start, ConditionLimits.nullAdvice(operator));
        }
        return value;
    }
}
