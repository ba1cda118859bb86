package dev.wheelhouse.ui.controls.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFoldTest {

    @Test
    void writesJsonOverSeveralLinesAndChangesNoToken() {
        JsonFold fold = JsonFold.of("{\"b\":1.50e+3,\"a\": [true ,null],\"b\":{},\"t\":\"x\\\"}\"}")
                .orElseThrow();

        assertThat(fold.text()).isEqualTo("""
            {
              "b": 1.50e+3,
              "a": [
                true,
                null
              ],
              "b": {},
              "t": "x\\"}"
            }\
            """);
        assertThat(fold.runs())
                .allSatisfy(run ->
                        assertThat(run.end()).isLessThanOrEqualTo(fold.text().length()));
    }

    @Test
    void keepsWhatStandsBeforeIt() {
        assertThat(JsonFold.of("2026-11-21 INFO {\"a\":1}").orElseThrow().text())
                .isEqualTo("2026-11-21 INFO {\n  \"a\": 1\n}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "}",
                "plain",
                "[INFO] started [ok]",
                "{a:1}",
                "{\"a\":1",
                "{\"a\":}",
                "{\"a\" 1}",
                "{\"a\":1}}",
                "{\"a\":tru}",
                "{\"a\":1,}",
                "x{\"a\":1}",
                "{\"a\":\"open}"
            })
    void takesNothingElseForJson(String line) {
        assertThat(JsonFold.of(line)).isEmpty();
    }

    @Test
    void givesUpWhereItIsTooDeep() {
        assertThat(JsonFold.of("[".repeat(500) + "\"a\"" + "]".repeat(500))).isEmpty();
    }
}
