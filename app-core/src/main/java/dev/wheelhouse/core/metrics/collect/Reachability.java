package dev.wheelhouse.core.metrics.collect;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Is told how every reading went; what follows from it is decided there. Called by the thread of that server's watch. */
public interface Reachability {

    /** @param bootedAt when the machine started, by its own clock; null when unknown */
    void answered(String serverId, @Nullable Instant bootedAt);

    /** @param reason one sentence for people, without secrets */
    void failed(String serverId, String reason);
}
