package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The directory where WAL waits for the store. Whole segments have their own name, the one that is received ends in
 * {@code .partial}, the last part of a timeline or before a gap in {@code .last}; by name they are in the order in which
 * they are stored. Thread-safe.
 */
final class Spool {

    static final String PARTIAL = ".partial";
    static final String LAST = ".last";
    static final String HISTORY = ".history";

    private static final boolean IS_WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    private final Path directory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final TreeMap<String, Long> waiting = new TreeMap<>();
    private long bytes;
    private long removed;
    private boolean closed;

    Spool(Path directory) throws IOException {
        this.directory = directory;
        PrivateFiles.createFolders(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                String name = String.valueOf(each.getFileName());
                if (name.matches("[0-9A-F]{24}(\\.last)?|[0-9A-F]{8}\\.history")) {
                    add(name);
                }
            }
        }
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    /** The partial segments' names, without their ending. */
    Stream<String> partials() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files
                    .map(each -> String.valueOf(each.getFileName()))
                    .filter(each -> each.endsWith(PARTIAL))
                    .map(each -> each.substring(0, each.length() - PARTIAL.length()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** The newest whole segment's name. */
    Optional<String> newestWhole() {
        return locked(() -> waiting.descendingKeySet().stream()
                .filter(each -> each.indexOf('.') < 0)
                .findFirst());
    }

    /** What is to be stored next. */
    Optional<String> first() {
        return locked(() -> waiting.isEmpty() ? Optional.empty() : Optional.of(waiting.firstKey()));
    }

    /** The name of the first segment that waits, whole or the last part of a timeline. */
    Optional<String> firstSegment() {
        return locked(() -> waiting.keySet().stream()
                .filter(each -> !each.endsWith(HISTORY))
                .findFirst()
                .map(each -> each.endsWith(LAST) ? each.substring(0, each.length() - LAST.length()) : each));
    }

    /** Of all that waits. */
    long bytes() {
        return locked(() -> bytes);
    }

    /** Gives a file its final name, on the disk too, and lets it wait for the store. */
    void rename(String from, String to) throws IOException {
        Files.move(file(from), file(to), StandardCopyOption.ATOMIC_MOVE);
        sync();
        add(to);
    }

    /** Lets a file wait for the store. */
    void add(String name) throws IOException {
        long size = Files.size(file(name));
        lock.lock();
        try {
            Long before = waiting.put(name, size);
            bytes += size - (before == null ? 0 : before);
        } finally {
            lock.unlock();
        }
    }

    /** Deletes a file, which the store has now. */
    void remove(String name) throws IOException {
        Files.deleteIfExists(file(name));
        lock.lock();
        try {
            Long size = waiting.remove(name);
            bytes -= size == null ? 0 : size;
            removed++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Puts on the disk which files there are; Windows does so by itself. */
    void sync() throws IOException {
        if (IS_WINDOWS) {
            return;
        }
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /**
     * Waits until so much more fits in.
     *
     * @param limit of all that waits for the store; anything fits into an empty spool
     * @param waits called before each waiting, quick
     * @throws WalException {@link WalTrouble#CLOSED}
     */
    void awaitRoom(long more, long limit, Runnable waits) throws IOException {
        lock.lock();
        try {
            while (bytes > 0 && bytes + more > limit) {
                refuseClosed();
                waits.run();
                changed.await();
            }
        } catch (InterruptedException _) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until a file went, or for so long.
     *
     * @throws WalException {@link WalTrouble#CLOSED}
     */
    void awaitChange(Duration longest) throws IOException {
        lock.lock();
        try {
            long before = removed;
            long left = longest.toNanos();
            while (!closed && removed == before && left > 0) {
                left = changed.awaitNanos(left);
            }
            refuseClosed();
        } catch (InterruptedException _) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("Interrupted while there was no room for WAL");
    }

    private void refuseClosed() throws WalException {
        if (closed) {
            throw new WalException(WalTrouble.CLOSED, "The WAL archive is closed");
        }
    }

    /** Ends all waiting. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }
}
