package dev.wheelhouse.core.platform.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
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
