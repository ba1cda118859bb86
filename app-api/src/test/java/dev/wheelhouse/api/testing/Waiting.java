package dev.wheelhouse.api.testing;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Asks again until the answer is the one expected, for 20 seconds at most. */
public final class Waiting {

    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final long PAUSE_NANOS = 10_000_000L;

    private Waiting() {}

    /** Something that is asked over the wire. */
    @FunctionalInterface
    public interface Question<T> {
        T ask() throws IOException, InterruptedException;
    }

    /** @param complaint of the failure when the answer never comes */
    public static <T> T until(Question<T> question, Predicate<T> expected, String complaint)
            throws IOException, InterruptedException {
        return until(question, expected, Duration.ofNanos(LIMIT_NANOS), complaint);
    }

    /** As {@link #until(Question, Predicate, String)}, for something that takes longer. */
    public static <T> T until(Question<T> question, Predicate<T> expected, Duration limit, String complaint)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (true) {
            T answer = question.ask();
            if (expected.test(answer)) {
                return answer;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError(complaint + "; the last answer was " + answer);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
