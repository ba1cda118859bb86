package dev.wheelhouse.core.metrics.collect;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Called with the outcome of every reading, on the thread of that server's watch; decides what follows from it. */
public interface Reachability {

    /** @param bootedAt when the machine started, by its own clock; null when unknown */
    void answered(String serverId, @Nullable Instant bootedAt);

    /** @param reason one sentence for people, without secrets */
    void failed(String serverId, String reason);
}
