package dev.wheelhouse.core.databases;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.FileFailures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file that the console can open: a SQL script or a SQLite database. Immutable.
 *
 * @param path absolute, without {@code .} and {@code ..}; links on the way stay, as people may bend them later
 */
public record OpenableFile(Path path, Kind kind) {

    /** What a file is opened as. */
    public enum Kind {
        SCRIPT,
        DATABASE
    }

    /** Of the database file format (sqlite.org/fileformat.html, section 1.3). */
    private static final byte[] HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    /**
     * Looks at a file. What begins as a SQLite database is one whatever its name is; all else goes by its name, so that a
     * wrong {@code .db} still gets as far as a window that can say so.
     *
     * @param text a path; a relative one begins in the working directory
     * @throws AppException {@code bad_request} for what is absent, no regular file, unreadable, or of another kind
     */
    public static OpenableFile of(String text) {
        try {
            Path path = Path.of(text).toRealPath(LinkOption.NOFOLLOW_LINKS);
            if (!Files.exists(path)) {
                throw refused("The link " + path + " leads nowhere.");
            }
            if (Files.isDirectory(path)) {
                throw refused(path + " is a directory. Name a file in it.");
            }
            if (!Files.isRegularFile(path)) {
                throw refused(path + " is a device, a pipe or a socket. Name a regular file.");
            }
            Optional<Kind> kind = isSqlite(path) ? Optional.of(Kind.DATABASE) : byName(path);
            return new OpenableFile(
                    path,
                    kind.orElseThrow(() -> refused(path + " is neither a SQL script (.sql) nor a SQLite database"
                            + " (.db, .sqlite, .sqlite3).")));
        } catch (InvalidPathException e) {
            throw refused(text + " is not a path on this machine.", e);
        } catch (NoSuchFileException e) {
            throw refused("There is no file " + text + ".", e);
        } catch (IOException e) {
            throw unreadable(text, e);
        }
    }

    private static Optional<Kind> byName(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".sql")) {
            return Optional.of(Kind.SCRIPT);
        }
        return Stream.of(".db", ".sqlite", ".sqlite3").anyMatch(name::endsWith)
                ? Optional.of(Kind.DATABASE)
                : Optional.empty();
    }

    /**
     * Makes sure that a database is one; an empty file is, to SQLite.
     *
     * @throws AppException {@code bad_request} when it is none, or cannot be read any more
     */
    public void requireSqlite() {
        try {
            if (Files.size(path) > 0 && !isSqlite(path)) {
                throw refused(path + " is not a SQLite database, or it is encrypted.");
            }
        } catch (IOException e) {
            throw unreadable(path.toString(), e);
        }
    }

    private static boolean isSqlite(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(HEADER.length), HEADER);
        }
    }

    private static AppException unreadable(String path, IOException cause) {
        return refused(path + " cannot be read (" + FileFailures.reason(cause) + ").", cause);
    }

    private static AppException refused(String message) {
        return new AppException(PlatformError.BAD_REQUEST, message);
    }

    private static AppException refused(String message, Exception cause) {
        return new AppException(PlatformError.BAD_REQUEST, message, cause);
    }
}
