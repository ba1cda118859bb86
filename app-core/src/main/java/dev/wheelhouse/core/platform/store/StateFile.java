package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/** A SQLite state as a file, for what is done without a console. */
public final class StateFile {

    private StateFile() {}

    /**
     * Makes a whole, consistent copy; a console may write to the state meanwhile.
     *
     * @param copy not there yet, or empty
     * @throws AppException {@code state_invalid} when the state cannot be read or the copy cannot be written
     */
    public static void copy(Path state, Path copy) {
        try (Connection connection = open(state)) {
            copyInto(connection, copy);
        } catch (IOException | SQLException e) {
            throw StoreFailures.notCopied(copy, e);
        }
    }

    static void copyInto(Connection connection, Path copy) throws IOException, SQLException {
        // SQLite takes an empty file for one that is not there, and keeps its permissions.
        PrivateFiles.createIfAbsent(copy);
        try (PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
            vacuum.setString(1, copy.toString());
            vacuum.execute();
        }
        // VACUUM INTO leaves it to the system when the copy reaches the disk.
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /**
     * The version of its schema.
     *
     * @param file that nobody writes to
     * @return null for one that is empty
     * @throws SQLException for one that is no state
     */
    static @Nullable String schema(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file)) {
            return Migration.findInstalledVersion(connection);
        }
    }

    /**
     * Makes sure that this version can open a state, without changing it.
     *
     * @param file that nobody writes to
     * @return the version of its schema
     * @throws AppException {@code state_invalid} for one of a newer Wheelhouse, and for a file that is damaged or no state
     */
    public static String requireUsable(Path file) {
        try {
            String schema = schema(file);
            if (schema == null) {
                throw damaged(file, "it holds no state", null);
            }
            String fault = fault(file);
            if (fault != null) {
                throw damaged(file, fault, null);
            }
            requireKnown(schema);
            return schema;
        } catch (SQLException e) {
            throw damaged(file, StoreFailures.rootMessage(e), e);
        }
    }

    /** @throws AppException {@code state_invalid} for the schema of a newer Wheelhouse */
    public static void requireKnown(String schema) {
        if (Migration.isNewer(schema)) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "It was written by a newer Wheelhouse (schema " + schema + ", this one knows " + Migration.NEWEST
                            + "). Use that version.");
        }
    }

    private static AppException damaged(Path file, String fault, @Nullable Throwable cause) {
        return new AppException(
                PlatformError.STATE_INVALID, "The state " + file + " cannot be used: " + fault + ".", cause);
    }

    /** What SQLite finds wrong with its pages; null for nothing. */
    private static @Nullable String fault(Path file) throws SQLException {
        try (Connection connection = open(file);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA quick_check(1)")) {
            String found = row.next() ? row.getString(1) : "nothing was read";
            return found.equals("ok") ? null : found;
        }
    }

    static Connection open(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }
}
