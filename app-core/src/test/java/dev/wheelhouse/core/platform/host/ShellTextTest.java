package dev.wheelhouse.core.platform.host;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ShellTextTest {

    @Test
    void quotesEverythingAlike() {
        assertThat(ShellText.quote("")).isEqualTo("''");
        assertThat(ShellText.quote("plain")).isEqualTo("'plain'");
        assertThat(ShellText.quote("it's")).isEqualTo("'it'\\''s'");
        assertThat(ShellText.quote(List.of("a b", "$c"))).isEqualTo("'a b' '$c'");
        assertThatIllegalArgumentException().isThrownBy(() -> ShellText.quote("a\0b"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aShellReadsEveryByteBackAsItWas() throws Exception {
        StringBuilder all = new StringBuilder();
        for (char each = 1; each < 256; each++) {
            all.append(each).append('\'').append(each);
        }
        byte[] wanted = all.toString().getBytes(ISO_8859_1);
        for (String shell : List.of("/bin/sh", "/bin/bash")) {
            if (!Files.isExecutable(Path.of(shell))) {
                continue;
            }
            // Through standard input, since Java encodes arguments itself.
            Process process = new ProcessBuilder(shell).start();
            try (var script = process.getOutputStream()) {
                script.write(("printf %s " + ShellText.quote(all.toString())).getBytes(ISO_8859_1));
            }
            assertThat(process.getInputStream().readAllBytes()).as(shell).isEqualTo(wanted);
            assertThat(process.waitFor()).isZero();
        }
    }
}
