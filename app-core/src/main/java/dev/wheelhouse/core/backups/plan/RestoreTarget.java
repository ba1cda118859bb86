package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Up to where a restore goes. */
public sealed interface RestoreTarget {

    /** While a server reads its settings it knows no names of time zones yet, Z among them. */
    DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS'+00'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** As far as WAL is stored. */
    record Latest() implements RestoreTarget {}

    /**
     * With everything that was committed up to a moment.
     *
     * @param at by the server's clock
     */
    record Time(Instant at) implements RestoreTarget {}

    /** With the record that begins at a position. */
    record Position(WalPosition at) implements RestoreTarget {}

    /**
     * With everything that was committed before a transaction was.
     *
     * @param id with its epoch, as {@code pg_current_xact_id()} shows it
     */
    record BeforeTransaction(long id) implements RestoreTarget {}

    /** Its lines of {@code postgresql.conf} (PostgreSQL manual, "Recovery Target"). */
    default List<String> settings() {
        return switch (this) {
            case Latest() -> List.of();
            case Time(Instant at) -> List.of("recovery_target_time = '" + MICROS.format(at) + "'");
            case Position(WalPosition at) -> List.of("recovery_target_lsn = '" + at + "'");
            // The server itself looks only at the lower half.
            case BeforeTransaction(long id) ->
                List.of("recovery_target_xid = '" + (id & 0xffff_ffffL) + "'", "recovery_target_inclusive = 'off'");
        };
    }
}
