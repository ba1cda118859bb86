package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a look may show. */
final class AppSnapshots {

    private AppSnapshots() {}

    static AppSnapshot of(Duration sinceBoot, Instance... instances) {
        return new AppSnapshot(List.of(instances), sinceBoot.toNanos(), null);
    }

    static Instance running(String name, String identity, long restarts) {
        return using(name, identity, restarts, 0);
    }

    static Instance using(String name, String identity, long restarts, long cpuNanos) {
        return new Instance(
                identity,
                name,
                true,
                1L,
                Instant.EPOCH,
                null,
                null,
                restarts,
                "",
                new Instance.Use(cpuNanos, 1L << 20, 1L << 30));
    }

    static Instance ended(String name, String identity, @Nullable Integer code) {
        return new Instance(identity, name, false, null, Instant.EPOCH, null, code, 0, "", null);
    }
}
