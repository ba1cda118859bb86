package dev.wheelhouse.api.schedules;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether all schedules rest. */
record PauseJson(boolean paused, @Nullable Instant pausedAt) {

    static PauseJson from(Optional<Instant> since) {
        return new PauseJson(since.isPresent(), since.orElse(null));
    }
}
