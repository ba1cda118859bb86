package dev.wheelhouse.core.metrics.collect;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a watch told of servers that answer or do not, in order. */
final class RecordedReachability implements Reachability {

    final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    public void reachable(String serverId) {
        told.add("reachable");
    }

    @Override
    public void unreachable(String serverId, String reason) {
        told.add("unreachable: " + reason);
    }
}
