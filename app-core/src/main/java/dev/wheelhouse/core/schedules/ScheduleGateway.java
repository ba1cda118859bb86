package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.caller.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a window asks of schedules, so that it can be drawn and tried with any. {@link ScheduleService} answers it and says
 * scopes and errors; every method may block. Thread-safe.
 */
public interface ScheduleGateway {

    List<Schedule> all(Caller caller);

    Schedule get(Caller caller, String id);

    Schedule create(Caller caller, ScheduleDraft draft);

    Schedule update(Caller caller, String id, ScheduleDraft draft, @Nullable Long expectedRevision);

    Schedule setEnabled(Caller caller, String id, boolean enabled);

    void delete(Caller caller, String id, @Nullable Long expectedRevision);

    Optional<Instant> pausedSince(Caller caller);

    Optional<Instant> pauseAll(Caller caller);

    void resumeAll(Caller caller);
}
