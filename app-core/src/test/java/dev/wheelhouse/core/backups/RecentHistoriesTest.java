package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.plan.StoredHistory;
import dev.wheelhouse.core.backups.plan.Timelines;
import dev.wheelhouse.core.backups.wal.StoredWal;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a destination is listed for those who only look. */
final class RecentHistoriesTest {

    private final SettableClock clock = new SettableClock();
    private final RecentHistories recent = new RecentHistories(clock);
    private int listings;

    private BackupHistory get(String config, String known) throws IOException {
        return recent.get(config, known, () -> {
            listings++;
            StoredWal none = new StoredWal(List.of(), List.of());
            return new BackupHistory(
                    List.of(),
                    List.of(),
                    new StoredHistory(List.of(), none, Timelines.of(List.of()), List.of(), null, 1 << 24));
        });
    }

    @Test
    void listsOnceForLooksInAFewSeconds() throws IOException {
        for (int i = 0; i < 10; i++) {
            get("bkp_1", "same");
            clock.advance(Duration.ofMillis(490));
        }
        assertThat(listings).isEqualTo(1);
        clock.advance(Duration.ofMillis(100));
        get("bkp_1", "same");
        assertThat(listings).isEqualTo(2);
    }

    @Test
    void listsAnewWhatHasChangedAndForEachConfiguration() throws IOException {
        get("bkp_1", "before");
        get("bkp_1", "after");
        get("bkp_2", "after");
        assertThat(listings).isEqualTo(3);
        get("bkp_1", "after");
        get("bkp_2", "after");
        assertThat(listings).isEqualTo(3);
    }

    @Test
    void keepsNothingOfAListingThatFailed() throws IOException {
        assertThatThrownBy(() -> recent.get("bkp_1", "same", () -> {
                    throw new IOException("away");
                }))
                .isInstanceOf(IOException.class);
        get("bkp_1", "same");
        assertThat(listings).isEqualTo(1);
    }

    @Test
    void aRestoreListsAnewAndNamesTheFieldAtFault(@TempDir Path folder) throws IOException {
        try (HandBackups console = new HandBackups(folder)) {
            Caller caller = console.caller;
            BackupConfig config = console.begun();
            assertThat(console.restores().window(caller, config.id()).latest()).isNotNull();
            for (String bad : List.of("root", "-n", "a b", "")) {
                assertThatThrownBy(() -> console.restores()
                                .plan(
                                        caller,
                                        config.id(),
                                        null,
                                        new RestoreRequest(null, null, null, null, null, false, false, bad)))
                        .isInstanceOf(AppException.class)
                        .hasMessageContaining("runAs");
            }
            Path meta = Tree.files(console.store()).stream()
                    .filter(each -> each.endsWith("meta.json"))
                    .findFirst()
                    .orElseThrow();
            Files.delete(meta);
            Restores.Begun begun = console.restores().begin(caller, config.id(), null, RestoreRequest.LATEST);
            assertThat(begun.job()).isNull();
            assertThat(Objects.requireNonNull(begun.result().join().error())).contains("base");
        }
    }
}
