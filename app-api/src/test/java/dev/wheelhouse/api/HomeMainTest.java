package dev.wheelhouse.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.api.testing.TestConsole;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeMainTest {

    private static final String PASSPHRASE = "correct horse battery staple";

    @TempDir
    private Path directory;

    private record Said(int code, String out, String err) {}

    /** A call of one of the commands. */
    private interface Command {
        int run(List<String> arguments, PrintStream out, PrintStream err);
    }

    private static Said said(Command command, Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>();
        for (Object each : arguments) {
            words.add(each.toString());
        }
        int code = command.run(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Said home(Object... arguments) {
        return homeWith(PASSPHRASE, arguments);
    }

    private static Said homeWith(String passphrase, Object... arguments) {
        return said((words, out, err) -> HomeMain.run(words, Map.of(), (_, _) -> passphrase, out, err), arguments);
    }

    private static Said state(Object... arguments) {
        return said((words, out, err) -> StateMain.run(words, Map.of(), out, err), arguments);
    }

    @Test
    void movesAConsoleToAnotherMachine() throws Exception {
        Path file = directory.resolve("home.backup");
        Path other = Files.createDirectory(directory.resolve("other"));
        String token;
        Path home;
        try (TestConsole console = TestConsole.start(directory)) {
            console.addSqlite();
            token = console.tokenWith("databases:read");
            home = console.home();
            Said said = home("backup", file, "--home", home);
            assertThat(said.code()).as(said.err()).isZero();
            assertThat(said.out()).contains("stop the console first");
            assertThat(state("restore", "list", "--home", home).out()).contains("no copies");
            assertThat(home("restore", file, "--home", home).err()).contains("not empty");
        }
        Said wrong = homeWith("something else entirely", "restore", file, "--home", other.resolve("home"));
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("passphrase is wrong");
        Said said = home("restore", file, "--home", other.resolve("home"), "--identity", "keep");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out()).contains("go on here");
        try (TestConsole console = TestConsole.start(other)) {
            assertThat(console.owner().as(token).get("/db-connections").json()).hasSize(1);
            Said held = state("restore", "today", "--home", console.home());
            assertThat(held.code()).isEqualTo(1);
            assertThat(held.err()).contains("no copy today");
        }
        Path third = directory.resolve("third");
        Said anew = home("restore", file, "--home", third, "--identity", "new");
        assertThat(anew.code()).as(anew.err()).isZero();
        assertThat(anew.out()).contains("This machine is a new server");
        assertThat(third.resolve("home-id")).content().isNotEqualTo(Files.readString(home.resolve("home-id")));
    }

    @Test
    void saysWhichStateIsInTheFile() throws Exception {
        Path file = directory.resolve("both.backup");
        Path home;
        try (TestConsole console = TestConsole.start(directory)) {
            home = console.home();
        }
        Said said = home("backup", file, "--home", home, "--store", "jdbc:postgresql://db/wheelhouse");
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("Its own state is in the file", "jdbc:postgresql://db/wheelhouse")
                .doesNotContain("not in the file");
        Said anew = home("restore", file, "--home", directory.resolve("third"), "--identity", "new");
        assertThat(anew.code()).as(anew.err()).isZero();
        assertThat(anew.out()).contains("This machine is a new server", "It has a state of its own");
    }

    /** Only root can give a folder away. */
    @Test
    void saysWhoseAHomeIsThatIsNotTheCallers(@TempDir Path others) throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"));
        Files.setOwner(
                others, others.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        List<Said> all = List.of(
                home("backup", directory.resolve("file"), "--home", others),
                state("restore", "list", "--home", others));
        assertThat(all).allSatisfy(said -> {
            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("belongs to the user nobody");
        });
    }

    @Test
    void saysHowItIsCalled() {
        Path home = directory.resolve("none");
        assertThat(home().code()).isEqualTo(2);
        assertThat(home("backup").code()).isEqualTo(2);
        assertThat(home("restore", "file", "--identity", "other").err())
                .contains("keep or new")
                .contains("usage");
        assertThat(home("backup", "file", "--identity", "new").err()).contains("Unknown option --identity");
        assertThat(home("backup", "file", "--home").err()).contains("needs a value");
        assertThat(home("backup", directory.resolve("file"), "--home", home))
                .returns(1, Said::code)
                .extracting(Said::err)
                .asString()
                .contains("There is no home");
        assertThat(home("restore", directory.resolve("file"), "--home", home))
                .returns(1, Said::code)
                .extracting(Said::err)
                .asString()
                .contains("it is not there");
        assertThat(state().code()).isEqualTo(2);
        assertThat(state("save").code()).isEqualTo(2);
        assertThat(state("restore", "a", "b").code()).isEqualTo(2);
        assertThat(state("restore", "--home", home))
                .returns(1, Said::code)
                .extracting(Said::err)
                .asString()
                .contains("There is no home");
        assertThat(home("backup", "a\0b", "--home", home)).returns(1, Said::code);
        assertThat(home).doesNotExist();
    }
}
