package dev.wheelhouse.core.databases.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.OpenCore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryServiceTest {

    @TempDir
    private Path folder;

    @Test
    void tellsTheLastUseOfEveryConnectionAtOnce() {
        try (OpenCore open = new OpenCore(folder)) {
            DatabaseConnection used = open.connect(Engine.SQLITE);
            open.run(used, "SELECT 1");
            open.run(used, "SELECT 2");
            DatabaseConnection other = open.connectFile("other", used.environment(), false);
            HistoryService history = open.databases().history();
            Instant newest = history.list(open.caller(), used.id(), null, new PageRequest(1, null))
                    .items()
                    .getFirst()
                    .startedAt();
            Map<String, Instant> lastUsed = history.lastUsed(open.caller());
            assertThat(lastUsed).containsEntry(used.id(), newest).doesNotContainKey(other.id());
        }
    }

    @Test
    void recordsWhatBrokeOffInTheConsole() {
        try (OpenCore open = new OpenCore(folder)) {
            DatabaseConnection used = open.connect(Engine.SQLITE);
            HistoryService history = open.databases().history();
            assertThatThrownBy(() -> history.recording(open.caller(), used, "export", "SELECT 1", _ -> 0, () -> {
                        throw new UncheckedIOException(new java.io.IOException("secret"));
                    }))
                    .isInstanceOf(UncheckedIOException.class);
            HistoryEntry entry = history.list(open.caller(), used.id(), null, new PageRequest(1, null))
                    .items()
                    .getFirst();
            assertThat(entry.outcome()).isEqualTo("failed");
            assertThat(entry.error()).doesNotContain("secret");
        }
    }

    @Test
    void findsWhatItHoldsWhateverTheLetters() {
        try (OpenCore open = new OpenCore(folder)) {
            DatabaseConnection used = open.connect(Engine.SQLITE);
            open.run(used, "SELECT 'ÄPFEL und Birnen'");
            HistoryService history = open.databases().history();
            for (String search : new String[] {"ÄPFEL", "ÄPFEL UND", "äPFEL und".replace('ä', 'Ä'), "birnen"}) {
                assertThat(history.list(open.caller(), used.id(), search, new PageRequest(1, null))
                                .items())
                        .as(search)
                        .hasSize(1);
            }
        }
    }
}
