package dev.wheelhouse.core.apps.runtime;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a server showed of one app.
 *
 * @param instances its copies, by name; empty when the server has none, as before the first start
 * @param at when, by the server's monotonic clock (time since boot), in nanoseconds
 * @param trouble why it could not be looked at, such as a socket that is gone; null when it could
 */
public record AppSnapshot(
        List<Instance> instances, long at, @Nullable String trouble) {

    public AppSnapshot {
        instances = List.copyOf(instances);
    }

    /** Of one app, with the trouble where a look fails. */
    public static AppSnapshot ofOne(App app, Supplier<Map<String, AppSnapshot>> look) {
        try {
            return look.get()
                    .getOrDefault(app.id(), new AppSnapshot(List.of(), 0, "The server said nothing about it."));
        } catch (AppException e) {
            return new AppSnapshot(List.of(), 0, String.valueOf(e.getMessage()));
        }
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
