package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.LogFilter;
import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A document over a file of this machine. Thread-safe. */
public final class FileDocument implements LogDocument {

    private static final System.Logger LOG = System.getLogger(FileDocument.class.getName());
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int MOST_ROWS = 1000;

    private final String name;
    private final Path path;
    private final Workers workers;
    private final DocumentOrigin origin;
    private final LineDecoder decoder;
    private final FileWatch watch;
    private final ChangeListeners listeners;
    private final Signal growth = new Signal();
    private final Signal wake = new Signal();
    private final Set<FilterPass> filters = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable LevelPass> levels = new AtomicReference<>();
    private volatile Content content;
    private volatile String notice = "";
    private volatile boolean closed;

    private FileDocument(
            String name, Path path, LineFormat format, DocumentOrigin origin, LineTimes times, Workers workers)
            throws IOException {
        this.name = name;
        this.path = path;
        this.workers = workers;
        this.origin = origin;
        this.watch = new FileWatch(path, !origin.equals(DocumentOrigin.FILE));
        this.decoder = new LineDecoder(format, times.until(() -> Optional.of(watch.modifiedAt())));
        this.listeners = new ChangeListeners(workers);
        this.content = new Content(1, DocumentBytes.open(path), new LineIndex());
        watch.opened(content.bytes());
    }

    /**
     * Opens a file and begins to count it.
     *
     * @param origin {@link DocumentOrigin#FILE}, or who writes the file alone: another file in its place is then the same log
     *     anew
     * @throws AppException {@code not_found}, {@code state_invalid} for a file that cannot be read
     */
    public static FileDocument open(
            String name, Path path, LineFormat format, DocumentOrigin origin, LineTimes times, Workers workers) {
        try {
            FileDocument document = new FileDocument(name, path, format, origin, times, workers);
            workers.start(document::run);
            return document;
        } catch (IOException e) {
            throw HostFailures.ofFile(path.toString(), e);
        }
    }

    private void run() {
        try {
            while (!closed) {
                long seen = wake.count();
                check();
                index();
                wake.await(seen, INTERVAL);
            }
        } catch (InterruptedException _) {
            // The console stops.
        } catch (IOException e) {
            if (!closed) {
                LOG.log(System.Logger.Level.DEBUG, "A log can no longer be read", e);
                tell("The file can no longer be read: " + e.getMessage() + ".");
            }
        } finally {
            closeBytes(content);
        }
    }

    private void check() throws IOException {
        Content now = content;
        switch (watch.check(now.bytes())) {
            case SAME -> {}
            case GROWN -> grown();
            case TRUNCATED -> restart("The file was truncated; what is shown begins anew.");
            case REPLACED -> restart("");
            case ROTATED -> {
                tell("The file was rotated; what follows is in a new one.");
                grown();
            }
            case DELETED -> tell("The file was deleted; what it had is still shown.");
        }
    }

    private void grown() {
        growth.give();
        changed();
    }

    private void restart(String why) throws IOException {
        Content old = content;
        Content fresh;
        try {
            fresh = new Content(old.generation() + 1, DocumentBytes.open(path), new LineIndex());
            watch.opened(fresh.bytes());
        } catch (FileNotFoundException | NoSuchFileException _) {
            // Between the two files of a replacement; the next check opens it.
            return;
        }
        content = fresh;
        closeBytes(old);
        if (!why.isEmpty()) {
            tell(why);
        }
        grown();
    }

    private void closeBytes(Content old) {
        try {
            old.bytes().close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "Closing a log failed", e);
        }
    }

    private void tell(String text) {
        if (!notice.equals(text)) {
            notice = text;
            changed();
        }
    }

    private void index() throws IOException {
        Content now = content;
        long at = now.index().bytes();
        byte[] chunk = new byte[Math.clamp(now.bytes().length() - at, LineChunks.SMALLEST, LineChunks.SIZE)];
        int chunks = 0;
        while (!closed && at < now.bytes().length()) {
            int read = now.bytes()
                    .scan(at, chunk, (int) Math.min(chunk.length, now.bytes().length() - at));
            if (read == 0) {
                break;
            }
            now.index().add(chunk, read);
            at += read;
            changed();
            Turn.offer();
            if (++chunks % 800 == 0) {
                check();
                if (content.generation() != now.generation()) {
                    return;
                }
            }
        }
    }

    Content content() {
        return content;
    }

    Signal growth() {
        return growth;
    }

    void changed() {
        listeners.changed();
    }

    void forget(FilterPass filter) {
        filters.remove(filter);
    }

    /** Reads on at once, and notifies the listeners that the origin has changed. */
    public void look() {
        wake.give();
        changed();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DocumentState state() {
        Content now = content;
        long bytes = now.bytes().length();
        String told = origin.notice();
        return new DocumentState(
                now.generation(),
                now.lines(),
                now.isCounted(),
                bytes,
                bytes == 0 ? 1 : Math.min(1, (double) now.index().bytes() / bytes),
                origin.isFromStart(),
                origin.isLoading(),
                told.isEmpty() ? notice : told);
    }

    @Override
    public Registration onChange(Runnable listener) {
        return listeners.add(listener);
    }

    @Override
    public long count() {
        return closed ? 0 : content.lines();
    }

    @Override
    public boolean isComplete() {
        return content.isCounted();
    }

    @Override
    public List<DocumentLine> rows(long first, int count) {
        return read(List.of(), now -> {
            if (first < 0 || first >= now.lines()) {
                return List.of();
            }
            long start = RawLines.startOf(now, first);
            return decoder.decode(now, RawLines.from(now, start, limited(count)));
        });
    }

    /** Lines that need not follow each other. */
    List<DocumentLine> linesOf(long[] numbers) {
        return read(List.of(), now -> {
            List<DocumentLine> lines = new ArrayList<>();
            for (int i = 0; i < numbers.length; ) {
                int together = 1;
                while (i + together < numbers.length && numbers[i + together] == numbers[i] + together) {
                    together++;
                }
                if (numbers[i] > now.index().breaks()) {
                    break;
                }
                long start = RawLines.startOf(now, numbers[i]);
                lines.addAll(decoder.decode(now, RawLines.from(now, start, together)));
                i += together;
            }
            return lines;
        });
    }

    @Override
    public long rowOf(long number) {
        return Math.clamp(number, 0, count());
    }

    @Override
    public List<DocumentLine> last(int count) {
        return before(Long.MAX_VALUE, count);
    }

    @Override
    public List<DocumentLine> before(long offset, int count) {
        return read(List.of(), now -> decoder.decode(now, RawLines.before(now, offset, limited(count))));
    }

    @Override
    public List<DocumentLine> from(long offset, int count) {
        return read(List.of(), now -> decoder.decode(now, RawLines.from(now, offset, limited(count))));
    }

    private static int limited(int count) {
        return Math.clamp(count, 0, MOST_ROWS);
    }

    @Override
    public String wholeText(DocumentLine line) {
        return read("", now -> {
            byte[] bytes = new byte[(int) Math.min(line.length(), LONGEST_WHOLE)];
            int read = now.bytes().read(line.offset(), bytes, bytes.length);
            return decoder.whole(bytes, read);
        });
    }

    @Override
    public FilteredLines filtered(LogFilter filter, Set<String> hidden) {
        FilterPass pass = new FilterPass(this, LineFilter.of(filter), decoder.format(), hidden);
        filters.add(pass);
        workers.start(pass::run);
        if (closed) {
            pass.close();
        }
        return pass;
    }

    @Override
    public LevelCounts counts() {
        LevelPass counting = levels.get();
        if (counting == null) {
            LevelPass fresh = new LevelPass(this, decoder.format());
            if (levels.compareAndSet(null, fresh)) {
                workers.start(fresh::run);
            }
            counting = fresh;
        }
        return counting.counts();
    }

    @Override
    public Optional<DocumentLine> findFrom(long offset, LogPattern pattern) {
        LineFilter filter = LineFilter.of(pattern);
        return read(Optional.empty(), now -> lineAt(now, search(now, filter).next(offset)));
    }

    @Override
    public Optional<DocumentLine> findBefore(long offset, LogPattern pattern) {
        LineFilter filter = LineFilter.of(pattern);
        return read(Optional.empty(), now -> lineAt(now, search(now, filter).last(offset)));
    }

    private PatternSearch search(Content now, LineFilter filter) {
        return new PatternSearch(now, decoder.format(), filter, this::isStopped);
    }

    private boolean isStopped() {
        return closed || Thread.currentThread().isInterrupted();
    }

    private Optional<DocumentLine> lineAt(Content now, long offset) throws IOException {
        if (offset < 0) {
            return Optional.empty();
        }
        return decoder.decode(now, RawLines.from(now, offset, 1)).stream().findFirst();
    }

    @Override
    public Optional<DocumentLine> lineAt(Instant time) {
        return read(Optional.empty(), now -> {
            OptionalLong offset = new TimeSearch(now, decoder).find(time);
            return offset.isEmpty() ? Optional.empty() : lineAt(now, offset.getAsLong());
        });
    }

    @Override
    public Optional<LineSpan> span(long number) {
        return read(
                Optional.empty(),
                now -> number < 0 || number >= now.lines()
                        ? Optional.empty()
                        : Spans.around(now, decoder.format(), number));
    }

    @Override
    public long copy(LogRows rows, OutputStream to) throws IOException {
        return new DocumentCopy(content, decoder.format(), this::isStopped).copy(rows, to);
    }

    @Override
    public void loadEverything() {
        origin.loadEverything();
    }

    @FunctionalInterface
    private interface Reading<T> {
        T from(Content now) throws IOException;
    }

    private <T> T read(T whenClosed, Reading<T> reading) {
        while (true) {
            Content now = content;
            if (closed) {
                return whenClosed;
            }
            try {
                return reading.from(now);
            } catch (IOException e) {
                if (!closed && now.generation() == content.generation()) {
                    throw HostFailures.ofFile(path.toString(), e);
                }
                // What was read was closed under the reading: the lines are other ones now.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        filters.forEach(FilterPass::close);
        LevelPass counting = levels.get();
        if (counting != null) {
            counting.close();
        }
        growth.give();
        wake.give();
        origin.close();
    }
}
