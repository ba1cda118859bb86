package dev.wheelhouse.core.platform.home;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Names the files that are being written, in the home, so that the start after a console that was killed removes what it
 * left lying about. Thread-safe.
 */
public final class UnfinishedFiles {

    private static final System.Logger LOG = System.getLogger(UnfinishedFiles.class.getName());

    private final Path directory;

    public UnfinishedFiles(Home home) {
        this.directory = home.file("exports");
    }

    /** @param file has a name that no other unfinished file has */
    public void add(Path file) throws IOException {
        PrivateFiles.createFolders(directory);
        try (OutputStream note = PrivateFiles.write(note(file))) {
            note.write(file.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Forgets a file that is complete or gone; nothing happens to the file. */
    public void remove(Path file) throws IOException {
        Files.deleteIfExists(note(file));
    }

    /** The name of an unfinished file is random enough to differ from one of another folder. */
    private Path note(Path file) {
        return directory.resolve(String.valueOf(file.getFileName()));
    }

    /** Removes every file named, and forgets it. */
    public void clear() {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> notes = Files.list(directory)) {
            notes.toList().forEach(UnfinishedFiles::removeNamed);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The unfinished exports cannot be listed", e);
        }
    }

    private static void removeNamed(Path note) {
        try {
            Path file = Path.of(Files.readString(note, StandardCharsets.UTF_8));
            if (String.valueOf(file.getFileName()).equals(String.valueOf(note.getFileName()))) {
                Files.deleteIfExists(file);
            }
            Files.delete(note);
        } catch (IOException | InvalidPathException e) {
            // A disk that is not there now must not keep the console from starting.
            LOG.log(System.Logger.Level.WARNING, "An unfinished export cannot be removed", e);
        }
    }
}
