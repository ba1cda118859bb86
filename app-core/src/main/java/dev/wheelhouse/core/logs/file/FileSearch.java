package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineFilter;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.host.HostFile;
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
    private final List<PlacedLine> found = new ArrayList<>();
    private long bytes;
    private @Nullable Instant latest;
    private boolean isOver;

    FileSearch(FileLogSource.Origin origin, FileSet files) {
        this.origin = origin;
        this.files = files;
    }

    LogPage read(LogSearch search) {
        LineFilter.Run filter = LineFilter.of(search.filter()).start();
        LogPosition after = search.after();
        try {
            Start start = after == null ? begin(search.from()) : resolve(FilePlace.of(after));
            return start == null ? new LogPage(found, after, false) : read(search, filter, start);
        } catch (IOException e) {
            throw HostFailures.ofFile(files.path(), e);
        }
    }

    private LogPage read(LogSearch search, LineFilter.Run filter, Start start) throws IOException {
        Start at = start;
        LogPosition end = search.after();
        for (int moved = 0; ; ) {
            FilePlace.Mark mark = at.file().mark();
            LineSplitter splitter = new LineSplitter(mark, at.offset(), origin);
            boolean isWhole;
            try {
                isWhole = stream(at, splitter, search, filter);
            } catch (FileMovedException e) {
                if (++moved == FileSet.TRIES) {
                    throw e;
                }
                at = again(at);
                continue;
            }
            end = splitter.place().toPosition();
            if (!isWhole) {
                return new LogPage(found, end, !isOver);
            }
            FileSet.Known next = files.next(splitter.place());
            if (next == null || found.size() >= search.limit()) {
                return new LogPage(found, end, next != null);
            }
            at = new Start(next, 0);
        }
    }

    private record Start(FileSet.Known file, long offset) {}

    /** The same under the name that it has now; where it is gone, the oldest that is left. */
    private Start again(Start before) throws FileMovedException {
        int number = files.numberOf(new FilePlace(before.file().mark(), before.offset()));
        if (number >= 0) {
            return new Start(new FileSet.Known(number, before.file().mark()), before.offset());
        }
        FileSet.Known oldest = files.youngerThan(files.rotated() + 1);
        if (oldest == null) {
            throw new FileMovedException(files.path());
        }
        return new Start(oldest, 0);
    }

    /** Null where there is no line. */
    private @Nullable Start begin(@Nullable Instant from) throws FileMovedException {
        if (from == null) {
            files.all();
            return startOf(files.youngerThan(files.rotated() + 1));
        }
        for (int i = 0; i < FileSet.TRIES; i++) {
            FileSet.Names names = files.names();
            try {
                Start start = begin(names.files(), from);
                if (files.isStill(names)) {
                    return start;
                }
            } catch (AppException e) {
                if (e.kind() != ErrorKind.NOT_FOUND) {
                    throw e;
                }
            }
        }
        throw new FileMovedException(files.path());
    }

    /** @param index among all files */
    private record Found(int index, long offset) {}

    private @Nullable Start begin(List<HostFile> all, Instant from) {
        Found place = new TimePlaces(origin, files).find(all, from, Found::new);
        String path = all.get(place.index()).path();
        int number = path.equals(files.path())
                ? 0
                : Integer.parseInt(path.substring(files.path().length() + 1));
        byte[] first = files.firstBytesOf(number);
        return first.length == 0
                ? startOf(files.youngerThan(number))
                : new Start(new FileSet.Known(number, FilePlace.Mark.of(first, first.length)), place.offset());
    }

    private static @Nullable Start startOf(FileSet.@Nullable Known file) {
        return file == null ? null : new Start(file, 0);
    }

    private @Nullable Start resolve(FilePlace place) {
        files.all();
        if (place.mark().length() == 0) {
            // The file that was empty then.
            return startOf(files.youngerThan(1));
        }
        int number = files.numberOf(place);
        return number < 0
                ? startOf(files.youngerThan(files.rotated() + 1))
                : new Start(new FileSet.Known(number, place.mark()), place.offset());
    }

    /** @return false when it was not read to its end */
    private boolean stream(Start at, LineSplitter splitter, LogSearch search, LineFilter.Run filter)
            throws FileMovedException {
        byte[] buffer = new byte[256 << 10];
        try (InputStream stream = files.open(at.file(), at.offset())) {
            for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                bytes += read;
                if (!splitter.add(buffer, read, line -> take(line, search, filter)) || bytes > MOST_BYTES) {
                    return false;
                }
            }
            splitter.finish(line -> take(line, search, filter));
            return true;
        } catch (FileMovedException e) {
            throw e;
        } catch (IOException e) {
            throw HostFailures.ofFile(files.path(at.file().number()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The search was cancelled.", e);
        }
    }

    private boolean take(PlacedLine line, LogSearch search, LineFilter.Run filter) {
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
