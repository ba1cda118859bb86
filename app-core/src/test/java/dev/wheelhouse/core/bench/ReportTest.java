package dev.wheelhouse.core.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.bench.Comparison.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path directory;

    private History history;
    private Report report;

    @BeforeEach
    void make() throws IOException {
        history = new History(directory.resolve("history.jsonl"));
        report = new Report(directory.resolve("bench"), history);
    }

    @Test
    void comparesWithRunsBeforeAndNotWithItself() throws IOException {
        for (int run = 0; run < 3; run++) {
            List<Report.Line> lines = report.keep("open", List.of(Results.millis(run, 10, 0.01)));
            assertThat(lines.getFirst().comparison().text()).isEqualTo(run + " of 3 runs");
        }
        List<Report.Line> lines = report.keep("open", List.of(Results.millis(3, 20, 0.01)));
        assertThat(lines.getFirst().comparison().outcome()).isEqualTo(Outcome.WORSE);
        assertThat(history.read().results()).hasSize(4);
    }

    @Test
    void keepsNoisyRunsAndNoneWithoutNumber() throws IOException {
        Measurement failed = Measurement.failed("rows", "rows", "it broke");
        report.keep("open", List.of(Results.millis(1, 10, 0.9), Results.on("0123456789ab", 1, 0.01, failed)));
        assertThat(history.read().results()).containsExactly(Results.millis(1, 10, 0.9));
    }

    @Test
    void concludesWhetherBarsAreMetAndNothingIsWorse() throws IOException {
        List<Path> directories = List.of(directory.resolve("bench"), directory.resolve("not there"));
        for (int run = 0; run < 4; run++) {
            report.keep("open", List.of(Results.millis(run, 10, 0.01)));
        }
        assertThat(report.conclude(directories)).isTrue();
        report.keep("open", List.of(Results.millis(4, 20, 0.01)));
        assertThat(report.conclude(directories)).isFalse();
        report.keep("open", List.of(Results.millis(5, 200, 0.9)));
        assertThat(report.conclude(directories)).isFalse();
    }

    @Test
    void refusesTwoBenchmarksOfOneId() throws IOException {
        report.keep("open", List.of(Results.millis(1, 10, 0.01)));
        report.keep("close", List.of(Results.millis(1, 10, 0.01)));
        assertThatThrownBy(() -> report.conclude(List.of(directory.resolve("bench"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("open");
    }

    @Test
    void saysWhatIsMissedWorseWithoutProofAndUnreadable() throws IOException {
        for (int run = 0; run < 3; run++) {
            history.append(List.of(Results.millis(run, 10, 0.01)));
        }
        List<Report.Line> lines = List.of(
                line(Results.millis(4, 200, 0.01)),
                line(Results.millis(4, 10, 0.3)),
                line(Results.rate(4, 9, 10, null, null)));
        assertThat(Report.summary(lines, List.of(7), Path.of("history")).lines())
                .containsExactly(
                        "",
                        "Bars met: 1 of 2",
                        "  MISSED open a table",
                        "More than 15 % worse than the runs before: 1",
                        "  open a table: 1900 % worse: 200 ms, median of the last 3 10.0 ms; 00000002..00000004",
                        "Prove nothing: 1",
                        "  open a table: its values differ by 30 %",
                        "Too few runs before on this machine: 1",
                        "History: history",
                        "  Lines that cannot be read were skipped: [7]");
        assertThat(Report.table(lines).lines())
                .anyMatch(each -> each.startsWith("databases "))
                .anyMatch(each -> each.matches("open a table .* 200 ms .* ≤ 100 ms +MISSED +1 %  WORSE *"));
    }

    private Report.Line line(Result result) throws IOException {
        return new Report.Line(result, Comparison.of(result, history.read().results()));
    }

    @Test
    void looksAtConditionsOfThisMachine() throws Exception {
        Conditions conditions = Conditions.now(Files.createDirectory(directory.resolve("outside")), 0.5);
        assertThat(conditions.machine().id())
                .matches("[0-9a-f]{12}")
                .isEqualTo(Machine.here().id());
        assertThat(conditions.machine().memoryMegabytes()).isPositive();
        assertThat(conditions.commit()).isEqualTo("unknown");
        assertThat(conditions.dirty()).isFalse();
    }
}
