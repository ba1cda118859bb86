package dev.wheelhouse.core.metrics.collect;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What a watch told of servers that answer or do not, in order; repetitions are left out. */
final class RecordedReachability implements Reachability {

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
        if (told.isEmpty() || !told.getLast().equals(what)) {
            told.add(what);
        }
    }
}
