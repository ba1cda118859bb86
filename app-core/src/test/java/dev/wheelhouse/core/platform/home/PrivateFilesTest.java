package dev.wheelhouse.core.platform.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.CoreConfig;
import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PrivateFilesTest {

    @TempDir
    private Path directory;

    @Test
    void everythingThatAConsoleMakesInItsHomeIsItsOwnersAlone() throws Exception {
        Path home = directory.resolve("home");
        try (Core core = Core.start(new CoreConfig(home, null, Clock.systemUTC(), new SecureRandom()))) {
            var caller = core.access().windowCaller("req_1");
            SqlFiles.drafts(core.home()).write("draft.sql", "SELECT 1");
            SqlFiles.queries(core.home()).write("query.sql", "SELECT 1");
            var job = core.jobs().start(caller, "script", "db_1", Scope.DATABASES_READ, progress -> {
                progress.log(new byte[] {'x'});
                return "";
            });
            Awaiting.until(() -> core.jobs().get(caller, job.id()).status().isFinal());
            assertThat(openToOthers(home)).isEmpty();
            assertThat(home.resolve("state.db-wal")).exists();
            assertThat(home.resolve("job-logs")).isNotEmptyDirectory();
            assertThat(home.resolve("drafts")).isNotEmptyDirectory();
        }
        assertThat(openToOthers(home)).isEmpty();
    }

    @Test
    void aStartClosesWhatAnEarlierVersionLeftOpen() throws Exception {
        Path home = directory.resolve("home");
        Path outside = Files.writeString(directory.resolve("outside"), "x");
        Files.createDirectories(home.resolve("copies"));
        Files.writeString(home.resolve("copies/state-1.db"), "old");
        Files.setPosixFilePermissions(home.resolve("copies"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(home.resolve("copies/state-1.db"), PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rw-r--r--"));
        Files.createSymbolicLink(home.resolve("link"), outside);
        Home.open(home).tighten();
        assertThat(openToOthers(home)).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(outside)))
                .isEqualTo("rw-r--r--");
    }

    private static List<String> openToOthers(Path home) {
        return Stream.concat(Tree.directories(home).stream(), Tree.files(home).stream())
                .filter(PrivateFilesTest::isOpen)
                .map(Path::toString)
                .toList();
    }

    private static boolean isOpen(Path each) {
        try {
            String permissions =
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS));
            return !permissions.equals(Files.isDirectory(each) ? "rwx------" : "rw-------");
        } catch (IOException _) {
            // A file that went away meanwhile, such as one under a temporary name.
            return false;
        }
    }
}
