package dev.wheelhouse.core.platform.store;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.HomeLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts a copy in the place of a home's own SQLite state, which is kept beside it. */
public final class StateRestore {

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path state;
    private final Path copies;
    private final Home home;
    private final Clock clock;

    /**
     * @param home of a console that may be running
     * @param state file of the home, which need not be there
     * @param copies directory, likewise
     */
    public StateRestore(Home home, Path state, Path copies, Clock clock) {
        this.home = home;
        this.state = state;
        this.copies = copies;
        this.clock = clock;
    }

    /**
     * A copy that can be put back.
     *
     * @param label what it is called: the day, or the versions before and after a migration
     * @param bytes its size
     * @param schema version of it; null where the file cannot be read
     */
    public record Copy(
            String label,
            Path file,
            Instant madeAt,
            long bytes,
            @Nullable String schema) {}

    /**
     * What took place.
     *
     * @param kept where the state of before is now; null when there was none
     */
    public record Restored(Copy copy, @Nullable Path kept) {}

    /** The copies, the newest first. */
    public List<Copy> list() throws IOException {
        List<Copy> found = new ArrayList<>();
        if (Files.isDirectory(copies)) {
            for (Path each : StateCopies.newestFirst(copies)) {
                found.add(copy(each));
            }
        }
        return found;
    }

    private static Copy copy(Path file) throws IOException {
        String schema;
        try {
            schema = StateFile.schema(file);
        } catch (SQLException _) {
            // Told in the list, and refused when it is asked for.
            schema = null;
        }
        return new Copy(
                StateCopies.label(file), file, Files.getLastModifiedTime(file).toInstant(), Files.size(file), schema);
    }

    /**
     * Puts a copy back. A kill leaves the state of before or the copy, whole.
     *
     * @param label one of {@link #list}
     * @throws AppException {@code not_found} for a label that no copy has, {@code in_use} while a console holds the home,
     *     {@code state_invalid} for a copy that is damaged or of a newer Wheelhouse; nothing was changed
     * @throws IOException when it cannot be written; the state of before is in its place
     */
    public Restored restore(String label) throws IOException {
        Copy copy = list().stream()
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new AppException(
                        PlatformError.NOT_FOUND,
                        "There is no copy " + label + " in " + copies + ". Nothing was changed."));
        try (HomeLock _ = HomeLock.acquire(home)) {
            StateFile.requireUsable(copy.file());
            Path unfinished = state.resolveSibling(state.getFileName() + ".restoring");
            try {
                duplicate(copy.file(), unfinished);
                Path kept = Files.exists(state) ? keep() : null;
                deleteJournals();
                Files.move(unfinished, state, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return new Restored(copy, kept);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        }
    }

    /** Leaves the state where it is: until the copy takes its place there must be one. */
    private Path keep() throws IOException {
        Path kept = state.resolveSibling(state.getFileName() + ".before-" + MOMENT.format(clock.instant()));
        duplicate(state, kept);
        // What a console that was killed had not moved into the state yet; SQLite may delete that of a damaged state.
        Path journal = journal("-wal");
        if (Files.exists(journal)) {
            duplicate(journal, kept.resolveSibling(kept.getFileName() + "-wal"));
            emptyJournal();
        }
        return kept;
    }

    /** So that the state of before is whole without it until the copy is in its place. */
    private void emptyJournal() {
        try (Connection connection = StateFile.open(state);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException _) {
            // It is damaged, which may be why a copy is put back; both files are kept.
        }
    }

    /** Beside another database SQLite would take them for its own. */
    private void deleteJournals() throws IOException {
        Files.deleteIfExists(journal("-wal"));
        Files.deleteIfExists(journal("-shm"));
        Files.deleteIfExists(journal("-journal"));
    }

    private Path journal(String ending) {
        return state.resolveSibling(state.getFileName() + ending);
    }

    /** With its permissions, and on the disk when it returns. */
    private static void duplicate(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
