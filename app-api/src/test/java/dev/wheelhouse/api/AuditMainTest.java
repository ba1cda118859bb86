package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.TestConsole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditMainTest {

    private Path directory;
    private List<String> export;
    private String signingKey;

    private record Said(int code, String out, String err) {}

    @BeforeAll
    void export(@TempDir Path temporary) throws Exception {
        directory = temporary;
        try (TestConsole console = TestConsole.start(temporary)) {
            console.tokenWith("events:read");
            console.owner().post("/vault/rotate", "");
            export = console.owner().get("/events/export").body().lines().toList();
            signingKey = console.owner()
                    .get("/vault")
                    .json()
                    .at("/homes/0/signingKey")
                    .asText();
        }
    }

    private static Said run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = AuditMain.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Said verify(List<String> lines) throws IOException {
        Path file = Files.write(directory.resolve("events.ndjson"), lines);
        return run("verify", file.toString());
    }

    @Test
    void provesAnExport() throws IOException {
        Said said = verify(export);
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("are as they were written").contains(signingKey);
        String file = directory.resolve("events.ndjson").toString();
        assertThat(run("verify", file, "--key", signingKey).code()).isZero();
        assertThat(run("verify", file, "--key", "another"))
                .returns(1, Said::code)
                .returns("", Said::out);
    }

    @Test
    void namesWhatIsWrong() throws IOException {
        List<String> cut = new ArrayList<>(export);
        cut.remove(1);
        assertThat(verify(cut)).isEqualTo(new Said(1, "", "Event 2 is missing." + System.lineSeparator()));
        assertThat(verify(export.subList(0, export.size() - 1)).err()).contains("the end is not signed");
        assertThat(verify(List.of()).err()).contains("no event");
        assertThat(run("verify", directory.resolve("none").toString()).code()).isEqualTo(2);
        assertThat(run("verify").err()).contains("usage");
        assertThat(run("prove", "it").code()).isEqualTo(2);
    }
}
