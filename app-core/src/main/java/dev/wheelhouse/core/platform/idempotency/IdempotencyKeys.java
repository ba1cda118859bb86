package dev.wheelhouse.core.platform.idempotency;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.id.Sha256;
import dev.wheelhouse.core.platform.store.StateStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Calls that their senders gave a key, so that a call whose answer was lost can be sent again and is done once. A key is
 * its credential's own and counts for one operation and {@link #KEPT}. Thread-safe.
 */
public final class IdempotencyKeys {

    /** How long a key is known. */
    public static final Duration KEPT = Duration.ofHours(24);

    private static final System.Logger LOG = System.getLogger(IdempotencyKeys.class.getName());

    private final StateStore store;
    private final Clock clock;
    private final String homeId;
    private final String consoleRun;
    private final Predicate<String> alive;
    private final JdbcIdempotencyStore keys = new JdbcIdempotencyStore();
    private final ConcurrentHashMap<String, IdempotentCall> running = new ConcurrentHashMap<>();

    /**
     * @param consoleRun names this run of the console and no other
     * @param alive whether the console of another home is at work
     */
    public IdempotencyKeys(StateStore store, Clock clock, String homeId, String consoleRun, Predicate<String> alive) {
        this.store = store;
        this.clock = clock;
        this.homeId = homeId;
        this.consoleRun = consoleRun;
        this.alive = alive;
    }

    /**
     * Begins a call, or finds what it was answered before.
     *
     * @param operation method and target as sent
     * @param content hash of the body; null for one that is still to be read
     * @throws AppException {@code idempotency_mismatch}, {@code idempotency_in_progress}; {@code conflict} when the first
     *     call was not answered to its end and must not be done again
     */
    public IdempotentCall begin(Caller caller, String operation, String key, @Nullable String content) {
        String credential = Objects.requireNonNullElse(caller.keyId(), "");
        String id = Sha256.hexOfParts(caller.organizationId(), credential, operation, key);
        IdempotencyRow fresh = new IdempotencyRow(
                id, caller.organizationId(), content, homeId, consoleRun, clock.instant(), null, null, null, null);
        IdempotentCall call = new IdempotentCall(fresh, this);
        IdempotentCall first = running.putIfAbsent(id, call);
        if (first != null) {
            requireSame(first.content(), content);
            throw inProgress();
        }
        boolean begun = false;
        try {
            Optional<IdempotencyRow> stored = stored(id);
            if (stored.isEmpty()) {
                begun = true;
                return call;
            }
            requireRepeatable(stored.get(), content);
            return new IdempotentCall(stored.get(), this);
        } finally {
            if (!begun) {
                running.remove(id, call);
            }
        }
    }

    private Optional<IdempotencyRow> stored(String id) {
        Optional<IdempotencyRow> found = store.read(tx -> keys.find(tx, id));
        if (found.isPresent() && isOver(found.get())) {
            store.changeUnsynced(tx -> keys.remove(tx, found.get()));
            return Optional.empty();
        }
        return found;
    }

    private boolean isOver(IdempotencyRow row) {
        return !row.createdAt().isAfter(clock.instant().minus(KEPT));
    }

    private void requireRepeatable(IdempotencyRow row, @Nullable String content) {
        requireSame(row.content(), content);
        if (row.isAnswered()) {
            return;
        }
        if (!row.homeId().equals(homeId) && alive.test(row.homeId())) {
            throw inProgress();
        }
        throw new AppException(
                PlatformError.CONFLICT,
                "The console ended while it did what this key was sent with, and it is not known how far it came. Look"
                        + " at what is there before you repeat it with another key.");
    }

    static void requireSame(@Nullable String first, @Nullable String now) {
        if (first != null && now != null && !first.equals(now)) {
            throw new AppException(
                    IdempotencyError.IDEMPOTENCY_MISMATCH,
                    "This key was sent with another body. Use a new key for another request.");
        }
    }

    static AppException inProgress() {
        return new AppException(
                IdempotencyError.IDEMPOTENCY_IN_PROGRESS,
                "The request with this key is still being worked on. Send it again when that is done.");
    }

    StateStore store() {
        return store;
    }

    JdbcIdempotencyStore keys() {
        return keys;
    }

    /** The call is over, however it ended. */
    void end(IdempotentCall call) {
        running.remove(call.id(), call);
    }

    /** Forgets what is known no longer. */
    public void sweep() {
        Instant oldest = clock.instant().minus(KEPT);
        running.values().removeIf(each -> each.isOlderThan(oldest));
        int removed = store.write(tx -> keys.removeOlder(tx, oldest));
        LOG.log(System.Logger.Level.DEBUG, "{0} idempotency keys are known no longer", removed);
    }
}
