package dev.wheelhouse.core.logs.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.search.Expression;
import dev.wheelhouse.core.logs.search.ExpressionParser;
import dev.wheelhouse.core.logs.search.LiteralSearch;
import dev.wheelhouse.core.logs.search.RequiredText;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Property;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineFilterTest {

    private static LogPattern text(String text) {
        return new LogPattern(text, false, false);
    }

    private static LogPattern regex(String text) {
        return new LogPattern(text, true, true);
    }

    private static boolean passes(LogFilter filter, String line) {
        return LineFilter.of(filter).start().test(line);
    }

    private static LogFilter including(LogPattern... patterns) {
        return new LogFilter(List.of(patterns), List.of(), Set.of());
    }

    @Test
    void wantsEveryIncludeAndNoExclude() {
        LogFilter filter = new LogFilter(List.of(text("order"), regex("id=\\d+")), List.of(text("health")), Set.of());
        assertThat(passes(filter, "new Order id=77")).isTrue();
        assertThat(passes(filter, "new Order id=none")).isFalse();
        assertThat(passes(filter, "id=77")).isFalse();
        assertThat(passes(filter, "order id=77 HEALTHY")).isFalse();
    }

    @Test
    void capitalsCountOnlyWhereAsked() {
        assertThat(passes(including(new LogPattern("Übung", false, false)), "die ÜBUNG"))
                .isTrue();
        assertThat(passes(including(new LogPattern("Übung", false, true)), "die ÜBUNG"))
                .isFalse();
        assertThat(passes(including(new LogPattern("Übung", false, true)), "die Übung"))
                .isTrue();
        assertThat(passes(including(new LogPattern("[A]", false, false)), "x[a]x"))
                .isTrue();
        assertThat(passes(including(new LogPattern("err.r", true, false)), "ERROR"))
                .isTrue();
        assertThat(passes(including(new LogPattern("err.r", true, true)), "ERROR"))
                .isFalse();
    }

    @Test
    void anEmptyPatternLetsEveryLineThrough() {
        assertThat(passes(including(text("")), "anything")).isTrue();
        assertThat(passes(including(regex("")), "")).isTrue();
    }

    @Test
    void anExpressionSeesTheLineAlone() {
        assertThat(passes(including(regex("^b$")), "b")).isTrue();
        byte[] bytes = "a\nb\nc".getBytes(StandardCharsets.UTF_8);
        assertThat(LineFilter.of(including(regex("^b$"))).start().test(bytes, 2, 3))
                .isTrue();
        assertThat(LineFilter.of(including(regex("a\\s"))).start().test(bytes, 0, 1))
                .isFalse();
    }

    @Test
    void aFrameHasTheLevelOfItsException() {
        LineFilter.Run run = LineFilter.of(new LogFilter(List.of(), List.of(), Set.of(LogLevel.ERROR)))
                .start();
        assertThat(run.test("10:00 INFO fine")).isFalse();
        assertThat(run.test("10:01 ERROR boom")).isTrue();
        assertThat(run.test("java.lang.IllegalStateException: boom")).isTrue();
        assertThat(run.test("\tat Main.main(Main.java:1)")).isTrue();
        assertThat(run.test("Caused by: java.io.IOException: INFO")).isTrue();
        assertThat(run.test("10:02 INFO fine")).isFalse();
        assertThat(run.test("  and on")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'[', 'Unclosed character class at character 1'",
        "'a(b', 'Unclosed group'",
        "'a**', 'Dangling meta character'",
        "'\\', 'character'"
    })
    void namesWhatIsWrongWithAnExpressionAndWhere(String expression, String reason) {
        LogFilter filter = new LogFilter(List.of(text("x"), regex(expression)), List.of(), Set.of());
        AppException refused = catchThrowableOfType(AppException.class, () -> LineFilter.of(filter));
        assertThat(refused.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        assertThat(refused).hasMessageStartingWith("include[1]: ").hasMessageContaining(reason);
    }

    @Test
    void refusesWhatIsTooLongOrHasALineBreak() {
        assertThat(catchThrowableOfType(AppException.class, () -> LineFilter.of(text("x".repeat(1001)))))
                .hasMessageContaining("1000");
        assertThat(catchThrowableOfType(AppException.class, () -> LineFilter.of(text("a\nb"))))
                .hasMessageContaining("line break");
        assertThat(catchThrowableOfType(AppException.class, () -> LineFilter.of(regex("(".repeat(1000)))))
                .hasMessageContaining("pattern: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+\\1$", "(a|aa)+$(?!b)", "(.*)*=.*=.*=x$(?<=x)", "(\\w+\\s*)+:(?=b)"})
    void stopsACatastrophicExpression(String expression) {
        LineFilter.Run run = LineFilter.of(new LogFilter(List.of(), List.of(regex(expression)), Set.of()))
                .start();
        AppException refused = catchThrowableOfType(AppException.class, () -> run.test("a".repeat(5000) + "!"));
        if (refused != null) {
            assertThat(refused.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
            assertThat(refused).hasMessageStartingWith("exclude[0]: ");
        }
    }

    @Test
    void takesNoLongerForARegularExpressionThanForAnother() {
        LineFilter.Run run = LineFilter.of(regex("(.*a){25}c")).start();
        assertThat(run.test("a".repeat(60))).isFalse();
        assertThat(run.test("a".repeat(60) + "c")).isTrue();
    }

    @Test
    void saysWhatToDoAboutACatastrophicExpression() {
        LineFilter.Run run = LineFilter.of(regex("(.*a){25}(?=c)")).start();
        assertThat(catchThrowableOfType(AppException.class, () -> run.test("a".repeat(60))))
                .hasMessageContaining("longer than 250 ms on one line");
        assertThat(run.test("aaa")).isFalse();
    }

    @Test
    void saysWhatToDoAboutAnExpressionThatOverflows() {
        LineFilter.Run run = LineFilter.of(regex("(a|b)*(?=c)")).start();
        assertThat(catchThrowableOfType(AppException.class, () -> run.test("ab".repeat(1 << 20))))
                .hasMessageContaining("pattern: ");
    }

    @Test
    void anExpressionUnderWayIsCancelled() {
        LineFilter.Run run = LineFilter.of(regex("(.*a){25}(?=c)")).start(() -> true);
        AppException cancelled = catchThrowableOfType(AppException.class, () -> run.test("a".repeat(60)));
        assertThat(cancelled.errorCode()).isEqualTo(PlatformError.CANCELLED);
    }

    @Test
    void findsALiteralWhereTheLibraryDoes() {
        Property.holds(5000, random -> {
            String hay = anyText(random, 120, "aAbB eE@`é\n");
            String needle = anyText(random, 6, "aAbB eE@`é");
            if (needle.isEmpty()) {
                return;
            }
            byte[] bytes = hay.getBytes(StandardCharsets.UTF_8);
            int expected = hay.indexOf(needle);
            int byteIndex = expected < 0 ? -1 : hay.substring(0, expected).getBytes(StandardCharsets.UTF_8).length;
            assertThat(LiteralSearch.of(needle, true).indexOf(bytes, 0, bytes.length))
                    .isEqualTo(byteIndex);
            if (LiteralSearch.isAscii(needle)) {
                assertThat(LiteralSearch.of(needle, false).isIn(bytes, 0, bytes.length))
                        .isEqualTo(hay.toLowerCase(Locale.ROOT).contains(needle.toLowerCase(Locale.ROOT)));
            }
        });
    }

    @Test
    void looksOnlyBetweenThePlacesItIsGiven() {
        Property.holds(2000, random -> {
            byte[] bytes = anyText(random, 60, "abc").getBytes(StandardCharsets.UTF_8);
            String needle = "a" + anyText(random, 3, "abc");
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);
            String part = new String(bytes, from, to - from, StandardCharsets.UTF_8);
            int expected = part.indexOf(needle);
            assertThat(LiteralSearch.of(needle, true).indexOf(bytes, from, to))
                    .isEqualTo(expected < 0 ? -1 : from + expected);
        });
    }

    private static String anyText(Random random, int longest, String signs) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            text.append(signs.charAt(random.nextInt(signs.length())));
        }
        return text.toString();
    }

    @Test
    void agreesWithTheLibraryOnAnyExpression() {
        Property.holds(20_000, random -> {
            StringBuilder expression = new StringBuilder();
            String[] pieces = {
                "a", "b", "ab", "abc", "c", ".", "\\.", "\\d", "[ab]", "[^a]", "[]a]", "(ab)", "(a|b)", "(?:bc)", "|",
                "?", "*", "+", "{2}", "{0,1}", "^", "$", "é", "\\b", "+?", "[\\]]", "\\\\", "(?i)", "(?=a)", "\\Qa\\E"
            };
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                expression.append(pieces[random.nextInt(pieces.length)]);
            }
            Pattern library;
            try {
                library = Pattern.compile(expression.toString());
            } catch (java.util.regex.PatternSyntaxException _) {
                return;
            }
            LineFilter.Run run = LineFilter.of(regex(expression.toString())).start();
            for (int i = 0; i < 5; i++) {
                String line = anyText(random, 12, "abc.é]\\ 1");
                assertThat(run.test(line))
                        .as("%s on %s", expression, line)
                        .isEqualTo(library.matcher(line).find());
            }
        });
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "connection reset, connection reset",
                "'user=\\w+ failed', ' failed'",
                "a|b, none",
                "'(abc)?def', def",
                "'abcd?', abc",
                "'abcd+e', abcd",
                "'\\d{3}', none",
                "'status: (4|5)\\d\\d', 'status: '",
                "'[abc]xyz[', none",
                "'x{3}abc', abc",
                "'(?i)abc', none",
                "'a\\.b\\.c', a.b.c"
            })
    void findsTheTextThatAMatchMustHave(String expression, String required) {
        Expression parsed = ExpressionParser.parse(expression, 0);
        assertThat(parsed == null ? null : RequiredText.of(parsed, true)).isEqualTo(required);
    }
}
