package dev.wheelhouse.core.metrics.alarms;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.settings.Thresholds;
import java.time.Duration;
import java.util.Optional;

/** What a server is watched for. */
enum AlarmKind {
    DISK(EventKind.SERVER_DISK_HIGH),
    CPU(EventKind.SERVER_CPU_HIGH),
    MEMORY(EventKind.SERVER_MEMORY_HIGH);

    private final EventKind eventKind;

    AlarmKind(EventKind eventKind) {
        this.eventKind = eventKind;
    }

    EventKind eventKind() {
        return eventKind;
    }

    static Optional<AlarmKind> of(Metric metric) {
        if (metric.mount().isPresent()) {
            return Optional.of(DISK);
        }
        if (metric.equals(Metric.CPU)) {
            return Optional.of(CPU);
        }
        return metric.equals(Metric.MEMORY) ? Optional.of(MEMORY) : Optional.empty();
    }

    int limit(Thresholds thresholds) {
        return switch (this) {
            case DISK -> thresholds.diskPercent();
            case CPU -> thresholds.cpuPercent();
            case MEMORY -> thresholds.memoryPercent();
        };
    }

    /** A disk fills slowly and does not empty by itself. */
    Duration sustained(Thresholds thresholds) {
        return this == DISK ? Duration.ZERO : Duration.ofSeconds(thresholds.sustainedSeconds());
    }
}
