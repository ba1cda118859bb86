package dev.wheelhouse.core.apps.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a server showed of one app.
 *
 * @param instances its copies, by name; empty when the server has none, as before the first start
 * @param at when, by the server's monotonic clock (time since boot), in nanoseconds
 * @param trouble why it could not be looked at, such as a socket that is gone; null when it could
 */
public record Sight(
        List<Instance> instances, long at, @Nullable String trouble) {

    public Sight {
        instances = List.copyOf(instances);
    }

    /** Whether at least one copy runs. */
    public boolean isRunning() {
        return instances.stream().anyMatch(Instance::running);
    }

    /** Whether at least one copy runs or will by itself. */
    public boolean isUnderWay() {
        return instances.stream().anyMatch(each -> each.running() || each.pending());
    }
}
