package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.follow.Backoff;
import dev.wheelhouse.core.logs.follow.ReconnectingFollowing;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A log in a file of any server, with the files it was rotated to. The end of a file is read by its place, so that its size
 * does not matter; only a search reads it whole. A place names its file by its first bytes and holds when the file has been
 * renamed. Thread-safe.
 */
public final class FileLogSource implements LogSource {

    private static final Duration LOOKED_EVERY = Duration.ofMillis(250);

    private final Origin origin;
    private final Workers workers;
    private final Pace pace;

    /**
     * Which files.
     *
     * @param name as people call the log
     * @param host asked at each use, since a host ends when its server changes
     * @param path absolute
     * @param rotated how many rotated files belong to it ({@code path.1} being the youngest), 0 for only the file itself
     * @param stream of lines that do not say theirs
     */
    public record Origin(
            String name,
            Supplier<Host> host,
            String path,
            int rotated,
            LineFormat format,
            LineTimes times,
            LogStream stream) {

        /** One whose lines are of standard output unless they say otherwise. */
        public Origin(String name, Supplier<Host> host, String path, int rotated, LineFormat format, LineTimes times) {
            this(name, host, path, rotated, format, times, LogStream.STDOUT);
        }

        FileSet files() {
            return new FileSet(host.get(), path, rotated);
        }
    }

    /** How often a followed file is looked at, and the pauses after a cut. */
    record Pace(Duration interval, Backoff backoff) {}

    public FileLogSource(Origin origin, Workers workers) {
        this(origin, workers, new Pace(LOOKED_EVERY, Backoff.STANDARD));
    }

    FileLogSource(Origin origin, Workers workers, Pace pace) {
        this.origin = origin;
        this.workers = workers;
        this.pace = pace;
    }

    /** @throws AppException {@code not_found}; {@code state_invalid} for a directory, a device, a pipe, a file that is not text */
    public void check() {
        FileSet files = origin.files();
        files.firstBytes(files.all().getLast().path());
    }

    @Override
    public String name() {
        return origin.name();
    }

    @Override
    public LogPage tail(int lines, long mostBytes) {
        return new FileTail(origin).read(lines, mostBytes);
    }

    @Override
    public LogPage search(LogSearch search) {
        return new FileSearch(origin, search).read();
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        if (after != null) {
            FilePlace.of(after);
        }
        return ReconnectingFollowing.start(
                name(), after, new FileReading(origin, pace.interval()), workers, pace.backoff());
    }
}
