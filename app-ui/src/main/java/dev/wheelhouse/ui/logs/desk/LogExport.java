package dev.wheelhouse.ui.logs.desk;

import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.document.LogRows;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobWork;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes lines of a log beside the file that is wanted, and moves them into its place once all are there. */
final class LogExport implements JobWork {

    private static final int BUFFER = 1 << 16;

    private final LogDocument document;
    private final LinesWanted wanted;
    private final Path file;
    private final Runnable ended;

    LogExport(LogDocument document, LinesWanted wanted, Path file, Runnable ended) {
        this.document = document;
        this.wanted = wanted;
        this.file = file;
        this.ended = ended;
    }

    @Override
    public String run(JobProgress progress) throws InterruptedException {
        if (wanted.isAll()) {
            return write(document, document.state().bytes(), progress);
        }
        try (FilteredLines lines = document.filtered(wanted.filter(), wanted.hidden())) {
            await(lines, progress);
            return write(lines, null, progress);
        }
    }

    private void await(FilteredLines lines, JobProgress progress) throws InterruptedException {
        Semaphore changed = new Semaphore(0);
        try (LogDocument.Registration ignored = document.onChange(changed::release)) {
            while (!lines.isComplete() && lines.failure() == null) {
                progress.report(Math.round(lines.progress() * 100), 100L, "Filtering");
                // A second: should a change go by untold, it is looked at all the same.
                changed.tryAcquire(1, TimeUnit.SECONDS);
                changed.drainPermits();
            }
        }
        AppException failure = lines.failure();
        if (failure != null) {
            throw failure;
        }
    }

    private String write(LogRows rows, @Nullable Long total, JobProgress progress) throws InterruptedException {
        Path partial = file.resolveSibling(
                file.getFileName() + "." + UUID.randomUUID().toString().substring(0, 8) + ".part");
        try {
            long lines;
            try (OutputStream out = new Told(
                    new BufferedOutputStream(
                            Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            BUFFER),
                    progress,
                    total)) {
                lines = document.copy(rows, out);
            }
            move(partial);
            return "%,d lines are in %s.".formatted(lines, file.getFileName());
        } catch (InterruptedIOException e) {
            throw (InterruptedException) new InterruptedException("Cancelled").initCause(e);
        } catch (IOException e) {
            throw HostFailures.ofFile(file.toString(), e);
        } finally {
            forget(partial);
        }
    }

    private void move(Path partial) throws IOException {
        try {
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void forget(Path partial) {
        try {
            Files.deleteIfExists(partial);
        } catch (IOException e) {
            throw HostFailures.ofFile(partial.toString(), e);
        }
    }

    @Override
    public void ended() {
        ended.run();
    }

    /** Tells how much was written, and ends the writing when the job was cancelled. */
    private static final class Told extends FilterOutputStream {

        private static final long STEP = 1 << 20;

        private final JobProgress progress;
        private final @Nullable Long total;
        private long written;
        private long told;

        Told(OutputStream out, JobProgress progress, @Nullable Long total) {
            super(out);
            this.progress = progress;
            this.total = total;
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            out.write(data, offset, length);
            written += length;
            if (written - told >= STEP) {
                told = written;
                if (progress.isCancelled()) {
                    throw new InterruptedIOException("Cancelled");
                }
                progress.report(written, total, "Writing");
            }
        }
    }
}
