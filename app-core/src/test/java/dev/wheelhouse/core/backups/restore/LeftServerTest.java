package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.Real;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is stopped of a restore whose console was killed; a sleeping process stands for its server. */
final class LeftServerTest {

    /** Kills what the file names, as pg_ctl does, and says whom it was asked to stop. */
    private static final String PG_CTL = """
            #!/bin/sh
            for directory; do :; done
            echo "$directory" > "$0.asked"
            kill "$(head -n 1 "$directory/postmaster.pid")"
            """;

    @TempDir
    Path folder;

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private Path left;
    private Path spool;
    private Path tablespaces;
    private Process process;
    private long began;

    @BeforeEach
    void leave() throws Exception {
        Path control =
                Files.writeString(Files.createDirectory(folder.resolve("bin")).resolve("pg_ctl"), PG_CTL);
        assertThat(control.toFile().setExecutable(true)).isTrue();
        left = marked("restored-1", "rst_1");
        spool = marked("restored-1.wal", "rst_1");
        tablespaces = marked("restored-1_tablespaces", "rst_1");
        process = new ProcessBuilder("sleep", "600").start();
        began = process.info().startInstant().map(Instant::getEpochSecond).orElseThrow();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
        host.close();
        workers.close();
    }

    private Path marked(String name, String id) throws Exception {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("wheelhouse.restore"), id + "\n");
        Files.writeString(Files.createDirectory(made.resolve("16384")).resolve(".file"), "of " + id);
        return made;
    }

    private static void unmark(Path directory) throws Exception {
        Files.delete(directory.resolve("wheelhouse.restore"));
    }

    private void pidFile(Path directory, long startedAt) throws Exception {
        Files.writeString(
                left.resolve("postmaster.pid"), process.pid() + "\n" + directory + "\n" + startedAt + "\n5432\n");
    }

    private boolean isAsked() {
        return Files.exists(folder.resolve("bin/pg_ctl.asked"));
    }

    private void remove(String id) throws Exception {
        Restoration.remove(
                id, host, left.toString(), null, folder.resolve("bin").toString());
    }

    private void assertRemoved() {
        assertThat(left).doesNotExist();
        assertThat(spool).doesNotExist();
        assertThat(tablespaces).doesNotExist();
    }

    @Test
    void stopsTheServerThatIsStillThere() throws Exception {
        pidFile(left, began);
        remove("rst_1");
        assertThat(isAsked()).isTrue();
        assertThat(process.waitFor()).isEqualTo(143);
        assertRemoved();
    }

    @Test
    void leavesAProcessThatHasTheNumberNow() throws Exception {
        pidFile(left, began - 60);
        remove("rst_1");
        assertThat(isAsked()).isFalse();
        assertThat(process.isAlive()).isTrue();
        assertRemoved();
    }

    @Test
    void leavesTheServerOfAnotherDirectory() throws Exception {
        pidFile(Files.createDirectory(folder.resolve("restored-10")), began);
        remove("rst_1");
        assertThat(isAsked()).isFalse();
        assertThat(folder.resolve("restored-10")).exists();
        assertRemoved();
    }

    @Test
    void removesNothingOfAnotherRestore() throws Exception {
        pidFile(left, began);
        remove("rst_2");
        assertThat(isAsked()).isFalse();
        assertThat(left.resolve("postmaster.pid")).exists();
    }

    @Test
    void removesNothingBesideThatItDidNotMark() throws Exception {
        unmark(spool);
        Files.writeString(tablespaces.resolve("wheelhouse.restore"), "rst_2\n");
        remove("rst_1");
        assertThat(left).doesNotExist();
        assertThat(spool.resolve("16384/.file")).hasContent("of rst_1");
        assertThat(tablespaces.resolve("16384/.file")).hasContent("of rst_1");
    }

    @Test
    void removesWhatItHadNoTimeToMark() throws Exception {
        unmark(tablespaces);
        Files.delete(tablespaces.resolve("16384/.file"));
        Files.delete(tablespaces.resolve("16384"));
        remove("rst_1");
        assertRemoved();
    }

    @Test
    @Real
    void takesUpARemovalThatCouldNotBeEnded() throws Exception {
        String user = System.getProperty("user.name").equals("root") ? "nobody" : null;
        command("chmod", "500", tablespaces.resolve("16384").toString());
        if (user != null) {
            command("chown", "-R", user, folder.toString());
        }
        assertThatThrownBy(() -> removeAs(user)).isInstanceOf(RestoreException.class);
        assertThat(left.resolve("wheelhouse.restore")).exists();
        command("chmod", "700", tablespaces.resolve("16384").toString());
        removeAs(user);
        assertRemoved();
    }

    private void removeAs(@Nullable String user) throws RestoreException {
        Restoration.remove(
                "rst_1", host, left.toString(), user, folder.resolve("bin").toString());
    }

    private void command(String... argv) {
        assertThat(host.run(HostCommand.of(argv)).stderrText()).isEmpty();
    }
}
