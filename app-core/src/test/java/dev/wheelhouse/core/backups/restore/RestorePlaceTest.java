package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.backups.plan.RestoreException;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.HostCommand;
import dev.wheelhouse.core.platform.host.LocalHost;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.testing.DebianPostgres;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RestorePlaceTest {

    /** Stands for PostgreSQL 99, which no machine has. */
    private static final String SERVER = "#!/bin/sh\necho 'postgres (PostgreSQL) 99.3 (Debian 99.3-1)'\n";

    @TempDir
    Path directory;

    private final Workers workers = new Workers();
    private final LocalHost host = new LocalHost(workers);
    private String machine;

    @BeforeEach
    void layAServer() throws IOException {
        Path server = Files.writeString(
                Files.createDirectory(directory.resolve("bin")).resolve("postgres"), SERVER);
        assertThat(server.toFile().setExecutable(true)).isTrue();
        machine = host.run(HostCommand.of("uname", "-m")).stdoutText().strip();
    }

    @AfterEach
    void close() {
        host.close();
        workers.close();
    }

    private RestorePlace find(String to, int version, String kind, long bytes) throws RestoreException {
        String me = System.getProperty("user.name");
        return RestorePlace.find(
                host,
                to,
                new RestorePlace.Needs(version, kind, bytes, ""),
                me.equals("root") ? "nobody" : me,
                directory + "/bin");
    }

    private void refused(String to, int version, String kind, long bytes, String why) {
        assertThatThrownBy(() -> find(to, version, kind, bytes))
                .isInstanceOf(RestoreException.class)
                .hasMessageContaining(why);
    }

    @Test
    void takesADirectoryThatIsEmptyOrNotThere() throws Exception {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertThat(find(empty.toString(), 99, machine, 1).host().programs()).isEqualTo(directory + "/bin");
        assertThat(find(directory + "/not/there yet", 99, machine, 1).directory())
                .isEqualTo(directory + "/not/there yet");
        assertThat(directory.resolve("not")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"99.3 (Debian 99.3-1)", "99", "99rc1", "99beta2 (Debian 99~beta2-1)", "99devel"})
    void takesEveryReleaseOfTheVersion(String release) throws Exception {
        Files.writeString(
                directory.resolve("bin/postgres"), "#!/bin/sh\necho 'postgres (PostgreSQL) " + release + "'\n");
        assertThat(find(directory + "/new", 99, machine, 1).host().programs()).isEqualTo(directory + "/bin");
        refused(directory + "/new", 9, machine, 1, "is not installed");
    }

    @Test
    void refusesWhatItsUserMayNotWrite() throws Exception {
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("r-xr-xr-x"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        find(directory + "/new", 99, machine, 1).requireWritable();
        for (String each : List.of("/new", "/new/deep")) {
            RestorePlace place = find(theirs + each, 99, machine, 1);
            assertThatThrownBy(place::requireWritable)
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("may not write to " + theirs + ".");
        }
    }

    @Test
    void refusesWhatSomethingIsIn() throws Exception {
        Files.createFile(Files.createDirectory(directory.resolve("full")).resolve(".hidden"));
        refused(directory + "/full", 99, machine, 1, "is not empty");
        refused(directory + "/bin/postgres", 99, machine, 1, "is not empty");
    }

    @Test
    void refusesWhatHasANameThatARestoreTakesBesideIt() throws Exception {
        Path file = Files.createFile(
                Files.createDirectory(directory.resolve("pg_tablespaces")).resolve("of another"));
        refused(directory + "/pg", 99, machine, 1, directory + "/pg_tablespaces exists");
        assertThat(file).exists();
        Files.createSymbolicLink(directory.resolve("other.wal"), directory.resolve("gone"));
        refused(directory + "/other", 99, machine, 1, directory + "/other.wal exists");
        assertThat(directory.resolve("pg")).doesNotExist();
    }

    @Test
    void refusesWhatLiesInACluster() throws Exception {
        Files.createFile(Files.createDirectory(directory.resolve("data")).resolve("PG_VERSION"));
        refused(directory + "/data/base/new", 99, machine, 1, "lies in the cluster " + directory + "/data.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative", "", "/tmp/../etc/cluster", "/tmp/new/", "/tmp/./new", "/"})
    void refusesWhatIsNoAbsoluteDirectory(String to) {
        refused(to, 99, machine, 1, "absolute");
    }

    @Test
    void refusesAPathThatIsTooLongForASocket() {
        refused("/tmp/" + "ü".repeat(43), 99, machine, 1, "at most 90 bytes");
    }

    @Test
    void refusesWhatDoesNotFitTheBase() {
        refused(directory + "/new", 98, machine, 1, "PostgreSQL 98 is not installed on the machine");
        refused(directory + "/new", 9, machine, 1, "PostgreSQL 9 is not installed on the machine");
        refused(directory + "/new", 99, "s390x", 1, "s390x");
        refused(directory + "/new", 99, machine, 1L << 60, "are needed");
    }

    @Test
    @Real
    void findsTheDistributionsServer() throws Exception {
        Path programs = DebianPostgres.programs().orElseThrow();
        int version =
                Integer.parseInt(programs.getName(programs.getNameCount() - 2).toString());
        RestorePlace place = find("/var/lib/restored", version, machine, 1);
        assertThat(place.host().programs()).isEqualTo(programs.toString());
    }

    private RestorePlace.Needs needs(String source) {
        return new RestorePlace.Needs(99, machine, 1, source);
    }

    private @Nullable String userOf(String to, String source, @Nullable String user) throws RestoreException {
        return RestorePlace.find(host, to, needs(source), user, directory + "/bin")
                .host()
                .user();
    }

    private void chown(String owner, Path path) {
        assertThat(host.run(HostCommand.of("chown", owner, path.toString())).stderrText())
                .isEmpty();
    }

    @Test
    @Real
    void neverRunsAsRoot() throws Exception {
        String own = Files.createDirectory(directory.resolve("own")).toString();
        if (!System.getProperty("user.name").equals("root")) {
            assertThatThrownBy(() -> userOf(own, "", "root"))
                    .isInstanceOf(RestoreException.class)
                    .hasMessageContaining("can start nothing as root");
            return;
        }
        assertThat(userOf(own, "/nowhere", null)).isEqualTo("postgres");
        assertThatThrownBy(() -> userOf(own, "", "root"))
                .isInstanceOf(RestoreException.class)
                .hasMessageStartingWith("runAs: root");
        assertThatThrownBy(() -> userOf(own, "", "nobody-of-that-name"))
                .isInstanceOf(RestoreException.class)
                .hasMessageStartingWith("runAs: nobody-of-that-name");
    }

    @Test
    @Real
    void runsAsTheOwnerOfTheSourceThenOfTheParent() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"));
        Path source = Files.createDirectory(directory.resolve("source"));
        Path parent = Files.createDirectory(directory.resolve("parent"));
        chown("nobody", source);
        chown("daemon", parent);
        assertThat(userOf(parent + "/new", source.toString(), null)).isEqualTo("nobody");
        assertThat(userOf(parent + "/new", "/nowhere", null)).isEqualTo("daemon");
        assertThat(userOf(parent + "/new", source.toString(), "postgres")).isEqualTo("postgres");
        chown("root", source);
        assertThat(userOf(parent + "/new", source.toString(), null)).isEqualTo("daemon");
        // Of nobody who is known here.
        chown("54321", parent);
        assertThat(userOf(parent + "/new", "", null)).isEqualTo("postgres");
    }

    @Test
    @Real
    void runsInTheUsersOwnGroupWhateverItIsCalled() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"));
        // Debian's nobody is of nogroup.
        ClusterHost other = new ClusterHost(host, "nobody", directory + "/bin");
        assertThat(other.shell("Asking", "id -un; id -g", CommandInput.NONE))
                .isEqualTo("nobody\n"
                        + host.run(HostCommand.of("id", "-g", "nobody")).stdoutText());
    }
}
