package dev.wheelhouse.ui.logs.gateway;

import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.document.LogRows;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.PartialFile;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobWork;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes lines of a log beside the file that is wanted, and moves them into its place once all are there. */
final class LogExport implements JobWork {

    /** After how many bytes progress is reported. */
    private static final long STEP = 1 << 20;

    private final LogDocument document;
    private final LinesWanted wanted;
    private final PartialFile partial;
    private final Path file;
    private final Runnable ended;
    private long told;

    LogExport(LogDocument document, LinesWanted wanted, PartialFile partial, Path file, Runnable ended) {
        this.document = document;
        this.wanted = wanted;
        this.partial = partial;
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
        try (partial) {
            OutputStream out = partial.open(bytes -> tell(bytes, total, progress));
            long lines = document.copy(rows, out);
            partial.complete();
            return "%,d lines are in %s.".formatted(lines, file.getFileName());
        } catch (InterruptedIOException e) {
            throw (InterruptedException) new InterruptedException("Cancelled").initCause(e);
        } catch (IOException e) {
            throw HostFailures.ofFile(file.toString(), e);
        }
    }

    /** Tells how much was written, and ends the writing when the job was cancelled. */
    private void tell(long bytes, @Nullable Long total, JobProgress progress) throws IOException {
        if (bytes - told < STEP) {
            return;
        }
        told = bytes;
        if (progress.isCancelled()) {
            throw new InterruptedIOException("Cancelled");
        }
        progress.report(bytes, total, "Writing");
    }

    @Override
    public void ended() {
        ended.run();
    }
}
