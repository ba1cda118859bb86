package dev.wheelhouse.core.metrics.collect;

/** Is told how every reading went; what follows from it is decided there. Called by the thread of that server's watch. */
public interface Reachability {

    void answered(String serverId);

    /** @param reason one sentence for people, without secrets */
    void failed(String serverId, String reason);
}
