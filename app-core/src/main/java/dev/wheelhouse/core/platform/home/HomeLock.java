package dev.wheelhouse.core.platform.home;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One home, one console. The operating system drops the lock with the process, so a killed console never leaves a home
 * that cannot be opened; the pid inside the file is only for the message.
 */
public final class HomeLock implements AutoCloseable {

    private final FileChannel channel;

    private HomeLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws AppException {@code in_use} while another console holds the home, {@code bad_request} if nobody can */
    public static HomeLock acquire(Home home) {
        Path file = home.file("lock");
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                String holder = readHolder(channel);
                channel.close();
                throw new AppException(
                        PlatformError.IN_USE,
                        "Another console (process " + holder + ") works in " + home.directory()
                                + ". Stop it, or start this one with another --home.");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return new HomeLock(channel);
        } catch (IOException e) {
            throw new AppException(
                    PlatformError.BAD_REQUEST,
                    "The home " + home.directory() + " cannot be locked ("
                            + e.getClass().getSimpleName()
                            + "). Make its files writable, or choose another with --home.",
                    ErrorDetails.NONE,
                    e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) {
            return null;
        }
    }

    private static String readHolder(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        channel.read(buffer, 0);
        String pid = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8).strip();
        return pid.isEmpty() ? "unknown" : pid;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
