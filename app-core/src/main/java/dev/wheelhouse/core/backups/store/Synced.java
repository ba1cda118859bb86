package dev.wheelhouse.core.backups.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Names that are on the disk: a file that is synced can still be without its name after a power failure (fsync(2)). */
final class Synced {

    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    private Synced() {}

    static void directory(Path directory) throws IOException {
        if (WINDOWS) {
            // It opens no directories, and its journal holds their names.
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes a directory and those on the way to it. */
    static void makeDirectories(@Nullable Path directory) throws IOException {
        if (directory == null || Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        makeDirectories(parent);
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
        if (parent != null) {
            directory(parent);
        }
    }
}
