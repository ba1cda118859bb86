package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.LongRun;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups, of whose commits one fails: the first, the second and so on. */
@Timeout(180) // A console for each commit that fails.
class RefusedBackupsTest {

    private static final int MOST = LongRun.of(6, 40);

    @TempDir
    private Path folder;

    private HandBackups console(int nth) throws IOException {
        return new HandBackups(Files.createDirectory(folder.resolve("console" + nth)));
    }

    private interface Change {
        void make(HandBackups console, BackupConfig config);
    }

    /** @return whether so many commits were made */
    private boolean isMet(Trouble trouble, int nth, Change change) throws IOException {
        try (HandBackups console = console(nth)) {
            BackupConfig config = console.begun();
            console.awaitState(config, BackupState.STREAMING);
            console.state.commits().fail(trouble, nth);
            try {
                change.make(console, config);
            } catch (AppException _) {
                // It was the one.
            }
            Awaiting.until(() -> {
                console.settleJobs();
                return areOver(console, config);
            });
            boolean met = console.state.commits().end();
            goesOn(console, config);
            return met;
        }
    }

    private static boolean isPaused(HandBackups console, BackupConfig config) {
        try {
            return console.progress(config).state() == BackupState.PAUSED && console.cluster.slots.isEmpty();
        } catch (AppException _) {
            return false;
        }
    }

    /** While the state does not answer nobody knows. */
    private static boolean areOver(HandBackups console, BackupConfig config) {
        try {
            return console.runsOf(config).stream()
                    .allMatch(each -> each.status().isFinal());
        } catch (AppException _) {
            return false;
        }
    }

    private static void goesOn(HandBackups console, BackupConfig config) {
        Awaiting.until(() -> areOver(console, config));
        console.service().update(console.caller, config.id(), BackupPatch.enabled(true), null);
        console.awaitState(config, BackupState.STREAMING);
        Awaiting.until(() -> areOver(console, config));
        console.state.clock().advance(Duration.ofSeconds(1));
        int before = console.runsOf(config).size();
        console.runs().startBase(console.caller, config.id());
        BackupRun run = console.awaitRuns(config, before + 1).getFirst();
        assertThat(run.status()).as("%s", run).isEqualTo(RunStatus.SUCCEEDED);
    }

    private void holdsForEachCommit(Trouble trouble, Change change) throws IOException {
        boolean met = true;
        int nth = 1;
        while (met && nth <= MOST) {
            met = isMet(trouble, nth++, change);
        }
        assertThat(nth).as("a commit was refused").isGreaterThan(2);
    }

    @ParameterizedTest
    @EnumSource
    void aBaseIsMadeAfterwards(Trouble trouble) throws IOException {
        holdsForEachCommit(trouble, (console, config) -> console.runs().startBase(console.caller, config.id()));
    }

    @ParameterizedTest
    @EnumSource
    void whatWasDueIsMadeAfterwards(Trouble trouble) throws IOException {
        holdsForEachCommit(trouble, (console, _) -> console.pass(Duration.ofDays(1)));
    }

    @ParameterizedTest
    @EnumSource
    void aPauseAndItsEndHoldAfterwards(Trouble trouble) throws IOException {
        holdsForEachCommit(trouble, (console, config) -> {
            console.service().update(console.caller, config.id(), BackupPatch.enabled(false), null);
            Awaiting.until(() -> isPaused(console, config));
        });
    }
}
