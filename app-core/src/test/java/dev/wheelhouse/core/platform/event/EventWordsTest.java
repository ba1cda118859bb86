package dev.wheelhouse.core.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventWordsTest {

    private static EventWords words(String kind, Map<String, Object> data) {
        return EventWords.of(new Event(
                "evt_1", 1, kind, "sch_1", Instant.EPOCH, data, Map.of("memberId", "mem_1", "origin", "http")));
    }

    @Test
    void namesTheSubjectAndPutsTheCauseFirst() {
        EventWords words = words(
                "schedule.failed",
                Map.of("name", "nightly-report", "exitCode", 3, "dueAt", "2026-01-02", "error", "disk\nfull"));
        assertThat(words.severity()).isEqualTo(EventKind.Severity.ERROR);
        assertThat(words.title()).isEqualTo("nightly-report: A run failed");
        assertThat(words.details()).containsExactly("Error: disk full", "Due at: 2026-01-02", "Exit code: 3");
    }

    @Test
    void ofALongTextTheFirstLineAndTheNewestOnesAreLeft() {
        String trace = IntStream.range(0, 100).mapToObj(i -> "  File " + i).collect(Collectors.joining("\n"));
        String error = "It did not start.\nIts last lines:\n" + trace + "\nModuleNotFoundError: no";
        assertThat(words("deploy.failed", Map.of("error", error)).details().getFirst())
                .startsWith("Error: It did not start. … ")
                .endsWith("File 98   File 99 ModuleNotFoundError: no")
                .hasSizeBetween(400, 520);
        String endless = "It did not start.\n" + "x".repeat(2000);
        assertThat(words("deploy.failed", Map.of("error", endless)).details().getFirst())
                .startsWith("Error: It did not start. … xxx")
                .hasSizeLessThanOrEqualTo(520);
    }

    @Test
    void ofManyLinesOfALogTheNewestAreLeft() {
        List<String> lines = IntStream.range(0, 100).mapToObj(i -> "line " + i).toList();
        assertThat(words("app.crashed", Map.of("lines", lines)).details().getFirst())
                .startsWith("Lines: [\"line ")
                .endsWith(",\"line 98\",\"line 99\"]")
                .doesNotContain("\"line 3\"")
                .hasSizeBetween(400, 520);
        assertThat(words("app.crashed", Map.of("lines", List.of())).details()).containsExactly("Lines: []");
        assertThat(words("app.crashed", Map.of("lines", List.of("a", "x".repeat(2000))))
                        .details()
                        .getFirst())
                .startsWith("Lines: [\"xxx")
                .hasSizeLessThanOrEqualTo(520);
    }

    @Test
    void saysWhetherAnAlarmBeginsOrEnds() {
        EventWords high = words("server.disk_high", Map.of("name", "web", "state", "high", "percent", 91.5));
        assertThat(high.title()).isEqualTo("web: A disk is above its threshold");
        assertThat(high.severity()).isEqualTo(EventKind.Severity.WARNING);
        EventWords normal = words("server.cpu_high", Map.of("name", "web", "state", "normal"));
        assertThat(normal.title()).isEqualTo("web: The processors are below their threshold again");
        assertThat(normal.severity()).isEqualTo(EventKind.Severity.INFO);
    }

    @Test
    void leavesOutWhatOnlyTheAuditTells() {
        EventWords words = words(
                "schedule.changed",
                Map.of(
                        "name",
                        "s",
                        "before",
                        Map.of("command", "old"),
                        "after",
                        Map.of("command", "psql -p secret"),
                        "command",
                        "psql -p secret"));
        assertThat(words.details()).isEmpty();
        assertThat(words.title()).isEqualTo("s: A schedule was changed");
    }

    @Test
    void readsKindsOfOtherVersionsAndNamesOfSeveralLines() {
        EventWords words = words("future.thing", Map.of("name", "a\nb", "list", List.of(1, 2)));
        assertThat(words.title()).isEqualTo("a b: future.thing");
        assertThat(words.severity()).isEqualTo(EventKind.Severity.INFO);
        assertThat(words.details()).containsExactly("List: [1,2]");
        assertThat(words("database.edited", Map.of("outcome", "failed", "phase", "outcome")))
                .isEqualTo(new EventWords(EventKind.Severity.INFO, "Rows were edited", List.of("Outcome: failed")));
    }

    @ParameterizedTest
    @EnumSource
    void everyKindHasATitleOfOneHalfSentence(EventKind kind) {
        assertThat(words(kind.wireName(), Map.of()).title())
                .isNotBlank()
                .doesNotEndWith(".")
                .doesNotContain("before it", "with the state", "\n");
    }
}
