package dev.wheelhouse.core.logs.spool;

import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.merge.MergedSource;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.core.platform.host.HostFailures;
import dev.wheelhouse.core.platform.job.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Documents of logs that are not files of this machine. Each has a file in a directory of its own, which is emptied at the
 * start and which only the owner may read. Thread-safe.
 */
public final class LogDocuments implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LogDocuments.class.getName());

    /** How much of a log is kept. */
    public static final long MOST_BYTES = 1L << 30;

    private final Path directory;
    private final long mostBytes;
    private final LineTimes times;
    private final Workers workers;
    private final AtomicLong count = new AtomicLong();
    private final Set<LogDocument> open = ConcurrentHashMap.newKeySet();

    /** @param directory made when it is first needed */
    public LogDocuments(Path directory, long mostBytes, LineTimes times, Workers workers) {
        this.directory = directory;
        this.mostBytes = mostBytes;
        this.times = times;
        this.workers = workers;
    }

    /** Deletes what an earlier run left. */
    public void start() {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> left = Files.list(directory)) {
            for (Path each : left.toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The directory " + directory + " could not be emptied", e);
        }
    }

    /**
     * A document of a log: its newest 10,000 lines and whatever comes, at most a gibibyte of them. Blocks until those lines
     * are there. The caller closes it.
     *
     * @throws AppException as {@link LogSource#tail}; {@code storage_full}
     */
    public LogDocument open(LogSource source) {
        Path file = file(Long.toString(count.incrementAndGet()));
        // A merged log knows how to begin with one that has no line yet.
        LogSource whole = source instanceof MergedSource
                ? source
                : MergedSource.of(source.name(), List.of(new NamedSource(source.name(), source)), workers, times);
        List<LogDocument> opened = new ArrayList<>();
        LogDocument document = LogSpool.open(whole, file, mostBytes, times, () -> open.removeAll(opened), workers);
        opened.add(document);
        open.add(document);
        return document;
    }

    /** The file of a name, in the directory. @throws AppException as {@link #open} */
    Path file(String name) {
        try {
            PrivateFiles.createFolders(directory);
            return directory.resolve(name + ".log");
        } catch (IOException e) {
            throw HostFailures.ofFile(directory.toString(), e);
        }
    }

    /** Closes those that are still open. */
    @Override
    public void close() {
        List.copyOf(open).forEach(LogDocument::close);
    }
}
