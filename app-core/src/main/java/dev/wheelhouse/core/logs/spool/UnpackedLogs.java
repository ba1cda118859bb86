package dev.wheelhouse.core.logs.spool;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
import dev.wheelhouse.core.platform.host.HostFileKind;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Logs that were packed with gzip (RFC 1952), unpacked into files of this machine. Each is unpacked once as long as it does
 * not change; the ones that were asked for longest ago are deleted when they take too much room, and unpacked again when
 * somebody reads on. Thread-safe.
 */
public final class UnpackedLogs {

    /** As many as can be merged, within {@link #MOST_ROOM}. */
    private static final int MOST_KEPT = 50;

    private static final long MOST_ROOM = 8L << 30;

    private final LogDocuments spool;
    private final long mostBytes;
    private final long mostRoom;

    /** With their sizes when they are unpacked, the one that was asked for longest ago first. */
    private final LinkedHashMap<Packed, Long> known = new LinkedHashMap<>(16, 0.75f, true);

    /** One for each file, so that a slow server holds up nobody who opens another's. */
    private final ConcurrentHashMap<Packed, ReentrantLock> unpacking = new ConcurrentHashMap<>();

    /** Which file, and of when. */
    private record Packed(String serverId, String path, long size, Instant modifiedAt) {

        String name() {
            return "unpacked-" + UUID.nameUUIDFromBytes(toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * What was packed, in a file of this machine.
     *
     * @param file there after {@link #ensure}
     * @param again unpacks it where that is needed
     */
    public record Unpacked(Path file, Runnable again) {

        /**
         * Before each use: unpacks it again where it had to make room.
         *
         * @throws AppException as {@link UnpackedLogs#open}; {@code state_invalid} when it has changed since
         */
        public void ensure() {
            again.run();
        }
    }

    /** @param mostBytes of one log when it is unpacked */
    public UnpackedLogs(LogDocuments spool, long mostBytes) {
        this(spool, mostBytes, MOST_ROOM);
    }

    /** @param mostRoom of all, bytes */
    UnpackedLogs(LogDocuments spool, long mostBytes, long mostRoom) {
        this.spool = spool;
        this.mostBytes = mostBytes;
        this.mostRoom = mostRoom;
    }

    /** Whether a file is one of those, by its name. */
    public static boolean isPacked(String path) {
        return path.endsWith(".gz");
    }

    /**
     * Unpacks a log, unless that has been done. Blocks; an interrupt cancels it.
     *
     * @param host asked at each use
     * @param serverId whose machine it is
     * @throws AppException {@code not_found}; {@code state_invalid} for what is no file, not packed or damaged;
     *     {@code payload_too_large} for more than the bound; {@code storage_full}; {@code cancelled}
     */
    public Unpacked open(Supplier<Host> host, String serverId, String path) {
        Packed packed = find(host.get(), serverId, path);
        Path file = spool.file(packed.name());
        ensure(packed, host.get(), file);
        return new Unpacked(file, () -> {
            if (isThere(packed, file)) {
                return;
            }
            if (!find(host.get(), serverId, path).equals(packed)) {
                throw refusal(path + " has changed since it was opened. Open it again.", null);
            }
            ensure(packed, host.get(), file);
        });
    }

    private static Packed find(Host host, String serverId, String path) {
        HostFile file = host.files()
                .find(path)
                .orElseThrow(() -> new AppException(PlatformError.NOT_FOUND, "There is no file " + path + "."));
        if (file.kind() != HostFileKind.FILE) {
            throw new AppException(PlatformError.STATE_INVALID, path + " is not a file. Name a log file.");
        }
        return new Packed(serverId, path, file.size(), file.modifiedAt());
    }

    private void ensure(Packed packed, Host host, Path file) {
        ReentrantLock lock = unpacking.computeIfAbsent(packed, _ -> new ReentrantLock());
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw cancelled(e);
        }
        try {
            if (!isThere(packed, file)) {
                unpack(host, packed, file);
                keep(packed, file);
            }
        } finally {
            if (!lock.hasQueuedThreads()) {
                unpacking.remove(packed, lock);
            }
            lock.unlock();
        }
    }

    private boolean isThere(Packed packed, Path file) {
        synchronized (known) {
            return known.get(packed) != null && Files.exists(file);
        }
    }

    private void keep(Packed packed, Path file) {
        synchronized (known) {
            known.put(packed, size(file));
            while (known.size() > MOST_KEPT || (known.size() > 1 && room() > mostRoom)) {
                delete(spool.file(known.pollFirstEntry().getKey().name()));
            }
        }
    }

    private long room() {
        return known.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw HostFailures.ofFile(file.toString(), e);
        }
    }

    private void unpack(Host host, Packed log, Path to) {
        String path = log.path();
        boolean isWhole = false;
        try (InputStream packed = new Unhurried(host.files().read(path, 0));
                InputStream from = new GZIPInputStream(packed, 64 << 10)) {
            copy(from, path, to);
            // Times without a year are of the one before it, as in the log itself.
            Files.setLastModifiedTime(to, FileTime.from(log.modifiedAt()));
            isWhole = true;
        } catch (ZipException e) {
            throw refusal(path + " is not packed with gzip, or damaged: " + e.getMessage() + ".", e);
        } catch (EOFException e) {
            throw refusal(path + " ends too early. It is damaged, or still being packed; then open it again later.", e);
        } catch (IOException e) {
            throw HostFailures.ofFile(path, e);
        } finally {
            if (!isWhole) {
                delete(to);
            }
        }
    }

    private void copy(InputStream from, String path, Path to) throws IOException {
        byte[] buffer = new byte[256 << 10];
        long written = 0;
        try (OutputStream out = open(to)) {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                if (Thread.currentThread().isInterrupted()) {
                    throw cancelled(null);
                }
                written += read;
                if (written > mostBytes) {
                    throw new AppException(
                            PlatformError.PAYLOAD_TOO_LARGE,
                            path + " has more than " + (mostBytes >> 20)
                                    + " MiB when it is unpacked. Unpack it on its server and open that file.");
                }
                write(out, buffer, read, to);
            }
        }
    }

    private static OutputStream open(Path to) {
        try {
            return PrivateFiles.write(to);
        } catch (IOException e) {
            throw HostFailures.ofFile(to.toString(), e);
        }
    }

    /** A failure here is of this machine, not of the one that is read from. */
    private static void write(OutputStream out, byte[] buffer, int length, Path to) {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw HostFailures.ofFile(to.toString(), e);
        }
    }

    private static AppException refusal(String text, @Nullable IOException cause) {
        return new AppException(PlatformError.STATE_INVALID, text, cause);
    }

    private static AppException cancelled(@Nullable InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new AppException(PlatformError.CANCELLED, "Unpacking the log was cancelled.", cause);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // The next start empties the directory.
        }
    }

    /** The library takes a stream that has nothing at hand for one at its end, and leaves out what was packed behind. */
    private static final class Unhurried extends FilterInputStream {

        Unhurried(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 1;
        }
    }
}
