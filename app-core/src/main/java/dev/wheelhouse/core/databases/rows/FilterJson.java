package dev.wheelhouse.core.databases.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.databases.rows.Condition.And;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.databases.rows.Condition.Not;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON form of a filter as a stream, so that a number reaches the database with the digits it was written
 * with.
 */
final class FilterJson {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String SHAPE = "Write [{\"column\": …, \"op\": …, \"value\": …}] or {\"column\": value}.";

    private final String text;
    private final ConditionLimits limits;

    FilterJson(String text, ConditionLimits limits) {
        this.text = text;
        this.limits = limits;
    }

    And read() {
        try (JsonParser parser = FACTORY.createParser(text)) {
            List<Condition> members = parser.nextToken() == JsonToken.START_ARRAY ? list(parser) : object(parser);
            if (parser.nextToken() != null) {
                throw invalid(parser, "take out what follows the end of the JSON.");
            }
            return new And(members);
        } catch (IOException problem) {
            // JsonParser names the place in its own words; the text itself is the caller's.
            throw AppException.invalid(FilterParser.PATH, "This is not well-formed JSON. " + SHAPE);
        }
    }

    private List<Condition> object(JsonParser parser) throws IOException {
        List<Condition> members = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String column = parser.currentName();
            Operand operand = operand(parser);
            Operator operator =
                    operand.list() ? Operator.IN : operand.values().contains(null) ? Operator.IS_NULL : Operator.EQ;
            members.add(comparison(parser, column, operator, operand));
        }
        return members;
    }

    private List<Condition> list(JsonParser parser) throws IOException {
        List<Condition> members = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw invalid(parser, SHAPE);
            }
            members.add(entry(parser));
        }
        return members;
    }

    private Condition entry(JsonParser parser) throws IOException {
        String column = null;
        String name = null;
        Operand operand = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            switch (parser.currentName()) {
                case "column" -> column = string(parser);
                case "op" -> name = string(parser);
                case "value" -> operand = operand(parser);
                default -> throw invalid(parser, "there is no member \"" + parser.currentName() + "\". " + SHAPE);
            }
        }
        if (column == null || name == null) {
            throw invalid(parser, "a condition needs \"column\" and \"op\". " + SHAPE);
        }
        boolean negated = name.startsWith("not.");
        Condition condition = entry(parser, column, negated ? name.substring("not.".length()) : name, operand);
        return negated ? new Not(condition) : condition;
    }

    private Comparison entry(JsonParser parser, String column, String name, @Nullable Operand operand) {
        if (name.equals("is")) {
            String word = operand == null || operand.list()
                    ? ""
                    : String.valueOf(operand.values().getFirst());
            return comparison(parser, column, FilterParser.operator("is." + word), new Operand(false, List.of()));
        }
        Operator operator = FilterParser.operator(name);
        if (operator.operand() == Operator.Operand.NONE) {
            return comparison(parser, column, operator, new Operand(false, List.of()));
        }
        if (operand == null) {
            throw invalid(parser, "give " + name + " a \"value\".");
        }
        if (operand.list() != (operator.operand() == Operator.Operand.LIST)) {
            throw invalid(parser, operand.list() ? "only in takes a list." : "give in a list, such as [1, 2].");
        }
        return comparison(parser, column, operator, operand);
    }

    private Comparison comparison(JsonParser parser, String column, Operator operator, Operand operand) {
        if (operator.operand() == Operator.Operand.NONE) {
            return limits.comparison(column, operator, List.of());
        }
        List<String> values = new ArrayList<>();
        for (String value : operand.values()) {
            if (value == null) {
                throw invalid(parser, ConditionLimits.nullAdvice(operator));
            }
            limits.requireStorable(value);
            values.add(value);
        }
        if (values.isEmpty()) {
            throw invalid(parser, "give at least one value.");
        }
        return limits.comparison(column, operator, values);
    }

    private static Operand operand(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            List<@Nullable String> single = new ArrayList<>();
            single.add(scalar(parser));
            return new Operand(false, single);
        }
        List<@Nullable String> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(scalar(parser));
        }
        return new Operand(true, values);
    }

    private static @Nullable String scalar(JsonParser parser) throws IOException {
        if (!parser.currentToken().isScalarValue()) {
            throw invalid(parser, "a value is a text, a number, true, false or a list of these. " + SHAPE);
        }
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText();
    }

    private static String string(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
            throw invalid(parser, "\"column\" and \"op\" are texts.");
        }
        return parser.getText();
    }

    private static AppException invalid(JsonParser parser, String advice) {
        long offset = Math.max(parser.currentTokenLocation().getCharOffset(), 0);
        return AppException.invalid(FilterParser.PATH, "At position " + (offset + 1) + ": " + advice);
    }

    /** A scalar or a list; null stands for JSON's null. */
    private record Operand(boolean list, List<@Nullable String> values) {}
}
