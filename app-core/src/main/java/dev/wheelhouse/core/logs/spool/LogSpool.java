package dev.wheelhouse.core.logs.spool;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.document.DocumentOrigin;
import dev.wheelhouse.core.logs.document.FileDocument;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.follow.Backoff;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings a log into a file: its newest lines first, then what comes; from its oldest line on when asked to. Thread-safe.
 */
final class LogSpool implements DocumentOrigin {

    private static final System.Logger LOG = System.getLogger(LogSpool.class.getName());

    /** How many of the newest lines are fetched first. */
    static final int FIRST_LINES = 10_000;

    private static final long FIRST_BYTES = 64L << 20;
    private static final Duration LOOK = Duration.ofMillis(250);

    private final LogSource source;
    private final Path path;
    private final long mostBytes;
    private final Runnable whenClosed;
    private SpoolFile file;
    private LogPage first;
    private @Nullable FileDocument document;
    private @Nullable Thread thread;
    private volatile boolean isFromStart;
    private volatile boolean isLoadWanted;
    private volatile boolean isLoading;
    private volatile boolean closed;
    private volatile String notice = "";
    private volatile String shortened = "";

    private LogSpool(LogSource source, Path path, long mostBytes, Runnable whenClosed) throws IOException {
        this.whenClosed = whenClosed;
        this.source = source;
        this.path = path;
        this.mostBytes = mostBytes;
        this.first = source.tail(FIRST_LINES, FIRST_BYTES);
        this.file = new SpoolFile(path, mostBytes);
        file.append(first.lines());
        isFromStart = !first.hasMore();
        notice = first.notice();
    }

    /**
     * Fetches the newest lines, opens a document of them and goes on with what comes.
     *
     * @param path of a file that is not there yet
     * @param mostBytes of the file, a mebibyte at least
     * @param whenClosed called once
     * @throws AppException as {@link LogSource#tail}
     */
    static LogDocument open(
            LogSource source, Path path, long mostBytes, LineTimes times, Runnable whenClosed, Workers workers) {
        try {
            LogSpool spool = new LogSpool(source, path, mostBytes, whenClosed);
            FileDocument document = FileDocument.open(source.name(), path, LineFormat.CRI, spool, times, workers);
            spool.begin(document, workers);
            return document;
        } catch (IOException e) {
            throw HostFailures.ofFile(path.toString(), e);
        }
    }

    private void begin(FileDocument shown, Workers workers) {
        document = shown;
        workers.start(this::run);
    }

    private void run() {
        synchronized (this) {
            if (closed) {
                return;
            }
            thread = Thread.currentThread();
        }
        try {
            LogPosition after = first.end();
            first = new LogPage(List.of(), null, false);
            while (!closed) {
                after = followed(after);
                if (isLoadWanted) {
                    isLoadWanted = false;
                    after = loaded();
                }
            }
        } catch (InterruptedException _) {
            // Closed, or the console stops.
        } catch (AppException e) {
            ended(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "A log can no longer be kept in " + path, e);
            ended("The log cannot be kept in " + path + ": " + e.getMessage() + ".");
        } finally {
            finish();
        }
    }

    private void ended(String why) {
        notice = "The log has ended. " + why;
        look();
    }

    private void look() {
        FileDocument shown = document;
        if (shown != null) {
            shown.look();
        }
    }

    /** Follows until everything is wanted; answers the place that was reached. */
    private @Nullable LogPosition followed(@Nullable LogPosition from) throws IOException, InterruptedException {
        LogPosition after = from;
        try (LogFollowing following = source.follow(after)) {
            while (!closed && !isLoadWanted) {
                List<PlacedLine> lines = following.next(LOOK);
                if (!lines.isEmpty()) {
                    append(lines);
                    after = lines.getLast().after();
                }
                String told = following.notice();
                if (!told.equals(notice)) {
                    notice = told;
                    look();
                }
                if (lines.isEmpty() && following.isEnded()) {
                    notice = "The log has ended.";
                    look();
                    awaitLoadRequest();
                }
            }
        }
        return after;
    }

    private void awaitLoadRequest() throws InterruptedException {
        while (!closed && !isLoadWanted) {
            Thread.sleep(LOOK);
        }
    }

    private void append(List<PlacedLine> lines) throws IOException {
        file.append(lines);
        if (file.isShortened() && shortened.isEmpty()) {
            shortened = "Only the newest " + (mostBytes >> 20) + " MiB are kept here; older lines were left out.";
        }
        look();
    }

    /** Brings the log anew from its oldest line on; what was shown stays until that is done. */
    private @Nullable LogPosition loaded() throws IOException, InterruptedException {
        isLoading = true;
        look();
        Path fresh = path.resolveSibling(path.getFileName() + ".all");
        SpoolFile all = new SpoolFile(fresh, mostBytes);
        LogPosition after = null;
        try {
            boolean hasMore = true;
            for (int failures = 0; hasMore && !closed; ) {
                LogPage page;
                try {
                    page = source.search(new LogSearch(LogFilter.ALL, null, null, after, FIRST_LINES));
                    failures = 0;
                } catch (AppException e) {
                    if (e.kind() != ErrorKind.UNAVAILABLE) {
                        throw e;
                    }
                    notice = String.valueOf(e.getMessage());
                    look();
                    Thread.sleep(Backoff.STANDARD.after(++failures));
                    continue;
                }
                all.append(page.lines());
                after = page.end();
                hasMore = page.hasMore();
            }
            file.close();
            all.takeThePlaceOf(path);
            file = all;
            isFromStart = true;
        } finally {
            isLoading = false;
            if (file != all) {
                all.close();
                Files.deleteIfExists(fresh);
            }
            look();
        }
        return after;
    }

    private void finish() {
        synchronized (this) {
            thread = null;
        }
        if (closed) {
            delete();
        }
    }

    private synchronized void delete() {
        try {
            file.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The file " + path + " could not be deleted", e);
        }
    }

    @Override
    public String notice() {
        return notice.isEmpty() ? shortened : notice;
    }

    @Override
    public boolean isFromStart() {
        return isFromStart;
    }

    @Override
    public boolean isLoading() {
        return isLoading || isLoadWanted;
    }

    @Override
    public void loadEverything() {
        if (!isFromStart && !isLoading) {
            isLoadWanted = true;
        }
    }

    @Override
    public void close() {
        Thread reader;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            reader = thread;
        }
        whenClosed.run();
        if (reader == null) {
            delete();
        } else {
            reader.interrupt();
        }
    }
}
