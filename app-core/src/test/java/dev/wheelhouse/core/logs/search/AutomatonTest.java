package dev.wheelhouse.core.logs.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutomatonTest {

    private static final String[] PIECES = {
        "a",
        "b",
        "ab",
        "A",
        "é",
        "É",
        "ß",
        "k",
        "日",
        "😀",
        "-",
        "_",
        " ",
        "1",
        "\\.",
        "\\\\",
        "\\x41",
        "\\u00e9",
        "\\t",
        ".",
        "\\d",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "\\h",
        "\\v",
        "[ab]",
        "[^a]",
        "[a-c1-3]",
        "[]a]",
        "[^]é]",
        "[é-ö]",
        "[\\w.-]",
        "[^\\s]",
        "[\\]\\-x]",
        "[^日-本]",
        "[😀-😂]",
        "(",
        ")",
        "(?:",
        ")",
        "(?<n>",
        ")",
        "|",
        "|",
        "?",
        "*",
        "+",
        "??",
        "*?",
        "+?",
        "{2}",
        "{0,2}",
        "{1,}",
        "{3,}?",
        "^",
        "$",
        "\\b",
        "\\B",
        "\\A",
        "\\z",
        "\\Z",
        "(?i)",
        "(?s)",
        "(?-i)",
        "(?i:"
    };

    private static final String[] SIGNS = {
        "a", "b", "c", "A", "B", "K", "é", "É", "ß", "ẞ", "ſ", "日", "本", "😀", "-", "_", " ", ".", "1", "2", "\\", "]",
        "x", "\t", "\r", "\u0085", "\u2028", "\u00a0", "\u212a", "\u0301"
    };

    /** {@link Pattern#flags()} tells those that the expression sets itself, too. */
    private record Compiled(Pattern pattern, int flags) {

        @Nullable
        Automaton automaton() {
            return Automaton.of(ExpressionParser.parse(pattern.pattern(), flags));
        }

        LineSearch search() {
            return Objects.requireNonNull(automaton(), toString())
                    .search((bytes, from, to) -> isFound(pattern, bytes, from, to), () -> false);
        }
    }

    private static Compiled anyPattern(Random random) {
        int[] choice = {0, 0, Pattern.CASE_INSENSITIVE, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE};
        while (true) {
            StringBuilder expression = new StringBuilder();
            for (int i = 1 + random.nextInt(7); i > 0; i--) {
                expression.append(PIECES[random.nextInt(PIECES.length)]);
            }
            try {
                int flags = choice[random.nextInt(choice.length)];
                return new Compiled(Pattern.compile(expression.toString(), flags), flags);
            } catch (PatternSyntaxException _) {
                // None; the next one may be.
            }
        }
    }

    /** Text, and now and then bytes that are none. */
    private static byte[] anyLine(Random random) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isPlain = random.nextBoolean();
        for (int i = random.nextInt(12); i > 0; i--) {
            String sign = isPlain ? "aAb1 _-c.".charAt(random.nextInt(9)) + "" : SIGNS[random.nextInt(SIGNS.length)];
            line.writeBytes(sign.getBytes(StandardCharsets.UTF_8));
            if (!isPlain && random.nextInt(20) == 0) {
                line.write(0x80 + random.nextInt(0x80));
            }
        }
        return line.toByteArray();
    }

    private static boolean isFound(Pattern pattern, byte[] bytes, int from, int to) {
        return pattern.matcher(new String(bytes, from, to - from, StandardCharsets.UTF_8))
                .find();
    }

    private static LineSearch alone(String expression) {
        return Objects.requireNonNull(Automaton.of(ExpressionParser.parse(expression, 0)), expression)
                .search(
                        (_, _, _) -> {
                            throw new AssertionError("judged otherwise");
                        },
                        () -> false);
    }

    private static boolean isIn(LineSearch search, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return search.isIn(bytes, 0, bytes.length);
    }

    @Test
    void saysOfAnyLineWhatTheLibrarySays() {
        int[] regular = new int[2];
        Property.holds(3000, random -> {
            Compiled compiled = anyPattern(random);
            boolean isRegular = compiled.automaton() != null;
            regular[isRegular ? 1 : 0]++;
            if (!isRegular) {
                return;
            }
            LineSearch search = compiled.search();
            for (int i = 0; i < 8; i++) {
                byte[] line = anyLine(random);
                assertThat(search.isIn(line, 0, line.length))
                        .as("%s on %s", compiled, new String(line, StandardCharsets.UTF_8))
                        .isEqualTo(isFound(compiled.pattern(), line, 0, line.length));
            }
        });
        assertThat(regular[1]).isGreaterThan(regular[0]);
    }

    /** The library gives up some of the ways in which a part that can be empty may be repeated. */
    @Test
    void repeatsWhatCanBeEmptyAsTheLibraryDoesOrLeavesItToIt() {
        List<String> bodies = List.of(
                "\\b|a",
                "a|\\b",
                "\\B|a",
                "a|\\B",
                "|a",
                "a|",
                "a?",
                "a*",
                "\\ba?",
                "a?\\b",
                "(a|\\b)",
                "^|a",
                "a|$",
                "a?|b",
                "\\b|ab?",
                "b*|\\Ba",
                "(\\b|a)?b?",
                "(a|\\B){0,2}");
        List<String> counts = List.of(
                "?", "*", "+", "{0}", "{1}", "{2}", "{3}", "{0,2}", "{1,2}", "{1,3}", "{2,3}", "{0,}", "{1,}", "{2,}");
        List<String> lines = new ArrayList<>(List.of(""));
        for (int i = 0; i < lines.size() && lines.get(i).length() < 4; i++) {
            for (String sign : List.of("a", "b", "c", " ")) {
                lines.add(lines.get(i) + sign);
            }
        }
        for (String body : bodies) {
            for (String count : counts) {
                for (String around : List.of("(%s)%sc", "^(%s)%sc", "b(?:%s)%s$", "^(?:%s)%s$")) {
                    String expression = String.format(around, body, count);
                    Compiled compiled = new Compiled(Pattern.compile(expression), 0);
                    if (compiled.automaton() == null) {
                        continue;
                    }
                    LineSearch search = compiled.search();
                    for (String line : lines) {
                        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
                        assertThat(search.isIn(bytes, 0, bytes.length))
                                .as(expression + " on '" + line + "'")
                                .isEqualTo(isFound(compiled.pattern(), bytes, 0, bytes.length));
                    }
                }
            }
        }
    }

    @Test
    void findsTheLinesOfABlockThatTheLibraryFinds() {
        Property.holds(1000, random -> {
            Compiled compiled = anyPattern(random);
            if (compiled.automaton() == null) {
                return;
            }
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            List<Integer> expected = new ArrayList<>();
            // Long blocks are searched by several cursors.
            int most = random.nextInt(20) == 0 ? 4000 : 12;
            for (int i = most / 2 + random.nextInt(most / 2); i > 0; i--) {
                byte[] line = anyLine(random);
                int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
                if (isFound(compiled.pattern(), line, 0, length)) {
                    expected.add(block.size());
                }
                block.writeBytes(line);
                block.writeBytes((random.nextInt(3) == 0 && length == line.length ? "\r\n" : "\n")
                        .getBytes(StandardCharsets.UTF_8));
            }
            assertThat(linesWith(compiled.search(), block.toByteArray()))
                    .as(compiled.toString())
                    .isEqualTo(expected);
        });
    }

    /** By both ways to look for them. */
    private static List<Integer> linesWith(LineSearch search, byte[] bytes) {
        List<Integer> lines = new ArrayList<>();
        search.each(bytes, 0, bytes.length, hit -> {
            lines.add(Math.max(0, Newlines.last(bytes, 0, hit) + 1));
            return Newlines.next(bytes, hit, bytes.length) + 1;
        });
        int at = 0;
        for (int line : lines) {
            int hit = search.indexOf(bytes, at, bytes.length);
            assertThat(Newlines.last(bytes, 0, hit) + 1).isEqualTo(line);
            at = Newlines.next(bytes, hit, bytes.length) + 1;
        }
        assertThat(search.indexOf(bytes, at, bytes.length)).isEqualTo(-1);
        return lines;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a)\\1",
                "a(?=b)",
                "(?<!a)b",
                "a++",
                "(?>a|ab)c",
                "\\p{L}",
                "[a&&b]",
                "[a[b]]",
                "\\R",
                "\\X",
                "a$b?",
                "(a$)*",
                "a{2}{3}",
                "\\Qa\\E",
                "^*",
                "()*",
                "(?x) a",
                "(?m)^a$",
                ".{1000}{0,20}",
                "(.{100}){100}",
                "\\uD83D\\uDE00"
            })
    void leavesToTheLibraryWhatIsNotRegularOrNotKnown(String expression) {
        assertThat(Automaton.of(ExpressionParser.parse(expression, 0))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(\\d{1,3}\\.){3}\\d{1,3}",
                "(^|\\s)(GET|POST) [^ ]*",
                "status=[45]\\d\\d\\b",
                "(?i)error|fatal|panic",
                "^\\S+ +\\[[a-z-]+\\] .*ms$",
                "[A-Z]{2,5}-\\d+",
                "(|a)+",
                "",
                "a|",
                "[^\"]*\"(\\s|$)",
                "\\x{41}|b"
            })
    void knowsWhatPeopleWrite(String expression) {
        assertThat(Automaton.of(ExpressionParser.parse(expression, 0)) != null || expression.contains("{41}"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|aa)+$", "(.*a){25}c", "(a|b|ab)*c", "(\\w+\\s*)+:", "(.*)*=.*=.*=x$"})
    void cannotBecomeSlow(String expression) {
        LineSearch search = alone(expression);
        assertThat(isIn(search, "a".repeat(1 << 20) + "!")).isFalse();
        assertThat(isIn(search, "é" + "ab".repeat(1 << 19) + "!")).isFalse();
    }

    @Test
    void judgesUtf8Itself() {
        LineSearch search = alone("^.é[^a]{2}[日-本]$");
        assertThat(isIn(search, "😀é日😀日")).isTrue();
        assertThat(isIn(search, "😀é日a日")).isFalse();
    }

    @Test
    void takesTheSpaceOfABoundedTable() {
        // A state for each combination of the last 16 signs: more than are kept.
        Pattern pattern = Pattern.compile("a[ab]{15}c");
        LineSearch search = new Compiled(pattern, 0).search();
        Random random = new Random(1);
        StringBuilder block = new StringBuilder();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            StringBuilder line = new StringBuilder();
            for (int k = 0; k < 400; k++) {
                line.append(random.nextInt(300) == 0 ? 'c' : random.nextBoolean() ? 'a' : 'b');
            }
            if (pattern.matcher(line).find()) {
                expected.add(block.length());
            }
            block.append(line).append('\n');
        }
        byte[] bytes = block.toString().getBytes(StandardCharsets.UTF_8);
        assertThat(linesWith(search, bytes)).isEqualTo(expected);
        assertThat(expected).hasSizeBetween(50, 250);
    }

    @Test
    void isCancelledWhileStatesAreMade() {
        LineSearch search = Objects.requireNonNull(Automaton.of(ExpressionParser.parse("a[ab]{15}c", 0)))
                .search((_, _, _) -> false, () -> true);
        StringBuilder line = new StringBuilder();
        new Random(1).ints(20_000, 0, 2).forEach(each -> line.append(each == 0 ? 'a' : 'b'));
        AppException cancelled = catchThrowableOfType(AppException.class, () -> isIn(search, line.toString()));
        assertThat(cancelled.errorCode()).isEqualTo(PlatformError.CANCELLED);
    }

    @Test
    void splitsRangesOfCharactersIntoRangesOfBytes() {
        Property.holds(1000, random -> {
            int from = anyCharacter(random);
            int to = from + random.nextInt(from < 0xD800 ? 0xD800 - from : 0x110000 - from);
            List<byte[][]> ranges = Utf8Ranges.of(from, to);
            for (int i = 0; i < 50; i++) {
                int each = random.nextBoolean() ? anyCharacter(random) : from - 2 + random.nextInt(4);
                if (each >= 0 && (each < 0xD800 || each > 0xDFFF)) {
                    byte[] bytes = Character.toString(each).getBytes(StandardCharsets.UTF_8);
                    assertThat(ranges.stream().filter(range -> isWithin(bytes, range)))
                            .hasSize(each >= from && each <= to ? 1 : 0);
                }
            }
        });
    }

    private static int anyCharacter(Random random) {
        int[] most = {0x80, 0x800, 0xD800, 0x110000};
        int each = random.nextInt(most[random.nextInt(4)]);
        return each >= 0xD800 && each < 0xE000 ? each - 0x800 : each;
    }

    private static boolean isWithin(byte[] bytes, byte[][] range) {
        if (bytes.length != range.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            int each = bytes[i] & 0xff;
            if (each < (range[i][0] & 0xff) || each > (range[i][1] & 0xff)) {
                return false;
            }
        }
        return true;
    }
}
