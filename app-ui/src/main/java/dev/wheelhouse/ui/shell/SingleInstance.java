package dev.wheelhouse.ui.shell;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a second start brings the window of the first to the front and gives it files to open: it leaves a file in a folder
 * of the home, which nobody else can write to, and the window takes it away. Thread-safe.
 */
public final class SingleInstance {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private static final String ENDING = ".call";
    /** The one character that no path holds. */
    private static final String BETWEEN = "\0";

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Path folder;

    public SingleInstance(Home home) {
        this.folder = home.file("window-calls");
    }

    /** The files of all who called for the window; empty when nobody did. The calls are answered by asking. */
    Optional<List<Path>> take() {
        List<Path> files = new ArrayList<>();
        boolean called = false;
        try (DirectoryStream<Path> calls = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path call : calls) {
                String named = Files.readString(call);
                // One that was taken back is none.
                if (Files.deleteIfExists(call)) {
                    called = true;
                    Stream.of(named.split(BETWEEN))
                            .filter(each -> !each.isEmpty())
                            .map(Path::of)
                            .forEach(files::add);
                }
            }
        } catch (NoSuchFileException _) {
            // Nobody ever called, or a call was taken back just now.
        } catch (IOException | DirectoryIteratorException _) {
            // A home that cannot be read or written has worse troubles, which are reported elsewhere.
        }
        return called ? Optional.of(files) : Optional.empty();
    }

    /** Waits until somebody calls, perhaps with files to open; empty once it is closed. */
    public Optional<List<Path>> await() throws InterruptedException {
        while (true) {
            Optional<List<Path>> files = take();
            if (files.isPresent() || closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                return files;
            }
        }
    }

    /** Ends the waiting. */
    public void close() {
        closed.countDown();
    }

    /**
     * Calls for the window and waits up to three seconds for it.
     *
     * @param files absolute, which the window shall open; may be empty
     * @return whether a window answered
     */
    public boolean call(List<Path> files) throws IOException, InterruptedException {
        PrivateFiles.createFolders(folder);
        try (WatchService changes = folder.getFileSystem().newWatchService()) {
            folder.register(changes, StandardWatchEventKinds.ENTRY_DELETE);
            Path call = write(files.stream().map(Path::toString).collect(Collectors.joining(BETWEEN)));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (Files.exists(call)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    // What is gone now was taken at the last moment.
                    return !Files.deleteIfExists(call);
                }
                // Some systems report changes late; the file itself is looked at as well.
                WatchKey told = changes.poll(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
                if (told != null) {
                    told.pollEvents();
                    told.reset();
                }
            }
            return true;
        }
    }

    /** The window finds all of a call or none of it. */
    private Path write(String text) throws IOException {
        Path written = Files.createTempFile(folder, "", ".new");
        Files.writeString(written, text);
        return Files.move(
                written, written.resolveSibling(written.getFileName() + ENDING), StandardCopyOption.ATOMIC_MOVE);
    }
}
