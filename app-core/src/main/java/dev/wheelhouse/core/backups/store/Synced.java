package dev.wheelhouse.core.backups.store;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Names that are on the disk: a file that is synced can still be without its name after a power failure (fsync(2)). */
final class Synced {

    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    /** How often a directory is made that others remove while it is empty. */
    private static final int TRIES = 10;

    private Synced() {}

    interface Placing {
        void run() throws IOException;
    }

    /** Gives a file its name; the directory, which a delete may take away while it is empty, is made as often as it needs. */
    static void place(Path target, Placing placing) throws IOException {
        Path parent = Objects.requireNonNull(target.getParent());
        for (int left = TRIES; ; left--) {
            try {
                makeDirectories(parent);
                placing.run();
                break;
            } catch (NoSuchFileException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
        directory(parent);
    }

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
        PrivateFiles.createFolders(directory);
        if (parent != null) {
            directory(parent);
        }
    }
}
