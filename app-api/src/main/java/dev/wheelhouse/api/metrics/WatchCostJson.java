package dev.wheelhouse.api.metrics;

import dev.wheelhouse.core.metrics.collect.WatchCost;
import org.jspecify.annotations.Nullable;

/** What watching costs, on the wire; everything but {@code collected} is absent when the console does not collect. */
record WatchCostJson(
        boolean collected,
        @Nullable Long polls,
        @Nullable Long intervalMs,
        @Nullable Long serverCpuMicros,
        @Nullable Long serverCpuMicrosPerPoll,
        @Nullable Long receivedBytes,
        @Nullable Long consoleMicros,
        @Nullable Long storedBytes) {

    static final WatchCostJson NONE = new WatchCostJson(false, null, null, null, null, null, null, null);

    static WatchCostJson from(WatchCost cost) {
        Long cpu = cost.serverCpuMicros();
        return new WatchCostJson(
                true,
                cost.polls(),
                cost.intervalMs(),
                cpu,
                cpu == null || cost.polls() == 0 ? null : cpu / cost.polls(),
                cost.receivedBytes(),
                cost.consoleMicros(),
                cost.storedBytes());
    }
}
