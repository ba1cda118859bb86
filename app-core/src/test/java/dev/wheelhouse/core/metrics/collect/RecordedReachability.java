package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What a watch told of servers that answer or do not, in order; repetitions are left out. */
final class RecordedReachability implements Reachability {

    volatile boolean stateIsAway;
    final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    public void answered(String serverId, @Nullable Instant bootedAt) {
        tell("answered");
    }

    @Override
    public void failed(String serverId, String reason) {
        tell("failed: " + reason);
    }

    private void tell(String what) {
        if (stateIsAway) {
            throw new AppException(PlatformError.STORE_UNAVAILABLE, "The state cannot be written.");
        }
        if (told.isEmpty() || !told.getLast().equals(what)) {
            told.add(what);
        }
    }
}
