package dev.wheelhouse.core.platform.timer;

import dev.wheelhouse.core.platform.store.Transaction;
import org.jspecify.annotations.Nullable;

/** What a feature does at a due time. */
@FunctionalInterface
public interface DueHandler {

    /**
     * Handles what is due. It first locks the row of the subject, as whoever changes that row and its timer does, and is
     * taken back as a whole when it throws; the due time then comes again. Nothing that waits for another machine belongs
     * here: {@link Transaction#afterCommit} begins that.
     *
     * @return when it is due next; null when never
     */
    @Nullable
    DueTime handle(Transaction tx, DueTime due);
}
