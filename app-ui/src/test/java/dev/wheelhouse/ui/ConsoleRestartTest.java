package dev.wheelhouse.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ConsoleRestartTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Writes down how it was started, and starts itself again the first time. */
    public static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            boolean first = !Files.exists(file);
            Files.writeString(
                    file,
                    System.getProperty("some.option") + " " + List.of(arguments).subList(1, arguments.length) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            if (first) {
                ConsoleRestart.start(Program.class, List.of(arguments));
            }
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void startsAgainAsItWasStarted() throws IOException, InterruptedException {
        Path file = folder.resolve("starts");
        Process first = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dsome.option=a value",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        file.toString(),
                        "--home",
                        "/with a/blank")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // The second has the first one's output, which so ends with both.
        first.getInputStream().readAllBytes();

        assertThat(first.waitFor()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(2).containsOnly("a value [--home, /with a/blank]");
    }
}
