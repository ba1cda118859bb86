package dev.wheelhouse.core.logs;

import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.spool.LogDocuments;
import dev.wheelhouse.core.logs.spool.UnpackedLogs;

/** The feature as the composition root and both faces see it. */
public final class Logs implements AutoCloseable {

    private final LogDocuments documents;
    private final LogService service;

    private Logs(LogsConfig config) {
        LineTimes times = new LineTimes(config.zone(), config.clock());
        documents = new LogDocuments(config.home().file("spool"), LogDocuments.MOST_BYTES, times, config.workers());
        service = new LogService(config, documents, new UnpackedLogs(documents, LogDocuments.MOST_BYTES));
        documents.start();
    }

    /** Makes the feature; deletes what documents of an earlier run left. */
    public static Logs open(LogsConfig config) {
        return new Logs(config);
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
