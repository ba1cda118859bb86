package dev.wheelhouse.core.backups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.replication.ReplicationState;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may be restored from, and what stays meanwhile, over a cluster of the test's. */
final class RestoreRulesTest {

    private Caller caller;
    private HandBackups console;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        console = new HandBackups(folder);
        caller = console.caller;
    }

    @AfterEach
    void close() {
        console.close();
    }

    private static void refused(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    private void assertInvalid(BackupConfig config, BackupRun run) {
        refused(
                () -> console.restores().plan(caller, config.id(), run.id(), RestoreRequest.LATEST),
                PlatformError.STATE_INVALID);
        refused(
                () -> console.restores().restore(caller, config.id(), run.id(), RestoreRequest.LATEST),
                PlatformError.STATE_INVALID);
    }

    @Test
    void restoresFromNoRunThatHasMadeNoBase() {
        BackupConfig config = console.begun();
        console.cluster.baseRefusal = ReplicationState.REFUSED;
        console.runs().startBase(caller, config.id());
        BackupRun failed = console.awaitRuns(config, 2).getFirst();
        assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
        assertInvalid(config, failed);
    }

    @Test
    void restoresFromNoRunThatIsUnderWay() {
        BackupConfig config = console.begun();
        // Its base waits for the WAL that it needs.
        console.cluster.holdsWal = true;
        console.runs().startBase(caller, config.id());
        Awaiting.until(() -> console.runsOf(config).getFirst().status() == RunStatus.RUNNING);
        assertInvalid(config, console.runsOf(config).getFirst());
        console.cluster.holdsWal = false;
        assertThat(console.awaitRuns(config, 2).getFirst().status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    private boolean isStored(String object) {
        return Files.exists(console.store().resolve("7").resolve(object));
    }

    private boolean isListed(BackupConfig config, BackupRun run) {
        return console.runsOf(config).stream().anyMatch(each -> each.id().equals(run.id()));
    }

    @Test
    void aBaseAndItsWalStayWhileTheyAreRestoredFrom() {
        BackupConfig config = console.begun(console.draft(1, 2));
        BackupRun first = console.runsOf(config).getFirst();
        Restore reading = new Restore(
                "rst_1",
                caller.organizationId(),
                config.id(),
                first.id(),
                BackupType.PITR,
                null,
                HandBackups.HOME,
                HandBackups.HOME,
                "job_1",
                "/restored",
                null,
                "/bin",
                false,
                null,
                console.state.clock().instant());
        JdbcRestoreStore restores = new JdbcRestoreStore();
        console.state.store().change(tx -> restores.insert(tx, reading));
        console.pass(Duration.ofDays(1));
        BackupRun second = console.awaitRuns(config, 2).getFirst();
        console.pass(Duration.ofDays(5));
        // Both are too old.
        Awaiting.until(() -> !isListed(config, second) && !isStored("base/" + second.id()));
        String wal = "wal/00000001/000000010000000000000002.zst";
        assertThat(isListed(config, first)).isTrue();
        assertThat(isStored("base/" + first.id() + "/meta.json")).isTrue();
        assertThat(isStored(wal)).isTrue();
        refused(() -> console.runs().delete(caller, config.id(), first.id()), PlatformError.IN_USE);
        // One that is open reads nothing any more.
        console.state.store().change(tx -> restores.setConnection(tx, reading.id(), "db_1"));
        console.runs().delete(caller, config.id(), first.id());
        Awaiting.until(() -> !isStored("base/" + first.id()) && !isStored(wal));
    }
}
