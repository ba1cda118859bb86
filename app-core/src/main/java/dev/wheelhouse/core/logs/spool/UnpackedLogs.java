package dev.wheelhouse.core.logs.spool;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Logs that were packed with gzip (RFC 1952), unpacked into files of this machine. Each is unpacked once as long as it does
 * not change; the ones that were asked for longest ago are deleted when they take too much room. Thread-safe.
 */
public final class UnpackedLogs {

    private static final int MOST_KEPT = 8;

    private final LogDocuments spool;
    private final long mostBytes;
    private final LinkedHashMap<Packed, Path> known = new LinkedHashMap<>(16, 0.75f, true);

    /** One for each file, so that a slow server holds up nobody who opens another's. */
    private final ConcurrentHashMap<Packed, ReentrantLock> unpacking = new ConcurrentHashMap<>();

    /** Which file, and of when. */
    private record Packed(String serverId, String path, long size, Instant modifiedAt) {}

    /** @param mostBytes of one log when it is unpacked */
    public UnpackedLogs(LogDocuments spool, long mostBytes) {
        this.spool = spool;
        this.mostBytes = mostBytes;
    }

    /** Whether a file is one of those, by its name. */
    public static boolean isPacked(String path) {
        return path.endsWith(".gz");
    }

    /**
     * The file on this machine that has what is packed. Blocks; an interrupt cancels it.
     *
     * @param serverId whose machine it is
     * @throws AppException {@code not_found}; {@code state_invalid} for what is no file, not packed or damaged;
     *     {@code payload_too_large} for more than the bound; {@code storage_full}; {@code cancelled}
     */
    public Path unpacked(Host host, String serverId, String path) {
        HostFile file = host.find(path)
                .orElseThrow(() -> new AppException(PlatformError.NOT_FOUND, "There is no file " + path + "."));
        if (file.kind() != HostFileKind.FILE) {
            throw new AppException(PlatformError.STATE_INVALID, path + " is not a file. Name a log file.");
        }
        Packed packed = new Packed(serverId, path, file.size(), file.modifiedAt());
        ReentrantLock lock = unpacking.computeIfAbsent(packed, _ -> new ReentrantLock());
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw cancelled(e);
        }
        try {
            Path there = known(packed);
            if (there != null && Files.exists(there)) {
                return there;
            }
            Path fresh = spool.freshFile();
            unpack(host, path, fresh);
            keep(packed, fresh);
            return fresh;
        } finally {
            if (!lock.hasQueuedThreads()) {
                unpacking.remove(packed, lock);
            }
            lock.unlock();
        }
    }

    private @Nullable Path known(Packed packed) {
        synchronized (known) {
            return known.get(packed);
        }
    }

    /** Whoever has one that is deleted open reads on. */
    private void keep(Packed packed, Path unpacked) {
        synchronized (known) {
            known.put(packed, unpacked);
            while (known.size() > MOST_KEPT) {
                delete(known.pollFirstEntry().getValue());
            }
        }
    }

    private void unpack(Host host, String path, Path to) {
        boolean isWhole = false;
        try (InputStream packed = new Unhurried(host.read(path, 0));
                InputStream from = new GZIPInputStream(packed, 64 << 10)) {
            copy(from, path, to);
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

    private static AppException refusal(String text, IOException cause) {
        return new AppException(PlatformError.STATE_INVALID, text, ErrorDetails.NONE, cause);
    }

    private static AppException cancelled(@Nullable InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new AppException(PlatformError.CANCELLED, "Unpacking the log was cancelled.", ErrorDetails.NONE, cause);
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
