package dev.wheelhouse.core.platform.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.IdGenerator;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {

    @TempDir
    private Path temporary;

    private Path outside;
    private Home home;

    @BeforeEach
    void openHome() throws IOException {
        outside = Files.createDirectory(temporary.resolve("outside"));
        home = Home.open(temporary.resolve("data/home"));
        Files.createDirectory(home.file("sub"));
    }

    @Test
    void makesItsDirectoryForTheOwnerAlone() throws IOException {
        assertThat(permissions(home.directory())).isEqualTo("rwx------");
    }

    @Test
    void closesADirectoryThatOthersCouldRead() throws IOException {
        Path open = Files.createDirectory(temporary.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Home.open(open);
        assertThat(permissions(open)).isEqualTo("rwx------");
    }

    /** The system's own view of a process keeps no rights that are set, as FAT does not. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void refusesADirectoryThatStaysOpenToOthers() {
        assertThatThrownBy(() -> Home.open(Path.of("/proc/self/task")))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("stays open to others (r-xr-xr-x)")
                .hasMessageContaining("umask=077");
    }

    /** Only root can give a folder away. */
    @Test
    void refusesTheHomeOfAnotherUser(@TempDir Path others) throws IOException {
        assumeTrue(System.getProperty("user.name").equals("root"));
        UserPrincipal nobody =
                others.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.setOwner(others, nobody);
        assertThatThrownBy(() -> Home.open(others))
                .isInstanceOf(AppException.class)
                .hasMessageContaining("belongs to the user nobody")
                .hasMessageContaining("--home");
        assertThat(others).isEmptyDirectory();
    }

    /** Where root cannot look into everything either, as in some containers, the one within is refused too. */
    @Test
    void saysWhoseAHomeIsThatCannotBeLookedInto(@TempDir Path others) throws IOException {
        Home.requireReachable(home.directory());
        Home.requireReachable(temporary.resolve("none").resolve("home"));
        assumeTrue(System.getProperty("user.name").equals("root"));
        UserPrincipal nobody =
                others.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rwx------"));
        Files.setOwner(others, nobody);
        List<Path> closed = Files.isExecutable(others) ? List.of(others) : List.of(others, others.resolve("home"));
        assertThat(closed)
                .allSatisfy(each -> assertThatThrownBy(() -> Home.requireReachable(each))
                        .isInstanceOf(AppException.class)
                        .hasMessageContaining("belongs to the user nobody"));
        Files.setOwner(others, Files.getOwner(temporary));
    }

    @Test
    void refusesAFileAsHomeAndNamesIt() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> Home.open(file))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.BAD_REQUEST))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("--home");
    }

    @Test
    void containsItselfAndWhatLiesBelow() {
        assertThat(home.contains(home.directory())).isTrue();
        assertThat(home.contains(home.file("state.db"))).isTrue();
        assertThat(home.contains(home.file("no/such/file"))).isTrue();
        assertThat(home.contains(outside.resolve("../data/home/state.db"))).isTrue();
    }

    @Test
    void doesNotContainItsParentItsSiblingsOrWhatLeavesIt() {
        assertThat(home.contains(home.file(".."))).isFalse();
        assertThat(home.contains(outside.resolve("x.db"))).isFalse();
        assertThat(home.contains(home.directory().resolveSibling("home2/state.db")))
                .isFalse();
        assertThat(home.contains(home.file("../../outside/x.db"))).isFalse();
        assertThat(home.contains(Path.of("/"))).isFalse();
    }

    @Test
    void containsWhatALinkLeadsInto() throws IOException {
        Files.createSymbolicLink(outside.resolve("link"), home.directory());
        assertThat(home.contains(outside.resolve("link/state.db"))).isTrue();
        assertThat(home.contains(outside.resolve("link/not/yet/there"))).isTrue();
    }

    @Test
    void containsTheParentOfALinksTarget() throws IOException {
        Files.createSymbolicLink(outside.resolve("link"), home.file("sub"));
        assertThat(home.contains(outside.resolve("link/../state.db"))).isTrue();
    }

    @Test
    void containsTheFileThatALinkToNowhereWouldMake() throws IOException {
        Files.createSymbolicLink(outside.resolve("dangling.db"), home.file("new.db"));
        assertThat(home.contains(outside.resolve("dangling.db"))).isTrue();
    }

    @Test
    void containsWhatRelativeAndChainedLinksLeadInto() throws IOException {
        Files.createSymbolicLink(outside.resolve("first"), Path.of("second"));
        Files.createSymbolicLink(outside.resolve("second"), Path.of("../data/./home"));
        assertThat(home.contains(outside.resolve("first/state.db"))).isTrue();
    }

    @Test
    void containsWhatLeadsInOnceMissingPartsAreTakenAsText() throws IOException {
        Files.createSymbolicLink(outside.resolve("link"), home.directory());
        assertThat(home.contains(outside.resolve("missing/../link/state.db"))).isTrue();
    }

    @Test
    void takesLinksThatGoRoundInCirclesForItsOwn() throws IOException {
        Files.createSymbolicLink(outside.resolve("a"), outside.resolve("b"));
        Files.createSymbolicLink(outside.resolve("b"), outside.resolve("a"));
        assertThat(home.contains(outside.resolve("a/state.db"))).isTrue();
    }

    @Test
    void doesNotContainWhatALinkInsideItLeadsOutTo() throws IOException {
        Files.createSymbolicLink(home.file("exit"), outside);
        assertThat(home.contains(home.file("exit/x.db"))).isFalse();
    }

    @Test
    void readsWhatItWroteAndNullForNothing() throws IOException {
        home.writePrivately("note", "größer 🙂\n");
        assertThat(home.readText("note")).isEqualTo("größer 🙂\n");
        assertThat(home.readText("absent")).isNull();
    }

    @Test
    void writesFilesForTheOwnerAlone() throws IOException {
        Files.writeString(home.file("note"), "old");
        Files.setPosixFilePermissions(home.file("note"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(home.isPrivate("note")).isFalse();
        home.writePrivately("note", "new");
        assertThat(permissions(home.file("note"))).isEqualTo("rw-------");
        assertThat(home.isPrivate("note")).isTrue();
    }

    @Test
    void showsAReaderEitherTheOldTextOrTheNew() throws IOException, InterruptedException {
        String old = "a".repeat(100_000);
        String fresh = "b".repeat(100_000);
        home.writePrivately("note", old);
        List<Boolean> whole = AtOnce.run(8, number -> () -> {
            for (int i = 0; i < 50; i++) {
                if (number % 2 == 0) {
                    home.writePrivately("note", i % 2 == 0 ? fresh : old);
                } else if (!List.of(old, fresh).contains(String.valueOf(home.readText("note")))) {
                    return false;
                }
            }
            return true;
        });
        assertThat(whole).containsOnly(true);
        assertThat(namesIn(home.directory())).containsExactlyInAnyOrder("note", "sub");
    }

    @Test
    void keepsTheOldFileWhenTheNewOneCannotTakeItsPlace() throws IOException {
        Files.createDirectory(home.file("taken"));
        Files.writeString(home.file("taken/inside"), "kept");
        assertThatThrownBy(() -> home.writePrivately("taken", "new")).isInstanceOf(IOException.class);
        assertThat(home.file("taken/inside")).hasContent("kept");
        assertThat(namesIn(home.directory())).containsExactlyInAnyOrder("taken", "sub");
    }

    @Test
    void keepsItsIdForLife() throws IOException {
        IdGenerator ids = new IdGenerator(new SettableClock(), new Random(1));
        String made = HomeIdentity.ensure(home, ids);
        assertThat(made).startsWith("srv_");
        assertThat(HomeIdentity.ensure(Home.open(home.directory()), ids)).isEqualTo(made);
        assertThat(permissions(home.file("home-id"))).isEqualTo("rw-------");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static List<String> namesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
