package dev.wheelhouse.core.databases.export;

import dev.wheelhouse.core.databases.connections.ConnectionService;
import dev.wheelhouse.core.databases.query.ConfirmationNeeded;
import dev.wheelhouse.core.databases.sessions.Execution;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.home.PartialFile;
import dev.wheelhouse.core.platform.home.UnfinishedFiles;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobFiles;
import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.JobScopes;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.job.JobStatus;
import dev.wheelhouse.core.platform.job.JobTelling;
import dev.wheelhouse.core.platform.job.JobWork;
import dev.wheelhouse.core.platform.store.Transaction;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Exports into files, as jobs: one that somebody chose on this machine, or one that is kept with the job. A file stands under a name of its own until it is complete, so that nobody
 * takes half of it for the whole; what is not completed is removed, by the next start at the latest. Thread-safe.
 */
public final class FileExports {

    private static final Pattern PLAIN = Pattern.compile("[^A-Za-z0-9_-]");

    private final ConnectionService connections;
    private final ExportService exports;
    private final JobService jobs;
    private final JobFiles files;
    private final Home home;
    private final UnfinishedFiles unfinished;

    public FileExports(
            ConnectionService connections, ExportService exports, JobService jobs, JobFiles files, Home home) {
        this.connections = connections;
        this.exports = exports;
        this.jobs = jobs;
        this.files = files;
        this.home = home;
        this.unfinished = new UnfinishedFiles(home);
        unfinished.clear();
    }

    /**
     * Starts to write a file. The job's progress counts rows; its message names rows and bytes.
     *
     * @param target replaced when it is there, once the export is complete
     * @param asked gets the question when the statement was caught writing; the job then fails, and the export starts
     *     anew once somebody confirmed it. On a thread of the job
     * @throws AppException {@code not_found}, {@code insufficient_scope}; {@code validation_failed} for a target that is
     *     no file or lies where none can be made. Whatever goes wrong later fails the job.
     */
    public Job start(
            Caller caller,
            String connectionId,
            ExportRequest request,
            Path target,
            Consumer<ConfirmationNeeded> asked) {
        String id =
                connections.forUse(caller, connectionId, Scope.DATABASES_QUERY).id();
        Path file = checked(target);
        return jobs.start(
                caller,
                "export",
                id,
                JobScopes.STATEMENTS,
                progress -> new JobTelling(progress)
                        .tell(
                                "Export into " + file,
                                () -> asking(asked, () -> writeInto(caller, id, request, file, progress))));
    }

    /**
     * Starts to write a file that is kept with the job, for the caller and for holders of {@code databases:admin}. The
     * job's result has {@code rows}, {@code bytes} and {@code name}.
     *
     * @throws AppException {@code not_found}, {@code insufficient_scope}, {@code storage_full}. Whatever goes wrong later
     *     fails the job.
     * @see JobFiles#find
     */
    public Job startKept(Caller caller, String connectionId, ExportRequest request) {
        String id =
                connections.forUse(caller, connectionId, Scope.DATABASES_QUERY).id();
        String name = (request.table() == null
                        ? "export"
                        : PLAIN.matcher(request.table()).replaceAll("_")) + "."
                + request.format().wireName();
        JobFiles.Making file =
                files.make(caller, Scope.DATABASES_ADMIN, name, request.format().mediaType());
        try {
            return jobs.start(
                    caller, "export", id, JobScopes.STATEMENTS, new KeptExport(caller, id, request, file, name));
        } catch (RuntimeException e) {
            file.over();
            throw e;
        }
    }

    private final class KeptExport implements JobWork {
        private final Caller caller;
        private final String connectionId;
        private final ExportRequest request;
        private final JobFiles.Making file;
        private final String name;

        KeptExport(Caller caller, String connectionId, ExportRequest request, JobFiles.Making file, String name) {
            this.caller = caller;
            this.connectionId = connectionId;
            this.request = request;
            this.file = file;
            this.name = name;
        }

        @Override
        public String run(JobProgress progress) {
            return new JobTelling(progress).tell("Export into " + name, () -> asking(_ -> {}, () -> write(progress)));
        }

        private String write(JobProgress progress) {
            try {
                Sink written =
                        FileExports.this.write(caller, connectionId, request, file.file(), file::written, progress);
                progress.result(Map.of("rows", written.rows, "bytes", written.file.bytes(), "name", name));
                return written.words() + " in " + name;
            } catch (JobFiles.NoRoomException e) {
                throw new AppException(PlatformError.STORAGE_FULL, String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                throw unwritable(home.directory().resolve(name), e);
            }
        }

        @Override
        public void keepEnd(Transaction tx, Job end) {
            if (end.status() == JobStatus.SUCCEEDED) {
                file.keep(tx, end.id());
            }
        }

        @Override
        public void over() {
            file.over();
        }
    }

    private static String asking(Consumer<ConfirmationNeeded> asked, Supplier<String> work) {
        try {
            return work.get();
        } catch (AppException e) {
            if (!(e.details() instanceof ConfirmationNeeded needed)) {
                throw e;
            }
            asked.accept(needed);
            throw new AppException(
                    e.errorCode(),
                    "The statement reads by its text, but tried to change something, which has to be confirmed first."
                            + " Nothing was changed, and no file was left.",
                    needed,
                    e);
        }
    }

    private Path checked(Path target) {
        Path absolute = target.toAbsolutePath();
        if (home.contains(absolute)) {
            throw AppException.invalid("target", "The console's own home takes no exports. Choose another folder.");
        }
        try {
            // A link stays, and what it leads to is replaced.
            Path file = Files.exists(absolute) ? absolute.toRealPath() : absolute;
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw AppException.invalid("target", target + " is no file. Choose another name.");
            }
            Path folder = file.getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw AppException.invalid("target", "The folder of " + target + " is not there. Make it first.");
            }
            return file;
        } catch (IOException e) {
            throw AppException.invalid("target", target + " cannot be read (" + words(e) + "). Choose another name.");
        }
    }

    private String writeInto(
            Caller caller, String connectionId, ExportRequest request, Path target, JobProgress progress) {
        try {
            PartialFile file = new PartialFile(target, unfinished);
            return write(caller, connectionId, request, file, _ -> {}, progress).words() + " in " + target;
        } catch (IOException e) {
            throw unwritable(target, e);
        }
    }

    /** Writes the whole file, or leaves none. */
    private Sink write(
            Caller caller,
            String connectionId,
            ExportRequest request,
            PartialFile made,
            PartialFile.Watch watch,
            JobProgress progress)
            throws IOException {
        try (PartialFile file = made) {
            Sink sink = new Sink(file, watch, progress);
            sink.rows = exports.export(
                    caller, connectionId, request, sink, (Execution call) -> progress.onCancel(call::cancel));
            if (progress.isCancelled()) {
                throw new AppException(PlatformError.CANCELLED, "The export was cancelled; no file was left.");
            }
            file.complete();
            return sink;
        } catch (UncheckedIOException e) {
            IOException cause = e.getCause();
            throw cause == null ? new IOException(e) : cause;
        }
    }

    private static AppException unwritable(Path target, IOException cause) {
        // A full disk is reported in words only.
        boolean full = String.valueOf(cause.getMessage()).contains("No space left")
                || String.valueOf(cause.getMessage()).contains("not enough space")
                || String.valueOf(cause.getMessage()).contains("Disk quota exceeded");
        return full
                ? new AppException(
                        PlatformError.STORAGE_FULL,
                        "The disk of " + target.getParent() + " is full. No file was left there; free some room and"
                                + " export again.",
                        cause)
                : new AppException(
                        PlatformError.BAD_REQUEST,
                        target + " cannot be written (" + words(cause) + "). No file was left there.",
                        cause);
    }

    /** What the system says, since its messages often are the path alone. */
    private static String words(IOException cause) {
        return cause.getClass().getSimpleName();
    }

    /** Counts on the writing thread. */
    private static final class Sink implements ExportSink {

        private static final long FIRST_TOLD = 4L << 20;

        private final PartialFile file;
        private final PartialFile.Watch watch;
        private final JobProgress progress;
        private long rows;
        private long nextTold = FIRST_TOLD;
        private @Nullable OutputStream out;

        Sink(PartialFile file, PartialFile.Watch watch, JobProgress progress) {
            this.file = file;
            this.watch = watch;
            this.progress = progress;
        }

        @Override
        public OutputStream open() throws IOException {
            OutputStream opened = file.open(this::told);
            out = opened;
            return opened;
        }

        @Override
        public void rowsWritten(long soFar) {
            rows = soFar;
            // Before the first bytes: the reader of a slow result sees its rows.
            if (out == null) {
                progress.report(rows, null, words(rows, 0));
            }
        }

        private void told(long bytes) throws IOException {
            if (progress.isCancelled()) {
                throw new IOException("The export was cancelled");
            }
            watch.written(bytes);
            progress.report(rows, null, words(rows, bytes));
            if (bytes >= nextTold) {
                // A few lines in the log, however long it gets.
                nextTold = bytes * 2;
                progress.log(words(rows, bytes) + " so far");
            }
        }

        String words() {
            return words(rows, file.bytes());
        }

        private static String words(long rows, long bytes) {
            return String.format(Locale.ROOT, rows == 1 ? "%,d row, %s" : "%,d rows, %s", rows, size(bytes));
        }

        private static String size(long bytes) {
            if (bytes < 1024) {
                return bytes + " bytes";
            }
            return bytes < 1 << 20
                    ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0)
                    : String.format(Locale.ROOT, "%,.1f MiB", bytes / (double) (1 << 20));
        }
    }
}
