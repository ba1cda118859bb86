package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Whole, consistent copies of a SQLite state ({@code VACUUM INTO}); the newest seven are kept. */
final class StateCopies {

    static final int KEPT = 7;

    private static final String PREFIX = "state-";
    private static final String SUFFIX = ".db";

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
                try (Connection connection = dataSource.getConnection()) {
                    StateFile.copyInto(connection, unfinished);
                }
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
        return directory.resolve(PREFIX + label + SUFFIX);
    }

    private void dropOldest() throws IOException {
        List<Path> newestFirst = newestFirst(directory);
        for (Path each : newestFirst.subList(Math.min(KEPT, newestFirst.size()), newestFirst.size())) {
            Files.delete(each);
        }
    }

    static List<Path> newestFirst(Path directory) throws IOException {
        Comparator<Path> byAge = Comparator.comparingLong(
                        (Path file) -> file.toFile().lastModified())
                .thenComparing(Path::getFileName);
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(StateCopies::isCopy).sorted(byAge.reversed()).toList();
        }
    }

    /** Whatever else people keep in the directory is not ours to delete. */
    static boolean isCopy(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
    }

    static String label(Path copy) {
        String name = copy.getFileName().toString();
        return name.substring(PREFIX.length(), name.length() - SUFFIX.length());
    }
}
