package dev.wheelhouse.core.databases.sessions;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A SQLite file as it is opened: by exactly the path that was checked, which is checked again every time, since a link
 * may have been bent since. The driver's own way over a URL would cut blanks off the path and read settings from it.
 */
public final class SqliteFile extends SQLiteDataSource {

    private static final List<Path> SYSTEM = List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

    /** "Write-Ahead Logging" and "Atomic Commit In SQLite", section 3. */
    private static final List<String> LOGS = List.of("-wal", "-journal");

    private static final Path IN_MEMORY = Path.of("/dev/shm");

    private final Home home;
    private final String path;

    SqliteFile(Home home, String path, SQLiteConfig config) {
        super(config);
        this.home = home;
        this.path = path;
    }

    /**
     * Why a path may not be opened; null when it may. Whether there is a file is another question.
     *
     * @param home of the console, whose files nobody works as a database
     */
    public static @Nullable String findProblem(Home home, String path) {
        if (path.indexOf('?') >= 0 || path.indexOf('\0') >= 0) {
            return "Name a file without a question mark or NUL; the database would read settings behind it.";
        }
        if (path.startsWith("file:")) {
            return "Give the path alone, without file: before it.";
        }
        try {
            return findProblem(home, Path.of(path));
        } catch (InvalidPathException _) {
            return "This is not a path on this machine.";
        }
    }

    private static @Nullable String findProblem(Home home, Path path) {
        if (!path.isAbsolute()) {
            return "Give the whole path, from the root.";
        }
        if (home.contains(path) || home.isFileOfThis(path)) {
            return "Files in the console's own home cannot be worked as a database.";
        }
        if (isOfSystem(path.normalize()) || leadsToSystem(path)) {
            return "This is a file of the system's own. Name a regular file on a disk.";
        }
        if (Files.isDirectory(path)) {
            return "This is a directory. Name the database file in it.";
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            return "This is a device, a pipe or a socket. Name a regular file.";
        }
        return null;
    }

    /** What lies there calls itself a regular file and is none: {@code /proc/self/mem} is this process. */
    private static boolean isOfSystem(Path path) {
        return SYSTEM.stream().anyMatch(path::startsWith) && !path.startsWith(IN_MEMORY);
    }

    private static boolean leadsToSystem(Path path) {
        try {
            return Files.exists(path) && isOfSystem(path.toRealPath());
        } catch (IOException _) {
            // What cannot be resolved cannot be proven to lie elsewhere.
            return true;
        }
    }

    /** Whether nobody can write beside the file on this machine. */
    static boolean isOnReadOnlyFileSystem(String path) {
        try {
            Path file = Path.of(path);
            return Files.exists(file) && Files.getFileStore(file).isReadOnly();
        } catch (IOException | InvalidPathException _) {
            return false;
        }
    }

    /**
     * The log or journal beside a file that holds a part of its data.
     *
     * @return its name without folders; null for none
     */
    static @Nullable String findLog(String path) {
        try {
            // It lies beside the file itself, wherever the links to that lie.
            Path file = Path.of(path).toRealPath();
            for (String ending : LOGS) {
                Path log = file.resolveSibling(file.getFileName() + ending);
                if (Files.exists(log) && Files.size(log) > 0) {
                    return log.getFileName().toString();
                }
            }
            return null;
        } catch (IOException _) {
            // Without the file there is nothing beside it.
            return null;
        }
    }

    @Override
    public SQLiteConnection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        String problem = findProblem(home, path);
        if (problem != null) {
            throw AppException.invalid("path", problem);
        }
        SqliteStatements opened = SqliteStatements.open(path, getConfig().toProperties());
        return isOnReadOnlyFileSystem(path) ? readable(opened) : opened;
    }

    /**
     * In WAL mode SQLite makes two files beside the one it reads, if only for a moment. Where it cannot, and no log holds a
     * part of the data, the file is read as one that nobody changes (SQLite documentation, "Write-Ahead Logging",
     * "Read-Only Databases").
     */
    private SqliteStatements readable(SqliteStatements opened) throws SQLException {
        try {
            opened.read();
            return opened;
        } catch (SQLException e) {
            opened.close();
            if (!(e instanceof SQLiteException sqlite)
                    || SqliteDialect.primary(sqlite) != SQLiteErrorCode.SQLITE_CANTOPEN
                    || findLog(path) != null) {
                throw e;
            }
            return SqliteStatements.openImmutable(path, getConfig().toProperties());
        }
    }
}
