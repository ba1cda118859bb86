package dev.wheelhouse.ui.databases;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.OpenableFile;
import dev.wheelhouse.core.databases.Target;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file that was given to the window.
 *
 * @param connection the id of the one that works on this file; empty for a script, or where there is none
 */
record GivenFile(OpenableFile file, Optional<String> connection) {

    /**
     * Looks at it; blocks.
     *
     * @throws AppException {@code bad_request} for what cannot be opened
     */
    static GivenFile look(Path path, List<DatabaseConnection> known) {
        OpenableFile file = OpenableFile.of(path.toString());
        if (file.kind() == OpenableFile.Kind.SCRIPT) {
            return new GivenFile(file, Optional.empty());
        }
        file.requireSqlite();
        return new GivenFile(
                file,
                known.stream()
                        .filter(each ->
                                each.target() instanceof Target.Sqlite(String other) && isSame(file.path(), other))
                        .map(DatabaseConnection::id)
                        .findFirst());
    }

    private static boolean isSame(Path file, String other) {
        try {
            return Files.isSameFile(file, Path.of(other));
        } catch (IOException | InvalidPathException _) {
            // Its file is gone, or lies on another system.
            return false;
        }
    }
}
