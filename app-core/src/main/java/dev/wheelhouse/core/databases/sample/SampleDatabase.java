package dev.wheelhouse.core.databases.sample;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Makes the sample shop and adds its connection, or finds both when they are there already. Thread-safe: two calls at
 * once make one file.
 */
public final class SampleDatabase {

    /** The rows of all tables together; {@code shop.sql} counts up to it. */
    public static final int ROWS = 200_000;

    private static final String NAME = "Sample shop";
    private static final String FILE = "shop.db";

    private final Home home;
    private final ConnectionService connections;
    private final Workers workers;
    private final ReentrantLock making = new ReentrantLock();

    public SampleDatabase(Home home, ConnectionService connections, Workers workers) {
        this.home = home;
        this.connections = connections;
        this.workers = workers;
    }

    /**
     * @param connection as it is now
     * @param made whether the connection is new
     */
    public record Opened(DatabaseConnection connection, boolean made) {}

    /** Where the file lies when no directory is named: beside the console's home, whose files cannot be worked. */
    public Path defaultDirectory() {
        Path own = home.directory();
        return own.resolveSibling(own.getFileName() + "-samples");
    }

    /**
     * The connection to the sample; takes about two seconds when the file has to be made. A sample that was worked in is
     * left as it is.
     *
     * @param directory absolute, made when missing; null for {@link #defaultDirectory}
     * @throws AppException {@code insufficient_scope}, {@code validation_failed} for an unusable directory,
     *     {@code already_exists} when another file has the name, {@code storage_full}, {@code cancelled}
     */
    public Opened open(Caller caller, @Nullable String directory) {
        caller.require(Scope.DATABASES_ADMIN);
        making.lock();
        try {
            Path file = directory(directory).resolve(FILE);
            List<DatabaseConnection> known = connections.all(caller, Scope.DATABASES_ADMIN);
            for (DatabaseConnection each : known) {
                if (each.target() instanceof Target.Sqlite(String path)
                        && path.equals(file.toString())
                        && Files.exists(file)) {
                    return new Opened(each, false);
                }
            }
            ensureFile(file);
            return new Opened(connections.create(caller, draft(freeName(known), file), null), true);
        } finally {
            making.unlock();
        }
    }

    private Path directory(@Nullable String given) {
        if (given == null) {
            return made(defaultDirectory());
        }
        Path path;
        try {
            path = Path.of(given);
        } catch (InvalidPathException _) {
            throw AppException.invalid("directory", "This is not a path on this machine.");
        }
        if (!path.isAbsolute()) {
            throw AppException.invalid("directory", "Give the whole path, from the root.");
        }
        if (home.contains(path)) {
            throw AppException.invalid(
                    "directory", "Files in the console's own home cannot be worked as a database. Name another.");
        }
        return made(path.normalize());
    }

    private static Path made(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw AppException.invalid(
                    "directory",
                    "The directory " + directory + " cannot be made ("
                            + e.getClass().getSimpleName() + "). Name one that you may write to.");
        }
    }

    private static String freeName(List<DatabaseConnection> known) {
        Set<String> taken = known.stream().map(DatabaseConnection::name).collect(Collectors.toSet());
        String name = NAME;
        for (int i = 2; taken.contains(name); i++) {
            name = NAME + " " + i;
        }
        return name;
    }

    private static ConnectionDraft draft(String name, Path file) {
        return new ConnectionDraft(
                name,
                Engine.SQLITE,
                null,
                null,
                null,
                null,
                file.toString(),
                null,
                null,
                Environment.DEVELOPMENT,
                null,
                false,
                null,
                null);
    }

    private void ensureFile(Path file) {
        try {
            if (!Files.exists(file)) {
                SampleFile sample = new SampleFile(file);
                workers.statementCalls().call(sample::write, sample::stop);
            } else if (!SampleFile.isSample(file)) {
                throw new AppException(
                        PlatformError.ALREADY_EXISTS,
                        "There is another file at " + file + ". Move it, or name another directory.");
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failed(file, e);
        }
    }

    /** Says what really went wrong: a full disk, a missing right, or whatever else there is. */
    private static AppException failed(Path file, Exception cause) {
        String words = String.valueOf(cause.getMessage());
        boolean full = words.contains("No space left")
                || (cause instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL);
        if (full) {
            return new AppException(
                    PlatformError.STORAGE_FULL,
                    "The disk has no room for the sample database at " + file + ". Free some, or name another"
                            + " directory.",
                    cause);
        }
        String why = switch (cause) {
            case AccessDeniedException _ -> "it may not be written there";
            case SQLiteException sqlite ->
                "SQLite says " + sqlite.getResultCode().name();
            default -> cause.getClass().getSimpleName();
        };
        return new AppException(
                PlatformError.BAD_REQUEST,
                "The sample database could not be written to " + file + ": " + why
                        + ". Look at the directory, or name another.",
                cause);
    }
}
