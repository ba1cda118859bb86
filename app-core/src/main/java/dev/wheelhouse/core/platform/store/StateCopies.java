package dev.wheelhouse.core.platform.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /**
     * Makes a copy and drops the oldest beyond {@link #KEPT}.
     *
     * @param label part of the file's name; a copy of the same label is left as it is
     */
    void make(String label) {
        Path copy = directory.resolve("state-" + label + ".db");
        if (Files.exists(copy)) {
            return;
        }
        try {
            Files.createDirectories(directory);
            Path unfinished = directory.resolve(copy.getFileName() + ".unfinished");
            Files.deleteIfExists(unfinished);
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement vacuum = connection.prepareStatement("VACUUM INTO ?")) {
                vacuum.setString(1, unfinished.toString());
                vacuum.execute();
            }
            Files.move(unfinished, copy);
            dropOldest();
        } catch (IOException e) {
            throw new UncheckedIOException("The state could not be copied to " + copy, e);
        } catch (SQLException e) {
            throw new UncheckedIOException("The state could not be copied to " + copy, new IOException(e));
        }
    }

    private void dropOldest() throws IOException {
        List<Path> copies;
        try (Stream<Path> files = Files.list(directory)) {
            copies = files.filter(file -> file.getFileName().toString().endsWith(".db"))
                    .sorted(Comparator.comparingLong(
                                    (Path file) -> file.toFile().lastModified())
                            .reversed())
                    .toList();
        }
        for (Path each : copies.subList(Math.min(KEPT, copies.size()), copies.size())) {
            Files.delete(each);
        }
    }
}
