package dev.wheelhouse.core.backups.wal;

import java.time.Duration;
import java.time.Instant;

/** When a partial segment with new WAL is uploaded. */
@FunctionalInterface
public interface PartialTimes {

    /** Where no schedule is set: ten seconds after the last time. */
    PartialTimes STANDARD = last -> last.plus(Duration.ofSeconds(10));

    /** The first due moment after {@code last}. */
    Instant nextAfter(Instant last);
}
