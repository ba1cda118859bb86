package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.plan.RestoreTarget;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RecoveryVerdictTest {

    private static final Instant AT = Instant.parse("2026-11-25T09:59:59Z");
    private static final RestoreTarget TIME = new RestoreTarget.Time(AT);
    private static final RestoreTarget POSITION = new RestoreTarget.Position(new WalPosition(0x3000140));
    private static final RestoreTarget TRANSACTION = new RestoreTarget.BeforeTransaction(501);
    private static final RestoreTarget LATEST = new RestoreTarget.Latest();

    /** PostgreSQL 12 at the end of the WAL, before its target: it says nothing of it. */
    private static final RecoveryLog SHORT_OF_12 = new RecoveryLog("""
            2026-11-25 10:00:00.000 UTC [7] LOG:  starting PostgreSQL 12.22 on x86_64-pc-linux-gnu, compiled by gcc, 64-bit
            2026-11-25 10:00:00.010 UTC [8] LOG:  starting point-in-time recovery to 2026-11-25 09:59:59+00
            2026-11-25 10:00:00.020 UTC [8] LOG:  restored log file "000000010000000000000002" from archive
            2026-11-25 10:00:00.030 UTC [8] LOG:  redo starts at 0/2000028
            2026-11-25 10:00:00.040 UTC [8] LOG:  consistent recovery state reached at 0/2000100
            2026-11-25 10:00:00.050 UTC [8] LOG:  redo done at 0/2000140
            2026-11-25 10:00:00.060 UTC [8] LOG:  last completed transaction was at log time 2026-11-25 09:50:00.1+00
            2026-11-25 10:00:00.070 UTC [8] LOG:  selected new timeline ID: 2
            2026-11-25 10:00:00.080 UTC [8] LOG:  archive recovery complete
            2026-11-25 10:00:00.090 UTC [7] LOG:  database system is ready to accept connections
            """);

    private static final RecoveryLog STOPPED_OF_12 = new RecoveryLog(SHORT_OF_12
            .text()
            .replace(
                    "redo done",
                    "recovery stopping before commit of transaction 501, time 2026-11-25 10:00:00.2+00\n"
                            + "2026-11-25 10:00:00.051 UTC [8] LOG:  redo done"));

    private static final RecoveryLog REFUSED_OF_15 = new RecoveryLog("""
            2026-11-25 10:00:00.030 UTC [8] LOG:  redo starts at 0/2000028
            2026-11-25 10:00:00.040 UTC [9] FATAL:  the database system is starting up
            2026-11-25 10:00:00.050 UTC [8] FATAL:  recovery ended before configured recovery target was reached
            2026-11-25 10:00:00.060 UTC [7] LOG:  startup process (PID 8) exited with exit code 1
            """);

    private static RecoveryVerdict of(RestoreTarget target, RecoveryLog log, @Nullable Instant last, boolean allFed) {
        return RecoveryVerdict.of(
                target, new RecoveryEnd(!log.endedBeforeTarget(), log.stoppedAtTarget(), last), allFed);
    }

    @Test
    void takesTheWordOfTheLogForEveryTarget() {
        assertThat(of(TIME, STOPPED_OF_12, AT, false)).isEqualTo(RecoveryVerdict.REACHED);
        assertThat(of(POSITION, STOPPED_OF_12, AT, false)).isEqualTo(RecoveryVerdict.REACHED);
        assertThat(of(TRANSACTION, STOPPED_OF_12, AT, false)).isEqualTo(RecoveryVerdict.REACHED);
    }

    @Test
    void trustsNoSilentPromotion() {
        Instant before = AT.minusSeconds(600);
        assertThat(of(TIME, SHORT_OF_12, before, false)).isEqualTo(RecoveryVerdict.SHORT);
        assertThat(of(POSITION, SHORT_OF_12, before, true)).isEqualTo(RecoveryVerdict.SHORT);
        assertThat(of(TRANSACTION, SHORT_OF_12, before, true)).isEqualTo(RecoveryVerdict.SHORT);
        assertThat(of(LATEST, SHORT_OF_12, before, false)).isEqualTo(RecoveryVerdict.SHORT);
    }

    @Test
    void reachesATimeAfterTheLastCommitWhenAllWasFed() {
        assertThat(of(TIME, SHORT_OF_12, AT.minusSeconds(600), true)).isEqualTo(RecoveryVerdict.REACHED);
        assertThat(of(TIME, SHORT_OF_12, null, true)).isEqualTo(RecoveryVerdict.REACHED);
        assertThat(of(TIME, SHORT_OF_12, AT.plusMillis(1), true)).isEqualTo(RecoveryVerdict.SHORT);
        assertThat(of(LATEST, SHORT_OF_12, AT, true)).isEqualTo(RecoveryVerdict.REACHED);
    }

    @Test
    void goesOnOnlyToATimeAndWhenAllWasFed() {
        assertThat(of(TIME, REFUSED_OF_15, null, true)).isEqualTo(RecoveryVerdict.GO_ON_TO_END);
        assertThat(of(TIME, REFUSED_OF_15, null, false)).isEqualTo(RecoveryVerdict.SHORT);
        assertThat(of(POSITION, REFUSED_OF_15, null, true)).isEqualTo(RecoveryVerdict.SHORT);
    }

    @Test
    void takesNoQuotedWordsForTheServersOwn() {
        RecoveryLog quoted = new RecoveryLog(
                "2026-11-25 10:00:00.050 UTC [9] FATAL:  database \"[1] LOG:  recovery stopping before \" does not exist");
        assertThat(quoted.stoppedAtTarget()).isFalse();
        assertThat(SHORT_OF_12.stoppedAtTarget()).isFalse();
        assertThat(new RecoveryLog(
                                "2026-11-25 10:00:00.050 UTC [8] LOG:  recovery stopping after WAL location (LSN) \"0/3\"")
                        .stoppedAtTarget())
                .isTrue();
    }

    @Test
    void givesTheLastLineWhereNothingComplains() {
        assertThat(new RecoveryLog("first\nlast\n\n").reason()).isEqualTo("last");
        assertThat(new RecoveryLog("postgres: could not find the database system\nExpected to find it.\n").complaint())
                .contains("postgres: could not find the database system");
        assertThat(new RecoveryLog("").reason()).isEqualTo("Its log says nothing.");
        assertThat(REFUSED_OF_15.reason()).contains("recovery ended before");
    }
}
