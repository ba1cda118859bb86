package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes percentages of two snapshots of one app: processor time by the server's monotonic time, 100 for one core. For one
 * thread at a time.
 */
final class CpuMeter {

    /** The kernel counts in hundredths of a second; two snapshots that are closer give no rate. */
    private static final long CLOSEST = Duration.ofMillis(500).toNanos();

    private static final double ALL = 100.0;

    private Map<String, Long> before = Map.of();
    private long beforeAt;
    private @Nullable Double percent;

    /** The percentage of all copies together; null until one of them was seen twice. */
    @Nullable
    Double next(AppSnapshot snapshot) {
        Map<String, Long> now = new HashMap<>();
        for (Instance each : snapshot.instances()) {
            Instance.Use use = each.use();
            if (each.running() && use != null) {
                now.put(each.identity(), use.cpuNanos());
            }
        }
        long elapsed = snapshot.at() - beforeAt;
        boolean sameBoot = elapsed >= 0;
        if (sameBoot && elapsed < CLOSEST && now.keySet().equals(before.keySet())) {
            return percent;
        }
        percent = sameBoot && elapsed >= CLOSEST ? between(now, elapsed) : null;
        before = now;
        beforeAt = snapshot.at();
        return percent;
    }

    private @Nullable Double between(Map<String, Long> now, long elapsed) {
        long used = 0;
        boolean met = false;
        for (Map.Entry<String, Long> each : now.entrySet()) {
            Long earlier = before.get(each.getKey());
            if (earlier != null) {
                met = true;
                // Children that nobody waited for take their time with them.
                used += Math.max(0, each.getValue() - earlier);
            }
        }
        return met ? used * ALL / elapsed : null;
    }
}
