package dev.wheelhouse.core.platform.idempotency;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.StateStore;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call with an idempotency key: new, or done before. A new one ends with {@link #answered}, {@link #answeredAtLength},
 * {@link #failed} or {@link #forget}. For one thread at a time.
 */
public final class IdempotentCall implements StateStore.FirstChange {

    /** Of an answer that was too large to keep. */
    private static final int TOO_LARGE = 0;

    /** Of a call that failed, and had done more or less. */
    private static final int NOT_KNOWN = 1;

    private static final System.Logger LOG = System.getLogger(IdempotentCall.class.getName());

    private final IdempotencyRow row;
    private final IdempotencyKeys all;
    private final Effects effects = new Effects();
    private volatile @Nullable String content;
    private volatile boolean stored;

    IdempotentCall(IdempotencyRow row, IdempotencyKeys all) {
        this.row = row;
        this.all = all;
        this.content = row.content();
        this.stored = row.isAnswered();
    }

    String id() {
        return row.id();
    }

    @Nullable
    String content() {
        return content;
    }

    /** Whether it was done before, so that it must not be done again. */
    public boolean isRepeated() {
        return row.isAnswered();
    }

    /**
     * The hash of a body that was still to be read when the call began.
     *
     * @throws AppException {@code idempotency_mismatch} when it was another one before
     */
    public void bodyWas(String hash) {
        IdempotencyKeys.requireSame(content, hash);
        content = hash;
    }

    /**
     * What a {@linkplain #isRepeated repeated} call was answered.
     *
     * @throws AppException {@code conflict} when that was too large to keep, or nobody knows how far it came
     */
    public KeptAnswer answer() {
        int status = Objects.requireNonNull(row.status());
        if (status == TOO_LARGE) {
            throw new AppException(
                    PlatformError.CONFLICT,
                    "The request with this key was done, its answer was too large to keep. Look at what is there, or send"
                            + " the request with another key to do it again.");
        }
        if (status == NOT_KNOWN) {
            throw new AppException(
                    PlatformError.CONFLICT,
                    "The request with this key failed, and it is not known how far it came. Look at what is there before you"
                            + " repeat it with another key.");
        }
        Map<String, String> headers = Objects.requireNonNullElse(row.headers(), Map.of());
        return new KeptAnswer(status, headers, row.mediaType(), row.body());
    }

    /** Does the call; its key is stored with what that changes first. */
    public <T, X extends Throwable> T during(ScopedValue.CallableOp<T, X> work) throws X {
        return effects.of(() -> all.store().beginningWith(this, work));
    }

    @Override
    public void join(Transaction tx) {
        if (!stored && !all.keys().add(tx, row)) {
            throw IdempotencyKeys.inProgress();
        }
    }

    @Override
    public void committed() {
        stored = true;
    }

    /** Keeps the answer; one that is too long as a note that there was one. */
    public void answered(KeptAnswer answer) {
        String body = answer.body();
        if (body != null && body.length() > KeptAnswer.MOST_CHARACTERS) {
            answeredAtLength();
        } else {
            keep(answer.status(), answer.headers(), answer.mediaType(), body);
        }
    }

    /** Notes that there was an answer, which is too long to keep. */
    public void answeredAtLength() {
        keep(TOO_LARGE, Map.of(), null, null);
    }

    private void keep(int status, Map<String, String> headers, @Nullable String mediaType, @Nullable String body) {
        IdempotencyRow answered = new IdempotencyRow(
                row.id(),
                row.organizationId(),
                content,
                row.homeId(),
                row.consoleRun(),
                row.createdAt(),
                status,
                headers,
                mediaType,
                body);
        end(tx -> {
            if (stored) {
                all.keys().answer(tx, answered);
            } else {
                all.keys().add(tx, answered);
            }
        });
    }

    /** Lets the key be used again after a failure that may pass, unless something was done before it. */
    public void failed() {
        if (stored || effects.any()) {
            keep(NOT_KNOWN, Map.of(), null, null);
        } else {
            forget();
        }
    }

    /** Lets the key be used again: for a call that came to nothing, and for one that only read. */
    public void forget() {
        if (stored) {
            end(tx -> all.keys().remove(tx, row));
        } else {
            all.end(this);
        }
    }

    /**
     * What was done is done, so this does not fail: without its answer a stored key says that the outcome is not known. One
     * that is not stored stays in progress for as long as this console runs, if anything was done.
     */
    private void end(Consumer<Transaction> change) {
        boolean isKnown = stored;
        try {
            all.store().changeUnsynced(change);
            isKnown = true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "The answer of a call with an idempotency key could not be kept", e);
        } finally {
            if (isKnown || !effects.any()) {
                all.end(this);
            }
        }
    }

    boolean isOlderThan(Instant time) {
        return row.createdAt().isBefore(time);
    }
}
