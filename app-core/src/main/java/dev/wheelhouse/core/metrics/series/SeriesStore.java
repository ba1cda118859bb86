package dev.wheelhouse.core.metrics.series;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The series of every server of this home, each in a directory of its own. Thread-safe. */
public final class SeriesStore implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SeriesStore.class.getName());

    private final Path directory;
    private final Clock clock;
    private final Map<String, ServerSeries> servers = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param directory made when something is measured */
    public SeriesStore(Path directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /** @param serverId an id that the console made, so that it is safe as a file name */
    public ServerSeries of(String serverId) {
        ServerSeries series = servers.computeIfAbsent(serverId, id -> new ServerSeries(directory.resolve(id), clock));
        if (closed) {
            // Whoever still asks while the console stops gets what is on disk, and keeps no file open.
            series.close();
        }
        return series;
    }

    /** Forgets a server and deletes what was measured of it. */
    public void delete(String serverId) {
        ServerSeries series = of(serverId);
        servers.remove(serverId);
        try {
            series.delete();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The metrics of " + serverId + " cannot be deleted", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        servers.values().forEach(ServerSeries::close);
        servers.clear();
    }
}
