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
        List<HostFile> all = files.all();
        Start start = after == null ? begin(all, search.from()) : resolve(all, FilePlace.of(after));
        LogPosition end = after;
        for (int i = start.file(); i < all.size(); i++) {
            HostFile file = all.get(i);
            long offset = i == start.file() ? start.offset() : 0;
            byte[] first = files.firstBytes(file.path());
            FilePlace.Mark mark = FilePlace.Mark.of(first, first.length);
            LineSplitter splitter = new LineSplitter(mark, offset, origin.format(), origin.times());
            boolean isWhole = stream(file, offset, splitter, search, filter);
            if (mark.length() > 0) {
                end = splitter.place().toPosition();
            }
            if (!isWhole) {
                return new LogPage(found, end, !isOver);
            }
        }
        return new LogPage(found, end, false);
    }

    /** @param file its index among all */
    private record Start(int file, long offset) {}

    private Start begin(List<HostFile> all, @Nullable Instant from) {
        return from == null ? new Start(0, 0) : new TimePlaces(origin, files).find(all, from, Start::new);
    }

    private Start resolve(List<HostFile> all, FilePlace place) {
        for (int i = all.size() - 1; i >= 0; i--) {
            HostFile file = all.get(i);
            if (file.size() >= place.offset() && place.mark().isOf(files.firstBytes(file.path()))) {
                return new Start(i, place.offset());
            }
        }
        return new Start(0, 0);
    }

    /** @return false when it was not read to its end */
    private boolean stream(HostFile file, long offset, LineSplitter splitter, LogSearch search, LineFilter.Run filter) {
        byte[] buffer = new byte[256 << 10];
        try (InputStream stream = files.host().read(file.path(), offset)) {
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
        } catch (IOException e) {
            throw HostFailures.ofFile(file.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "The search was cancelled.", ErrorDetails.NONE, e);
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
