package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Tells of keys that end soon, 7 days and 1 day before, once each whichever console does, and forgets invites that ended long
 * ago. It marks nothing as expired: one console with a wrong clock would end what others still take.
 */
final class KeyExpiry {

    private static final Duration INVITES_REMEMBERED = Duration.ofDays(30);

    private final StateStore store;
    private final JdbcAccessStore keys;
    private final JdbcInviteStore invites = new JdbcInviteStore();
    private final EventLog events;
    private final Clock clock;

    KeyExpiry(StateStore store, JdbcAccessStore keys, EventLog events, Clock clock) {
        this.store = store;
        this.keys = keys;
        this.events = events;
        this.clock = clock;
    }

    void look() {
        Instant now = clock.instant();
        List<EndingKey> ending = store.read(tx -> keys.keysThatEndBy(tx, now.plus(EndingKey.SOON)));
        for (EndingKey each : ending) {
            each.due(now).ifPresent(days -> store.change(tx -> tell(tx, each, days)));
        }
        store.change(tx -> invites.deleteEndedBefore(tx, now.minus(INVITES_REMEMBERED)));
    }

    private void tell(Transaction tx, EndingKey ending, int days) {
        if (keys.noteExpiryTold(tx, ending, days)) {
            ApiKey key = ending.key();
            events.appendOfConsole(
                    tx,
                    key.organizationId(),
                    new NewEvent(
                            EventKind.API_KEY_EXPIRING,
                            key.id(),
                            Map.of(
                                    "name",
                                    key.name(),
                                    "memberId",
                                    key.memberId(),
                                    "expiresAt",
                                    Objects.requireNonNull(key.expiresAt()).toString())));
        }
    }
}
