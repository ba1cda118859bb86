package dev.wheelhouse.core.conversations;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The answers that are being written on this console, and who waits for more of them. Thread-safe. */
final class LiveAnswers {

    private final Map<String, AnswerDraft> drafts = new HashMap<>();
    private long version;

    synchronized void put(String conversationId, AnswerDraft draft) {
        drafts.put(conversationId, draft);
        changed();
    }

    /** The next answer may have begun already. */
    synchronized void remove(String conversationId, AnswerDraft draft) {
        drafts.remove(conversationId, draft);
        changed();
    }

    synchronized Optional<AnswerDraft> find(String conversationId) {
        return Optional.ofNullable(drafts.get(conversationId));
    }

    /** Wakes everybody: something of some conversation is another. */
    synchronized void changed() {
        version++;
        notifyAll();
    }

    synchronized long version() {
        return version;
    }

    /** Waits until something changes after a version, or for as long as that. */
    synchronized void await(long known, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); version == known && left > 0; left = end - System.nanoTime()) {
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
    }
}
