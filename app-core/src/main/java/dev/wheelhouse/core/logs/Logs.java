package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.spool.LogDocuments;
import dev.wheelhouse.core.logs.spool.UnpackedLogs;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.servers.Servers;
import java.time.Clock;
import java.time.ZoneId;

/** The feature as the composition root and both faces see it. */
public final class Logs implements AutoCloseable {

    private final LogDocuments documents;
    private final LogService service;

    /**
     * Makes the feature; deletes what documents of an earlier run left.
     *
     * @param zone of this machine, for times in its logs that say none
     */
    public Logs(Home home, Servers servers, Workers workers, Clock clock, ZoneId zone) {
        documents = new LogDocuments(home.file("spool"), LogDocuments.MOST_BYTES, new LineTimes(zone, clock), workers);
        UnpackedLogs unpacked = new UnpackedLogs(documents, LogDocuments.MOST_BYTES);
        service = new LogService(home, servers, workers, clock, zone, documents, unpacked);
        documents.start();
    }

    public LogService service() {
        return service;
    }

    /** Closes every document. */
    @Override
    public void close() {
        documents.close();
    }
}
