package dev.wheelhouse.core.metrics.collect;

/** Is told whether servers answer. Called by the thread of that server's watch. */
public interface Reachability {

    /** Called once when a server answers for the first time, and again when it does after it did not. */
    void reachable(String serverId);

    /**
     * Called once a server failed to answer twice in a row.
     *
     * @param reason one sentence for people, without secrets
     */
    void unreachable(String serverId, String reason);
}
