package dev.wheelhouse.core.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

    private static final int RUNS = 16;

    @TempDir
    private Path directory;

    @Test
    void givesBackWhatWasAppended() throws IOException {
        History history = new History(directory.resolve("new/history.jsonl"));
        List<Result> first = List.of(Results.millis(1, 12.5, null), Results.rate(1, 900, 1000, 0.1, 0.2));
        history.append(first);
        history.append(List.of(Results.millis(2, 13, 0.0)));
        assertThat(history.read().unreadable()).isEmpty();
        assertThat(history.read().results())
                .containsExactly(first.getFirst(), first.getLast(), Results.millis(2, 13, 0.0));
        assertThat(Files.readAllLines(history.file())).hasSize(3);
    }

    @Test
    void holdsNothingBeforeFirstRun() throws IOException {
        assertThat(new History(directory.resolve("none")).read()).isEqualTo(new History.Contents(List.of(), List.of()));
    }

    @Test
    void passesOverWhatKilledRunLeftOfLine() throws IOException {
        Path file = directory.resolve("history.jsonl");
        new History(file).append(List.of(Results.millis(1, 10, 0.1)));
        byte[] line = Files.readAllBytes(file);
        Property.holds(100, random -> {
            int length = 1 + random.nextInt(line.length - 2);
            Files.write(file, line);
            Files.write(file, Arrays.copyOf(line, length), StandardOpenOption.APPEND);
            History history = new History(file);
            history.append(List.of(Results.millis(2, 11, 0.1)));
            assertThat(history.read())
                    .isEqualTo(new History.Contents(
                            List.of(Results.millis(1, 10, 0.1), Results.millis(2, 11, 0.1)), List.of(2)));
        });
    }

    @Test
    void passesOverWhatIsNoResult() throws IOException {
        Path file = directory.resolve("history.jsonl");
        new History(file).append(List.of(Results.millis(1, 10, 0.1)));
        String line = Files.readString(file).strip();
        Files.write(
                file,
                List.of(
                        line + line,
                        "null",
                        "{}",
                        "[]",
                        line.replace("\"measurement\"", "\"other\""),
                        line.replace("2026-11-01T01:00:00Z", "yesterday"),
                        "",
                        line.replace("{\"area\"", "{\"later\":1,\"area\"")));
        Files.write(file, new byte[] {(byte) 0xff, 0}, StandardOpenOption.APPEND);
        assertThat(new History(file).read())
                .isEqualTo(new History.Contents(List.of(Results.millis(1, 10, 0.1)), List.of(1, 2, 3, 4, 5, 6, 9)));
    }

    @Test
    void keepsLinesOfRunsAtOnceWhole() throws Exception {
        Path file = directory.resolve("history.jsonl");
        AtOnce.run(RUNS, run -> () -> {
            History history = new History(file);
            for (int i = 0; i < 20; i++) {
                history.append(IntStream.range(0, 10)
                        .mapToObj(each -> Results.millis(run, each, 0.1))
                        .toList());
            }
            return run;
        });
        History.Contents contents = new History(file).read();
        assertThat(contents.unreadable()).isEmpty();
        List<Result> expected = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            for (int i = 0; i < 200; i++) {
                expected.add(Results.millis(run, i % 10, 0.1));
            }
        }
        assertThat(contents.results()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void writesTextThatIsNotAscii() throws IOException {
        Path file = directory.resolve("history.jsonl");
        Result result = Results.on("0123456789ab", 1, 0.01, Measurement.atMost("x", "Größe ≤\n1", 1, "µs", 2, "é"));
        new History(file).append(List.of(result));
        assertThat(new History(file).read().results()).containsExactly(result);
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).contains("Größe");
    }
}
