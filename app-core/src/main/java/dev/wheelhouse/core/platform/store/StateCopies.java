package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Whole, consistent copies of a SQLite state ({@code VACUUM INTO}); the newest seven are kept. */
final class StateCopies {

    static final int KEPT = 7;

    private final DataSource dataSource;
    private final Path directory;

    StateCopies(DataSource dataSource, Path directory) {
        this.dataSource = dataSource;
        this.directory = directory;
    }

    /** Whether a directory, which need not exist, holds a copy. */
    static boolean areIn(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(StateCopies::isCopy);
        }
    }

    /** {@link #make}, unless there is a copy of that label. */
    void makeOnce(String label) {
        if (!Files.exists(file(label))) {
            make(label);
        }
    }

    /**
     * Makes a copy and drops the oldest beyond {@link #KEPT}.
     *
     * @param label part of the file's name; an older copy of the same label gives way once the new one is whole
     */
    void make(String label) {
        Path copy = file(label);
        Path unfinished = directory.resolve(copy.getFileName() + ".unfinished");
        try {
            PrivateFiles.createFolders(directory);
            Files.deleteIfExists(unfinished);
            try {
                copyInto(unfinished);
                Files.move(unfinished, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
            }
            dropOldest();
        } catch (IOException | SQLException e) {
            throw StoreFailures.notCopied(copy, e);
        }
    }

    private Path file(String label) {
        return directory.resolve("state-" + label + ".db");
    }

    private void copyInto(Path target) throws IOException, SQLException {
        // SQLite takes an empty file for one that is not there, and keeps its permissions.
        PrivateFiles.createIfAbsent(target);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
            vacuum.setString(1, target.toString());
            vacuum.execute();
        }
        // VACUUM INTO leaves it to the system when the copy reaches the disk.
        try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private void dropOldest() throws IOException {
        Comparator<Path> byAge = Comparator.comparingLong(
                        (Path file) -> file.toFile().lastModified())
                .thenComparing(Path::getFileName);
        List<Path> newestFirst;
        try (Stream<Path> files = Files.list(directory)) {
            newestFirst =
                    files.filter(StateCopies::isCopy).sorted(byAge.reversed()).toList();
        }
        for (Path each : newestFirst.subList(Math.min(KEPT, newestFirst.size()), newestFirst.size())) {
            Files.delete(each);
        }
    }

    /** Whatever else people keep in the directory is not ours to delete. */
    private static boolean isCopy(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("state-") && name.endsWith(".db");
    }
}
