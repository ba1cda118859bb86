package dev.wheelhouse.core.platform.console;

import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Signs of life of consoles in the state store. */
final class JdbcConsoleStore {

    void beat(Transaction tx, String homeId, Instant at) {
        tx.execute(
                "INSERT INTO console (home_id, beat, seen_at) VALUES (?, 1, ?)"
                        + " ON CONFLICT (home_id) DO UPDATE SET beat = abs(console.beat) + 1, seen_at = excluded.seen_at",
                homeId,
                at);
    }

    /** Negative, it is no sign of life; its number is not used again. */
    void leave(Transaction tx, String homeId) {
        tx.execute("UPDATE console SET beat = -beat WHERE home_id = ? AND beat > 0", homeId);
    }

    Optional<Long> sign(Transaction tx, String homeId) {
        return tx.select(Long.class, "SELECT beat FROM console WHERE home_id = ?", homeId)
                .findOne();
    }

    Map<String, Long> signs(Transaction tx) {
        return tx.handle()
                .select("SELECT home_id, beat FROM console")
                .collectRows(Collectors.toMap(
                        row -> row.getColumn("home_id", String.class), row -> row.getColumn("beat", Long.class)));
    }
}
