package dev.wheelhouse.core.platform.home;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One home, one console. The operating system drops the lock with the process, so a killed console never leaves a home
 * that cannot be opened; the pid inside the file is only for the message. Thread-safe.
 */
public final class HomeLock implements AutoCloseable {

    /**
     * The homes that this process holds. It is static because the locks are the process's own: POSIX drops all of them
     * as soon as the process closes any descriptor of the file (fcntl(2)), so a second attempt within the process must
     * be refused before it opens the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Behind the pid: Windows lets nobody read what is locked. */
    private static final long LOCKED_BYTE = 1024;

    private final Path directory;
    private final FileChannel channel;

    private HomeLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** @throws AppException {@code in_use} while another console holds the home, {@code bad_request} if nobody can */
    public static HomeLock acquire(Home home) {
        Path directory = home.directory();
        if (!HELD.add(directory)) {
            throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            return new HomeLock(directory, lock(home));
        } catch (IOException e) {
            HELD.remove(directory);
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The home " + directory + " cannot be locked ("
                            + FileFailures.reason(e)
                            + "). Its files must be writable, and their file system must keep locks; else choose another"
                            + " home with --home.",
                    e);
        } catch (RuntimeException e) {
            HELD.remove(directory);
            throw e;
        }
    }

    private static FileChannel lock(Home home) throws IOException {
        FileChannel channel = PrivateFiles.open(
                home.file("lock"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock(LOCKED_BYTE, 1, false) == null) {
                throw inUse(home.directory(), readHolder(channel));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static String readHolder(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        channel.read(buffer, 0);
        String pid = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8).strip();
        return pid.isEmpty() ? "unknown" : pid;
    }

    private static AppException inUse(Path directory, String holder) {
        return new AppException(
                PlatformError.IN_USE,
                "Another console (process " + holder + ") works in " + directory
                        + ". Stop it, or start this one with another --home.");
    }

    /** Frees the home; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD.remove(directory);
        }
    }
}
