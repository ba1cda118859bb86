package dev.wheelhouse.ui.curl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurlTextTest {

    private final CurlText text = new CurlText(() -> "http://127.0.0.1:7465", Path.of("/home/o'hara/local token"));

    @Test
    void readsTheTokenFromItsFileWhenTheLineRuns() {
        assertThat(text.of(CurlCommand.get("/db-connections")))
                .isEqualTo("curl -sS -H \"Authorization: Bearer $(cat '/home/o'\\''hara/local token')\""
                        + " 'http://127.0.0.1:7465/api/v1/db-connections'");
    }

    @Test
    void encodesNamesAndQueriesOfAnyKind() {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("filters", "name.eq.\"a&b\"");
        query.put("sort", "-credit");

        assertThat(CurlCommand.get("/tables/" + CurlCommand.segment("a/b c"), query)
                        .target())
                .isEqualTo("/tables/a%2Fb%20c?filters=name.eq.%22a%26b%22&sort=-credit");
    }

    @Test
    void namesTheMethodWhereTheBodyDoesNotImplyIt() {
        assertThat(text.of(new CurlCommand("DELETE", "/jobs/job_1", Map.of(), null)))
                .contains(" -X DELETE ");
        assertThat(text.of(new CurlCommand("PATCH", "/x", Map.of(), "{}"))).contains(" -X PATCH ");
        assertThat(text.of(CurlCommand.post("/x", "{}"))).doesNotContain("-X");
    }

    @DisabledOnOs(OS.WINDOWS)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "it's",
                "''",
                "$(rm -rf x) `x` \\ \"q\"",
                "two\nlines",
                "@file",
                "%s",
                "naïve \u202Ertl 🜲"
            })
    void isOneWordOfTheShellWhateverItHolds(String word) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder(List.of("sh", "-c", "printf %s " + CurlText.quoted(word)))
                .redirectErrorStream(true)
                .start();
        String heard = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(shell.waitFor()).isZero();
        assertThat(heard).isEqualTo(word);
    }
}
