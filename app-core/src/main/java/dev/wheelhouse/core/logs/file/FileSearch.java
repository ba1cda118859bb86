package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorDetails;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.HostFailures;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads on from a place or a time, at most so many bytes at one call. */
final class FileSearch {

    private static final long MOST_BYTES = 64L << 20;

    /** Lines are not quite in order of their times; behind the bound it is read on for a little. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    private final FileLogSource.Origin origin;
    private final FileSet files;
    private final LogSearch search;
    private final LineFilter.Run filter;
    private final List<PlacedLine> found = new ArrayList<>();
    private long bytes;
    private @Nullable Instant latest;
    private boolean isOver;

    FileSearch(FileLogSource.Origin origin, LogSearch search) {
        this.origin = origin;
        this.files = origin.files();
        this.search = search;
        this.filter = LineFilter.of(search.filter()).start();
    }

    LogPage read() {
        LogPosition after = search.after();
        try {
            FileSet.Start start = after == null ? begin(search.from()) : resolve(FilePlace.of(after));
            return start == null ? new LogPage(found, after, false) : read(start);
        } catch (IOException e) {
            throw HostFailures.ofFile(files.path(), e);
        }
    }

    private LogPage read(FileSet.Start start) throws IOException {
        FileSet.Start at = start;
        for (int moved = 0; ; ) {
            int number = at.number();
            LineSplitter splitter = new LineSplitter(at.place(), origin, () -> files.file(number));
            boolean isWhole;
            try {
                isWhole = stream(at, splitter);
            } catch (FileMovedException e) {
                if (++moved == FileSet.TRIES) {
                    throw e;
                }
                at = again(at.place());
                continue;
            }
            LogPosition end = splitter.place().toPosition();
            if (!isWhole) {
                return new LogPage(found, end, !isOver);
            }
            FileSet.Start next = files.next(splitter.place());
            if (next == null || found.size() >= search.limit()) {
                return new LogPage(found, end, next != null);
            }
            at = next;
        }
    }

    /** The same place under the name that its file has now; where that is gone, the oldest that is left. */
    private FileSet.Start again(FilePlace place) throws FileMovedException {
        FileSet.Start now = files.find(place);
        FileSet.Start start = now == null ? files.beginning() : now;
        if (start == null) {
            throw new FileMovedException(files.path());
        }
        return start;
    }

    /** Null where there is no line. */
    private FileSet.@Nullable Start begin(@Nullable Instant from) throws FileMovedException {
        if (from == null) {
            files.all();
            return files.beginning();
        }
        return files.unmoved(all -> new TimePlaces(origin, files).find(all, from));
    }

    private FileSet.@Nullable Start resolve(FilePlace place) {
        files.all();
        if (place.mark().length() == 0) {
            // The file that was empty then.
            return files.youngerThan(1);
        }
        FileSet.Start now = files.find(place);
        return now == null ? files.beginning() : now;
    }

    /** @return false when it was not read to its end */
    private boolean stream(FileSet.Start at, LineSplitter splitter) throws FileMovedException {
        byte[] buffer = new byte[256 << 10];
        try (InputStream stream = files.open(at)) {
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                bytes += read;
                if (!splitter.add(buffer, 0, read, this::take) || bytes > MOST_BYTES) {
                    return false;
                }
            }
            splitter.finish(this::take);
            return true;
        } catch (FileMovedException e) {
            throw e;
        } catch (IOException e) {
            throw HostFailures.ofFile(files.path(at.number()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The search was cancelled.", ErrorDetails.NONE, e);
        }
    }

    private boolean take(PlacedLine line) {
        Instant time = line.line().time();
        latest = time == null ? latest : time;
        boolean passes = filter.test(line.line().text());
        Instant from = search.from();
        Instant to = search.to();
        if (latest != null) {
            passes &= from == null || !latest.isBefore(from);
            passes &= to == null || latest.isBefore(to);
            isOver = to != null && latest.isAfter(to.plus(DISORDER));
        }
        if (passes) {
            found.add(line);
        }
        return !isOver && found.size() < search.limit();
    }
}
