package dev.wheelhouse.core.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.OpenableFile.Kind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenableFileTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "orders.sql, SCRIPT",
        "Orders of May.SQL, SCRIPT",
        "shop.db, DATABASE",
        "shop.sqlite, DATABASE",
        "shop.SQLite3, DATABASE"
    })
    void goesByTheName(String name, Kind kind) throws IOException {
        Path file = Files.createFile(directory.resolve(name));
        assertThat(OpenableFile.of(file.toString())).isEqualTo(new OpenableFile(file, kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"History", "orders.sql", "shop.db"})
    void takesWhatSqliteMadeForADatabaseWhateverItsNameIs(String name) throws SQLException {
        Path file = directory.resolve(name);
        try (Connection made = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = made.createStatement()) {
            statement.execute("CREATE TABLE notes (text)");
        }
        OpenableFile found = OpenableFile.of(file.toString());
        assertThat(found.kind()).isEqualTo(Kind.DATABASE);
        assertThatCode(found::requireSqlite).doesNotThrowAnyException();
    }

    @Test
    void takesAnEmptyFileForADatabaseAsSqliteDoes() throws IOException {
        Path file = Files.createFile(directory.resolve("new.db"));
        assertThatCode(OpenableFile.of(file.toString())::requireSqlite).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SQLite format 2\0", "SQLite", "a text"})
    void findsOutThatADatabaseIsNone(String content) throws IOException {
        Path file = Files.writeString(directory.resolve("thumbs.db"), content);
        OpenableFile found = OpenableFile.of(file.toString());
        assertRefused(file + " is not a SQLite database, or it is encrypted.", found::requireSqlite);
        Files.delete(file);
        assertRefused(file + " cannot be read (it is not there).", found::requireSqlite);
    }

    @Test
    void findsARelativePathFromTheWorkingDirectory() throws IOException {
        Path file = Files.createFile(directory.resolve("orders.sql"));
        Path here = Path.of("").toAbsolutePath();
        String relative =
                here.relativize(directory).resolve("absent/../orders.sql").toString();
        assertRefused("There is no file " + relative, () -> OpenableFile.of(relative));
        String way = here.relativize(directory).resolve("./orders.sql").toString();
        assertThat(OpenableFile.of(way).path()).isEqualTo(file);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void keepsALinkAndFollowsItBackAsTheSystemDoes() throws IOException {
        Path inner = Files.createDirectories(directory.resolve("data/inner"));
        Path file = Files.createFile(directory.resolve("data/shop.db"));
        Path link = Files.createSymbolicLink(directory.resolve("current.db"), file);
        assertThat(OpenableFile.of(link.toString()).path()).isEqualTo(link);
        Path folder = Files.createSymbolicLink(directory.resolve("link"), inner);
        assertThat(OpenableFile.of(folder + "/../shop.db").path()).isRegularFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"notes.txt", "notes", "sql", "db", "shop.db.bak"})
    void refusesAnyOtherKindAndNamesTheTwo(String name) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "SELECT 1");
        assertRefused(
                file + " is neither a SQL script (.sql) nor a SQLite database (.db, .sqlite, .sqlite3).",
                () -> OpenableFile.of(file.toString()));
    }

    @Test
    void refusesWhatIsNoFile() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("folder.sql"));
        assertRefused(folder + " is a directory.", () -> OpenableFile.of(folder.toString()));
        Path absent = directory.resolve("absent.sql");
        assertRefused("There is no file " + absent + ".", () -> OpenableFile.of(absent.toString()));
        assertRefused("is not a path on this machine.", () -> OpenableFile.of("a\0.sql"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void refusesADeviceBeforeItReadsItAndALinkThatLeadsNowhere() throws IOException {
        assertRefused("/dev/zero is a device, a pipe or a socket.", () -> OpenableFile.of("/dev/zero"));
        Path link = Files.createSymbolicLink(directory.resolve("gone.sql"), directory.resolve("nowhere"));
        assertRefused("The link " + link + " leads nowhere.", () -> OpenableFile.of(link.toString()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void refusesWhatItMayNotRead() throws IOException {
        // Root may read everything but a process's own memory at its beginning.
        Path file = Files.createSymbolicLink(directory.resolve("memory.sql"), Path.of("/proc/self/mem"));
        assertRefused(file + " cannot be read (", () -> OpenableFile.of(file.toString()));
    }

    private static void assertRefused(String words, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(AppException.class)
                .hasMessageContaining(words)
                .hasFieldOrPropertyWithValue("errorCode", PlatformError.BAD_REQUEST);
    }
}
