package dev.wheelhouse.api.apps;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.Crash;
import dev.wheelhouse.core.apps.runtime.Instance;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an app is, in the shape of docker stats, with more beside it. */
record AppStatusJson(
        boolean running,
        AppStatus.State state,
        @Nullable Double cpuPercent,
        @Nullable Double memPercent,
        @Nullable String memUsage,
        @Nullable Long memoryBytes,
        @Nullable Long memoryLimitBytes,
        List<InstanceJson> instances,
        long restarts,
        @Nullable String detail,
        @Nullable CrashJson lastCrash,
        @Nullable Instant seenAt) {

    /** What the log said is the log's to tell. */
    record CrashJson(
            Instant at,
            @Nullable Integer exitCode,
            @Nullable String detail) {

        static @Nullable CrashJson from(@Nullable Crash crash) {
            return crash == null ? null : new CrashJson(crash.at(), crash.exitCode(), orNull(crash.detail()));
        }
    }

    /** One copy of an app. */
    record InstanceJson(
            String name,
            boolean running,
            @Nullable Long pid,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Integer exitCode,
            long restarts,
            @Nullable String detail,
            @Nullable Long memoryBytes,
            @Nullable Long memoryLimitBytes) {

        static InstanceJson from(Instance instance) {
            Instance.Use use = instance.use();
            return new InstanceJson(
                    instance.name(),
                    instance.running(),
                    instance.pid(),
                    instance.startedAt(),
                    instance.endedAt(),
                    instance.exitCode(),
                    instance.restarts(),
                    orNull(instance.detail()),
                    use == null ? null : Long.valueOf(use.memoryBytes()),
                    use == null ? null : Long.valueOf(use.memoryLimitBytes()));
        }
    }

    static AppStatusJson from(AppStatus status) {
        return new AppStatusJson(
                status.running(),
                status.state(),
                status.cpuPercent(),
                status.memPercent(),
                status.memUsage(),
                status.memoryBytes(),
                status.memoryLimitBytes(),
                status.instances().stream().map(InstanceJson::from).toList(),
                status.restarts(),
                orNull(status.detail()),
                CrashJson.from(status.lastCrash()),
                status.seenAt());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
