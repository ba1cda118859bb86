package dev.wheelhouse.core.apps.process;

import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.file.FileLogSource;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.merge.MergedSource;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The log of one app: the files of its two streams, put together by time. Where they lie is asked once, at the first use.
 * An app that never ran has an empty log. Thread-safe.
 */
final class ProcessLog implements LogSource {

    /** What a log is read with. */
    record Reading(Workers workers, LineTimes times) {}

    private static final int ROTATED = 7;

    private final String name;
    private final Supplier<Host> host;
    private final Function<Boolean, String> place;
    private final Reading reading;
    private volatile @Nullable LogSource known;

    /** @param place returns the app's directory on the server; called with true to create it when absent */
    ProcessLog(String name, Supplier<Host> host, Function<Boolean, String> place, Reading reading) {
        this.name = name;
        this.host = host;
        this.place = place;
        this.reading = reading;
    }

    @Override
    public String name() {
        return name;
    }

    private LogSource files(boolean make) {
        LogSource source = known;
        if (source == null || make) {
            String directory = place.apply(make);
            source = MergedSource.ofParts(
                    name,
                    List.of(
                            stream(directory, LogStream.STDOUT, "stdout"),
                            stream(directory, LogStream.STDERR, "stderr")),
                    reading.workers(),
                    reading.times());
            known = source;
        }
        return source;
    }

    private NamedSource stream(String directory, LogStream stream, String file) {
        FileLogSource.Origin origin = new FileLogSource.Origin(
                name, host, directory + "/" + file + ".log", ROTATED, LineFormat.CRI, reading.times(), stream);
        return new NamedSource(file, new FileLogSource(origin, reading.workers()));
    }

    @Override
    public LogPage tail(int lines, long mostBytes) {
        return orEmpty(() -> files(false).tail(lines, mostBytes));
    }

    @Override
    public LogPage search(LogSearch search) {
        return orEmpty(() -> files(false).search(search));
    }

    private static LogPage orEmpty(Supplier<LogPage> read) {
        try {
            return read.get();
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.NOT_FOUND) {
                return new LogPage(List.of(), null, false);
            }
            throw e;
        }
    }

    @Override
    public LogFollowing follow(@Nullable LogPosition after) {
        return files(true).follow(after);
    }
}
