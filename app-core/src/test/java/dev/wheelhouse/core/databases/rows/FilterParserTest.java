package dev.wheelhouse.core.databases.rows;

import static dev.wheelhouse.core.databases.rows.Tables.PEOPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.rows.Condition.And;
import dev.wheelhouse.core.databases.rows.Condition.Comparison;
import dev.wheelhouse.core.databases.rows.Condition.Not;
import dev.wheelhouse.core.databases.rows.Condition.Or;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.testing.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterParserTest {

    @Test
    void readsTheExampleOfTheDocumentation() {
        assertThat(parse("age.gte.18,or(a.eq.1,and(b.is.null,c.lt.5)),name.in.(\"x,y\",z),not.status.eq.done"))
                .isEqualTo(new And(List.of(
                        Comparison.of("age", Operator.GTE, "18"),
                        new Or(List.of(
                                Comparison.of("a", Operator.EQ, "1"),
                                new And(List.of(
                                        Comparison.of("b", Operator.IS_NULL), Comparison.of("c", Operator.LT, "5"))))),
                        Comparison.of("name", Operator.IN, "x,y", "z"),
                        new Not(Comparison.of("status", Operator.EQ, "done")))));
    }

    @Test
    void blankAsksForEveryRow() {
        assertThat(parse("  ")).isEqualTo(Condition.ALL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name.eq.a.b.c|a.b.c",
                "name.eq.|~~",
                "name.eq.\"\"|~~",
                "name.eq.\"null\"|null",
                "name.eq.\"say \\\"hi\\\" \\\\ (now)\"|say \"hi\" \\ (now)",
                "name.eq.\\x00ff|\\x00ff",
                "name.eq. padded|~ padded~",
                "name.like.null|null",
                "name.eq.🚀|🚀"
            })
    void readsValuesAsTheyAreMeant(String filter, String value) {
        Comparison comparison = (Comparison) parse(filter).members().getFirst();
        assertThat(comparison.values()).containsExactly(value);
    }

    @Test
    void readsQuotedColumnNames() {
        assertThat(parse("\"weird.na\\\"me\\\\, (x)\".is.notnull, \"not\".eq.not"))
                .isEqualTo(new And(List.of(
                        Comparison.of("weird.na\"me\\, (x)", Operator.IS_NOT_NULL),
                        Comparison.of("not", Operator.EQ, "not"))));
    }

    @Test
    void readsEveryOperator() {
        for (Operator operator : Operator.values()) {
            String values = switch (operator.operand()) {
                case NONE -> "";
                case ONE -> ".x";
                case LIST -> ".(x)";
            };
            Comparison read = (Comparison)
                    parse("name." + operator.wireName() + values).members().getFirst();
            assertThat(read.operator()).isEqualTo(operator);
        }
    }

    @Test
    void whatIsFormattedIsReadAsTheSameTree() {
        Property.holds(2_000, random -> {
            And condition = new And(members(random, 3));
            String text = FilterParser.format(condition);
            if (text.length() <= FilterParser.MAX_LENGTH) {
                assertThat(parse(text)).as(text).isEqualTo(condition);
            }
        });
    }

    @Test
    void anyTextIsReadOrRefusedInOneWay() {
        String alphabet = "ab.,()\"\\ eqinot{}[]:null🚀\0";
        Property.holds(5_000, random -> {
            String text = random.ints(random.nextInt(30), 0, alphabet.length())
                    .mapToObj(i -> alphabet.substring(i, i + 1))
                    .collect(Collectors.joining());
            try {
                And read = parse(random.nextBoolean() ? "name.eq." + text : text);
                assertThat(parse(FilterParser.format(read))).isEqualTo(read);
            } catch (AppException refused) {
                assertThat(path(refused)).isEqualTo("query.filters");
            }
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "age.eq.null|At position 8: nothing is equal to null; write is.null",
                "age.neq.NULL|is.notnull",
                "age.in.(1,null)|At position 11",
                "age.is.maybe|there is no operator \"is.maybe\"; use one of: eq neq gt",
                "age.between.1|At position 5: there is no operator \"between\"; use one of: eq neq gt",
                "age|write a condition as column.operator.value",
                "age.eq|At position 7: put a dot and a value after eq",
                "age.eq.1,|write a condition as column.operator.value",
                ",age.eq.1|write a condition as column.operator.value",
                "age.eq.1)|At position 9: this \")\" closes nothing",
                "or(age.eq.1|At position 3: close this parenthesis",
                "or()|write a condition as column.operator.value",
                "age.in.1|put the values in parentheses",
                "age.in.()|give at least one value",
                "age.in.(1|close the list",
                "name.eq.a(b|At position 10: put a value that holds , ( ) or \" in double quotes",
                "name.eq.\"a|At position 9: close this quote",
                "name.eq.\"a\"b|put a comma between conditions",
                "name.eq.\"a\\b\"|write \\\\ for a backslash",
                "agee.eq.1|\"people\" has no column \"agee\". Did you mean \"age\"?",
                "Age.eq.1|Did you mean \"age\"?",
                "zzz.eq.1|See the table's description"
            })
    void refusesWithThePlaceAndTheWayOut(String filter, String message) {
        assertRefused(filter, message);
    }

    @Test
    void readsBothJsonForms() {
        assertThat(parse("{\"age\": 18, \"name\": null, \"a\": [1, 2.50], \"b\": true}"))
                .isEqualTo(new And(List.of(
                        Comparison.of("age", Operator.EQ, "18"),
                        Comparison.of("name", Operator.IS_NULL),
                        Comparison.of("a", Operator.IN, "1", "2.50"),
                        Comparison.of("b", Operator.EQ, "true"))));
        assertThat(parse("""
                [{"column": "age", "op": "gte", "value": 12345678901234567890},
                 {"op": "not.in", "value": ["x,y", "null"], "column": "name"},
                 {"column": "a", "op": "is", "value": null}, {"column": "b", "op": "is.notnull"},
                 {"column": "c", "op": "is", "value": true}]"""))
                .isEqualTo(new And(List.of(
                        Comparison.of("age", Operator.GTE, "12345678901234567890"),
                        new Not(Comparison.of("name", Operator.IN, "x,y", "null")),
                        Comparison.of("a", Operator.IS_NULL),
                        Comparison.of("b", Operator.IS_NOT_NULL),
                        Comparison.of("c", Operator.IS_TRUE))));
        assertThat(parse("[]")).isEqualTo(Condition.ALL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[{\"column\":\"age\",\"op\":\"eq\",\"value\":null}]|write is.null instead of eq.null",
                "[{\"column\":\"age\",\"op\":\"eq\"}]|give eq a \"value\"",
                "[{\"column\":\"age\",\"op\":\"eq\",\"value\":[1]}]|only in takes a list",
                "[{\"column\":\"age\",\"op\":\"in\",\"value\":1}]|give in a list",
                "[{\"column\":\"age\",\"op\":\"in\",\"value\":[]}]|at least one value",
                "[{\"column\":\"age\",\"op\":\"nix\",\"value\":1}]|There is no operator \"nix\"",
                "[{\"column\":\"age\",\"operator\":\"eq\",\"value\":1}]|there is no member \"operator\"",
                "[{\"op\":\"eq\",\"value\":1}]|needs \"column\" and \"op\"",
                "[{\"column\":1}]|are texts",
                "[1]|Write [{",
                "{\"age\":{\"gt\":1}}|a value is a text, a number",
                "{\"nope\":1}|no column \"nope\"",
                "{\"age\":1} x|not well-formed JSON",
                "{\"age\":1} {}|take out what follows",
                "{\"age\":|not well-formed JSON",
                "{\"name\":\"\\u0000\"}|Take out the NUL",
                "{\"name\":\"\\ud800\"}|lone surrogate"
            })
    void refusesJsonThatIsNotAFilter(String filter, String message) {
        assertRefused(filter, message);
    }

    @Test
    void keepsToItsLimits() {
        String fifty = IntStream.range(0, 50).mapToObj(i -> "a.eq." + i).collect(Collectors.joining(","));
        assertThat(parse(fifty).members()).hasSize(50);
        assertRefused(fifty + ",a.eq.50", "at most 50 conditions");
        assertThat(parse("and(".repeat(8) + "a.eq.1" + ")".repeat(8)).members()).hasSize(1);
        assertRefused("and(".repeat(9) + "a.eq.1" + ")".repeat(9), "at most 8 deep");
        assertThat(parse("not.".repeat(8) + "a.eq.1").members()).hasSize(1);
        assertRefused("not.".repeat(9) + "a.eq.1", "at most 8 deep");
        assertThat(parse("name.eq." + "x".repeat(1_992)).members()).hasSize(1);
        assertRefused("name.eq." + "x".repeat(1_993), "at most 2000 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name.eq.a\0b", "name.eq.a\ud800b"})
    void refusesWhatNoDatabaseKeeps(String filter) {
        assertRefused(filter, "Take out the NUL or the lone surrogate");
    }

    private static List<Condition> members(Random random, int depth) {
        List<Condition> members = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            members.add(condition(random, depth));
        }
        return members;
    }

    private static Condition condition(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 1 : 4)) {
            case 1 -> new And(members(random, depth - 1));
            case 2 -> new Or(members(random, depth - 1));
            case 3 -> new Not(condition(random, depth - 1));
            default -> comparison(random);
        };
    }

    private static Comparison comparison(Random random) {
        Operator[] operators = Operator.values();
        Operator operator = operators[random.nextInt(operators.length)];
        int count = switch (operator.operand()) {
            case NONE -> 0;
            case ONE -> 1;
            case LIST -> random.nextInt(1, 4);
        };
        List<String> values =
                IntStream.range(0, count).mapToObj(i -> text(random)).toList();
        int column = random.nextInt(PEOPLE.columns().size());
        return new Comparison(PEOPLE.columns().get(column).name(), operator, values);
    }

    private static String text(Random random) {
        List<String> pieces =
                List.of("a", "null", ",", "(", ")", "\"", "\\", ".", " ", "not.", "eq", "🚀", "é", "*", "%");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }

    private static And parse(String filters) {
        return FilterParser.parse(filters, PEOPLE);
    }

    private static void assertRefused(String filters, String message) {
        assertThatThrownBy(() -> parse(filters)).isInstanceOfSatisfying(AppException.class, refused -> {
            assertThat(path(refused)).isEqualTo("query.filters");
            assertThat(refused).hasMessageContaining(message);
        });
    }

    private static String path(AppException refused) {
        return ((FieldProblems) refused.details()).errors().getFirst().path();
    }
}
