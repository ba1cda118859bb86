package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a job writes, on disk: its beginning and its end, of together no more than {@link #LIMIT_BYTES}, with a note where
 * something was left out. The end is kept in two files of which the older makes room, so that whatever a job writes costs
 * neither memory nor disk, and a killed console leaves what it had. A disk that is full ends the log, not the job.
 * Thread-safe.
 */
final class JobLog implements AutoCloseable {

    /** The most that is kept. */
    static final int LIMIT_BYTES = 5 << 20;

    /** The beginning is not longer; a first file that is longer is the whole log. */
    static final int HEAD_BYTES = LIMIT_BYTES / 2;

    private static final int PART_BYTES = LIMIT_BYTES / 4;
    private static final double MEBIBYTE = 1 << 20;
    private static final System.Logger LOG = System.getLogger(JobLog.class.getName());

    private final LogFiles files;
    private @Nullable OutputStream open;
    private long written;
    private long inPart;
    private boolean broken;
    private boolean closed;

    JobLog(LogFiles files) {
        this.files = files;
    }

    /**
     * The files of a log.
     *
     * @param whole where it is put together before it takes the place of the head
     */
    record LogFiles(Path head, Path older, Path newer, Path whole) {

        static LogFiles of(Path directory, String jobId) {
            return new LogFiles(
                    directory.resolve(jobId + ".log"),
                    directory.resolve(jobId + ".log.1"),
                    directory.resolve(jobId + ".log.2"),
                    directory.resolve(jobId + ".log.part"));
        }

        void delete() throws IOException {
            for (Path each : new Path[] {head, older, newer, whole}) {
                Files.deleteIfExists(each);
            }
        }
    }

    synchronized void write(byte[] bytes) {
        // What a command left behind may write on; a second opening would empty the file.
        if (broken || closed) {
            return;
        }
        try {
            int head = Math.clamp(HEAD_BYTES - written, 0, bytes.length);
            if (head > 0) {
                out(files.head()).write(bytes, 0, head);
                written += head;
            }
            writeTail(bytes, head);
        } catch (IOException e) {
            broken = true;
            LOG.log(System.Logger.Level.WARNING, "The log " + files.head() + " could not be written and ends here", e);
            closeQuietly();
        }
    }

    private void writeTail(byte[] bytes, int from) throws IOException {
        int at = from;
        while (at < bytes.length) {
            if (written == HEAD_BYTES && inPart == 0) {
                closeOpen();
            }
            if (inPart == PART_BYTES) {
                closeOpen();
                Files.move(files.newer(), files.older(), StandardCopyOption.REPLACE_EXISTING);
                inPart = 0;
            }
            int now = (int) Math.min(bytes.length - at, PART_BYTES - inPart);
            out(files.newer()).write(bytes, at, now);
            at += now;
            inPart += now;
            written += now;
        }
    }

    private OutputStream out(Path file) throws IOException {
        OutputStream current = open;
        if (current == null) {
            PrivateFiles.createFolders(
                    Objects.requireNonNull(file.toAbsolutePath().getParent()));
            current = PrivateFiles.write(file);
            open = current;
        }
        return current;
    }

    /** Makes one file of it; what is written afterwards goes nowhere. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            closeOpen();
            if (written > HEAD_BYTES && !broken) {
                join();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The log " + files.head() + " could not be finished", e);
            deleteHalfMade();
        }
    }

    private void join() throws IOException {
        byte[] older = Files.exists(files.older()) ? Files.readAllBytes(files.older()) : new byte[0];
        byte[] newer = Files.readAllBytes(files.newer());
        long left = written - HEAD_BYTES - older.length - newer.length;
        byte[] first = older.length > 0 ? older : newer;
        int start = left > 0 ? Utf8Cut.start(first) : 0;
        byte[] head = Files.readAllBytes(files.head());
        try (OutputStream whole = PrivateFiles.write(files.whole())) {
            whole.write(head, 0, left > 0 ? Utf8Cut.end(head, head.length) : head.length);
            if (left > 0) {
                whole.write(note(left));
            }
            whole.write(Arrays.copyOfRange(first, start, first.length));
            if (older.length > 0) {
                whole.write(newer);
            }
        }
        // In one step, and the parts after it: a reader or a kill in between finds all of it, and once.
        Files.move(files.whole(), files.head(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(files.older());
        Files.deleteIfExists(files.newer());
    }

    private void deleteHalfMade() {
        try {
            Files.deleteIfExists(files.whole());
        } catch (IOException _) {
            // It goes with the log.
        }
    }

    /** @param left how many bytes; 0 when nobody knows */
    static byte[] note(long left) {
        String amount = left == 0 ? "Output" : String.format(Locale.ROOT, "%.1f MiB of output", left / MEBIBYTE);
        return ("\n… " + amount + " left out here …\n").getBytes(StandardCharsets.UTF_8);
    }

    private void closeOpen() throws IOException {
        OutputStream current = open;
        if (current != null) {
            open = null;
            current.close();
        }
    }

    private void closeQuietly() {
        try {
            closeOpen();
        } catch (IOException _) {
            // It was told above.
        }
    }
}
