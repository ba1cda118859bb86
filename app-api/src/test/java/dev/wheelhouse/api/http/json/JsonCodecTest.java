package dev.wheelhouse.api.http.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.json.RawJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCodecTest {

    enum Color {
        RED,
        DARK_BLUE
    }

    record Dest(String bucket, @Nullable String region) {
        Dest {
            if (bucket.isBlank()) {
                throw AppException.invalid("bucket", "Name the bucket.");
            }
        }
    }

    record Edit(String op, Map<String, RawJson> values) {}

    record All(
            String text,
            int small,
            @Nullable Long large,
            @Nullable Double real,
            @Nullable BigDecimal decimal,
            @Nullable BigInteger whole,
            @Nullable Boolean flag,
            @Nullable Instant time,
            @Nullable Scope scope,
            @Nullable Color color,
            @Nullable Object free,
            Optional<String> maybe,
            Patch<Integer> patch,
            @Nullable RawJson raw,
            @Nullable Dest dest,
            @Nullable List<Edit> edits,
            @Nullable List<@Nullable String> holes,
            @Nullable All nested) {}

    record Raw(RawJson value) {}

    private final JsonCodec codec = new JsonCodec();

    private <T> T read(String json, Class<T> type) {
        return codec.read(json.getBytes(StandardCharsets.UTF_8), type);
    }

    private All all(String members) {
        return read("{\"text\":\"t\",\"small\":1" + members + "}", All.class);
    }

    private List<FieldProblem> problems(String json) {
        AppException refused = catchThrowableOfType(AppException.class, () -> read(json, All.class));
        assertThat(refused.errorCode().code()).as(refused.getMessage()).isEqualTo("validation_failed");
        return ((FieldProblems) refused.details()).errors();
    }

    private List<String> paths(String json) {
        return problems(json).stream().map(FieldProblem::path).toList();
    }

    @Test
    void bindsEveryKindOfComponent() {
        All all = all(",\"large\":9223372036854775807,\"real\":1.5,\"decimal\":1.50,\"whole\":123456789012345678901,"
                + "\"flag\":true,\"time\":\"2026-01-02T03:04:05.5+01:00\",\"scope\":\"databases:read\","
                + "\"color\":\"dark_blue\",\"free\":{\"a\":[1,2.50,null]},\"maybe\":\"m\",\"patch\":3,"
                + "\"dest\":{\"bucket\":\"b\"},\"edits\":[],\"holes\":[null,\"x\"]");
        assertThat(all.large()).isEqualTo(Long.MAX_VALUE);
        assertThat(all.decimal()).isEqualTo(new BigDecimal("1.50"));
        assertThat(all.whole()).isEqualTo(new BigInteger("123456789012345678901"));
        assertThat(all.time()).isEqualTo(Instant.parse("2026-01-02T02:04:05.500Z"));
        assertThat(all.scope()).isEqualTo(Scope.DATABASES_READ);
        assertThat(all.color()).isEqualTo(Color.DARK_BLUE);
        assertThat(String.valueOf(all.free())).isEqualTo("{a=[1, 2.50, null]}");
        assertThat(all.maybe()).contains("m");
        assertThat(all.patch()).isEqualTo(Patch.replace(3));
        assertThat(all.holes()).containsExactly(null, "x");
    }

    @Test
    void tellsAbsentFromNullInAPatch() {
        assertThat(all("").patch()).isEqualTo(Patch.keep());
        assertThat(all(",\"patch\":null").patch()).isEqualTo(Patch.clear());
        assertThat(all(",\"maybe\":null").maybe()).isEmpty();
        assertThat(all(",\"raw\":null").raw()).isEqualTo(RawJson.NULL);
        assertThat(all("").raw()).isNull();
    }

    @Test
    void reportsEverythingAtOnceWithItsPath() {
        assertThat(paths("{\"small\":\"1\",\"dest\":{\"regoin\":1},\"edits\":[{\"op\":1,\"values\":[]}],\"x\":0}"))
                .containsExactly("small", "dest.regoin", "dest.bucket", "edits[0].op", "edits[0].values", "x", "text");
        assertThat(paths("[]")).containsExactly("body");
        assertThat(paths("null")).containsExactly("body");
    }

    @Test
    void aRecordsOwnComplaintGetsTheFullPath() {
        assertThat(problems("{\"text\":\"t\",\"small\":1,\"dest\":{\"bucket\":\" \"}}"))
                .containsExactly(new FieldProblem("dest.bucket", "Name the bucket."));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"small\":1.0|small",
                "\"small\":1e2|small",
                "\"small\":2147483648|small",
                "\"small\":true|small",
                "\"small\":null|small",
                "\"text\":5|text",
                "\"text\":null|text",
                "\"large\":9223372036854775808|large",
                "\"large\":1e999999999|large",
                "\"real\":\"1\"|real",
                "\"real\":1e400|real",
                "\"decimal\":1e999999999|decimal",
                "\"decimal\":1e99999999999999|decimal",
                "\"flag\":\"true\"|flag",
                "\"flag\":0|flag",
                "\"time\":\"yesterday\"|time",
                "\"time\":\"2026-01-02T03:04:05\"|time",
                "\"time\":1|time",
                "\"scope\":\"databases:all\"|scope",
                "\"color\":\"RED\"|color",
                "\"color\":0|color",
                "\"holes\":[1]|holes[0]",
                "\"holes\":{}|holes",
                "\"edits\":[null]|edits[0]",
                "\"free\":[1e999999999]|free[0]",
                "\"free\":\"\\ud800\"|free",
                "\"free\":{\"\\ud800x\":1}|free",
                "\"free\":{\"\\udc00x\":1}|free",
                "\"free\":[{\"\\udc00x\":1}]|free[0]",
                "\"raw\":[{\"a\":\"\\udbff\"}]|raw[0].a"
            })
    void coercesNothing(String member, String path) {
        String rest = member.startsWith("\"small\"") ? ",\"text\":\"t\"" : ",\"small\":1";
        String text = member.startsWith("\"text\"") || member.startsWith("\"small\"") ? "" : ",\"text\":\"t\"";
        assertThat(paths("{" + member + rest + text + "}")).containsExactly(path);
    }

    @Test
    void listsTheAllowedWords() {
        assertThat(problems("{\"text\":\"t\",\"small\":1,\"color\":\"green\"}")
                        .getFirst()
                        .message())
                .isEqualTo("Give one of: red, dark_blue.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}x",
                "{} {}",
                "NaN",
                "{\"small\":NaN}",
                "{\"small\":-Infinity}",
                "{\"small\":01}",
                "{\"small\":+1}",
                "{\"small\":.5}",
                "{'text':1}",
                "{\"text\":\"a\nb\"}",
                "{\"a\":1,\"a\":1}",
                "{\"dest\":{\"bucket\":\"a\",\"bucket\":\"b\"}}",
                "{\"free\":{\"a\":1,\"a\":2}}",
                "{\"text\":\"\\x\"}",
                "// c\n{}"
            })
    void refusesWhatIsNotJson(String json) {
        assertThatThrownBy(() -> read(json, All.class))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode().code()).isEqualTo("malformed_json"));
    }

    @Test
    void takesTwoHundredLevelsAndNotOneMore() {
        assertThat(read("{\"value\":" + "[".repeat(199) + "]".repeat(199) + "}", Raw.class))
                .isNotNull();
        assertThatThrownBy(() -> read("{\"value\":" + "[".repeat(200) + "]".repeat(200) + "}", Raw.class))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode().code()).isEqualTo("malformed_json"))
                .hasMessageContaining("deeper than 200 levels");
        // What stands behind the bound is not read.
        assertThatThrownBy(() -> read("[".repeat(500_000), Raw.class)).hasMessageContaining("deeper than 200 levels");
    }

    private static String members(int count) {
        return IntStream.range(0, count)
                .mapToObj(each -> "\"m" + each + "\":1")
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void takesTenThousandMembersOfAnObjectAndNotOneMore() {
        assertThat(read("{\"value\":" + members(10_000) + "}", Raw.class)).isNotNull();
        assertThatThrownBy(() -> read("{\"value\":[1," + members(10_001) + "]}", Raw.class))
                .hasMessageContaining("value[1]: This object has more than 10000 members");
        // What stands behind the bound is not read: else it would be malformed.
        assertThatThrownBy(() -> read(members(10_001) + "}}", Raw.class)).hasMessageContaining("body: This object has");
    }

    @Test
    void takesHalfAMillionNamesAndValuesInAllAndNoMore() {
        assertThat(read("{\"value\":[" + "1,".repeat(499_000) + "1]}", Raw.class))
                .isNotNull();
        assertThatThrownBy(() -> read("{\"value\":[" + "1,".repeat(500_000) + "1]}", Raw.class))
                .hasMessageContaining("more than 500000 names and values");
        String eight = IntStream.range(0, 40).mapToObj(_ -> members(9_000)).collect(Collectors.joining(","));
        assertThatThrownBy(() -> read("{\"value\":[" + eight + "]}", Raw.class))
                .hasMessageContaining("more than 500000 names and values");
    }

    @Test
    void takesANameOfFiftyThousandCharactersAndNotOneMore() {
        assertThat(read("{\"value\":{\"" + "n".repeat(50_000) + "\":1}}", Raw.class))
                .isNotNull();
        assertThatThrownBy(() -> read("{\"value\":{\"" + "n".repeat(50_001) + "\":1}}", Raw.class))
                .hasMessageContaining("longer than 50000 characters");
    }

    @Test
    void manyFaultsGiveAShortAnswer() {
        String members = ",\"holes\":[" + "1,".repeat(5_000) + "1]";
        assertThat(problems("{\"text\":\"t\",\"small\":1" + members + "}")).hasSize(100);
    }

    @Test
    void rawJsonKeepsTheSourceTextWhateverStandsAround() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            String raw = randomJson(random, 4);
            String pad = " \t\n\r".repeat(random.nextInt(3));
            String json = pad + "{" + pad + "\"value\"" + pad + ":" + pad + raw + pad + "}" + pad;
            assertThat(read(json, Raw.class).value().text())
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(raw);
        }
    }

    private static String randomJson(SplittableRandom random, int depth) {
        String space = " ".repeat(random.nextInt(2));
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> "12345678901234567890.1000e+0" + random.nextInt(9);
            case 1 -> "\"\\u00e9 \uD83D\uDE00 \\\"" + "é".repeat(random.nextInt(9)) + "\"";
            case 2 -> "null";
            case 3 -> "-0";
            case 4 -> random.nextBoolean() ? "true" : "false";
            case 5 -> "[" + space + randomJson(random, depth - 1) + space + "," + randomJson(random, depth - 1) + "]";
            // The same name twice: raw text keeps both.
            default ->
                "{\"a\":" + randomJson(random, depth - 1) + space + ",\"a\":" + space + randomJson(random, depth - 1)
                        + "}";
        };
    }

    @Test
    void aLongNumberLiteralIsRefusedQuicklyAndKeptInRawText() {
        String digits = "7".repeat(900_000);
        assertThat(paths("{\"text\":\"t\",\"small\":1,\"whole\":" + digits + "}"))
                .containsExactly("whole");
        assertThat(read("{\"value\":" + digits + "}", Raw.class).value().text()).isEqualTo(digits);
    }

    record Out(
            String name,
            @Nullable String absent,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            Instant finishedAt,

            Instant createdAt,
            Scope scope,
            Color color,
            Optional<String> maybe,
            RawJson raw,
            Map<String, @Nullable Object> row) {}

    @Test
    void writesComponentsInOrderTimesInMillisecondsAndLeavesOutWhatIsAbsent() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("b", null);
        row.put("a", new BigDecimal("1.50"));
        Out out = new Out(
                "é\"",
                null,
                null,
                Instant.parse("2026-01-02T03:04:05.6789Z"),
                Scope.API_KEYS_READ,
                Color.DARK_BLUE,
                Optional.empty(),
                new RawJson("{\"x\": 1.0,\"x\":2}"),
                row);
        assertThat(new String(codec.write(out), StandardCharsets.UTF_8))
                .isEqualTo("{\"name\":\"é\\\"\",\"finishedAt\":null,\"createdAt\":\"2026-01-02T03:04:05.678Z\","
                        + "\"scope\":\"api-keys:read\",\"color\":\"dark_blue\",\"raw\":{\"x\": 1.0,\"x\":2},"
                        + "\"row\":{\"b\":null,\"a\":1.50}}");
    }

    @Test
    void writesEnumsAsKeysByTheirWireWords() {
        assertThat(new String(codec.write(Map.of(Scope.APPS_READ, Color.RED)), StandardCharsets.UTF_8))
                .isEqualTo("{\"apps:read\":\"red\"}");
    }
}
