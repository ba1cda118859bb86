package dev.wheelhouse.core.platform.settings;

/**
 * What one created key may take of the console at once; the window and the local token are not bound by it.
 *
 * @param streams of events, 1 to 240
 * @param runningScripts jobs with scripts, 1 to 64
 * @param queuedScripts that wait for these, 0 to 1000
 * @param poolPercent of a connection's sessions, 1 to 100; at least one session
 */
public record Shares(int streams, int runningScripts, int queuedScripts, int poolPercent) {

    public static final Shares DEFAULTS = new Shares(16, 4, 20, 50);

    public Shares {
        streams = Math.clamp(streams, 1, 240);
        runningScripts = Math.clamp(runningScripts, 1, 64);
        queuedScripts = Math.clamp(queuedScripts, 0, 1000);
        poolPercent = Math.clamp(poolPercent, 1, 100);
    }
}
