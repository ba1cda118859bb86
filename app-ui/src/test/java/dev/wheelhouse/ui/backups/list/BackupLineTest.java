package dev.wheelhouse.ui.backups.list;

import static dev.wheelhouse.ui.backups.list.MadeLine.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.BackupRun;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.RunStatus;
import org.junit.jupiter.api.Test;

class BackupLineTest {

    private static final BackupRun FAILED = MadeLine.run("run_1", RunStatus.FAILED, NOW, false, "The disk is full.");
    private static final BackupRun CANCELLED = MadeLine.run("run_1", RunStatus.CANCELLED, NOW, false, "Cancelled.");

    @Test
    void saysOfALagHowFarItIsAndNothingOfARunThatWasCancelled() {
        BackupLine line = MadeLine.of(BackupState.LAGGING, null, true, NOW.minusSeconds(5_200), 3L << 30, CANCELLED);
        assertThat(line.troubleTitle()).isEqualTo("Lagging");
        assertThat(line.trouble())
                .isEqualTo("3.0 GiB of WAL not stored yet. Stored to today 12:36:40.")
                .doesNotContain("Cancelled");
    }

    @Test
    void hidesNoFailedBaseBehindAState() {
        BackupLine line = MadeLine.of(BackupState.SOURCE_AWAY, "Connection refused.", true, NOW, 0, FAILED);
        assertThat(line.troubleTitle()).isEqualTo("Database unreachable");
        assertThat(line.trouble()).isEqualTo("Connection refused.\nLast backup failed: The disk is full.");
    }

    @Test
    void saysWhyTheLastBaseFailedWhileTheRestIsWell() {
        BackupLine line = MadeLine.of(BackupState.STREAMING, null, true, NOW, 0, FAILED);
        assertThat(line.troubleTitle()).isEqualTo("Last backup failed");
        assertThat(line.trouble()).isEqualTo("The disk is full.");
        assertThat(MadeLine.of(BackupState.STREAMING, null, true, NOW, 0, CANCELLED)
                        .isTroubled())
                .isFalse();
    }

    @Test
    void saysOfPausedBackupsThatTheirSlotIsStillThere() {
        assertThat(MadeLine.of(BackupState.PAUSED, null, true, NOW, 0, null).walWords())
                .startsWith("slot not dropped yet");
        assertThat(MadeLine.of(BackupState.PAUSED, null, false, NOW, 0, null).walWords())
                .startsWith("stored to");
    }

    @Test
    void warnsOfARehearsalThatFailedOrIsLongAgo() {
        assertThat(MadeLine.streaming(NOW).rehearsed()).isEqualTo("Restore never rehearsed");
        assertThat(MadeLine.streaming(NOW).needsRehearsal()).isFalse();
        BackupLine fresh = MadeLine.rehearsed(RunStatus.SUCCEEDED, NOW.minusSeconds(3 * 86_400), 12_400L, null);
        assertThat(fresh.rehearsed()).startsWith("Restore rehearsed 3 d").endsWith(", in 12 s");
        assertThat(fresh.needsRehearsal()).isFalse();
        assertThat(MadeLine.rehearsed(RunStatus.SUCCEEDED, NOW.minusSeconds(31 * 86_400), 1L, null)
                        .needsRehearsal())
                .isTrue();
        BackupLine failed = MadeLine.rehearsed(RunStatus.FAILED, NOW, 900L, "It answers false.");
        assertThat(failed.rehearsed()).endsWith(": It answers false.");
        assertThat(failed.needsRehearsal()).isTrue();
    }
}
