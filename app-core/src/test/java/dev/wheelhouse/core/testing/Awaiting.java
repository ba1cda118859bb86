package dev.wheelhouse.core.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what nobody tells: another process, or work whose end the code does not offer. It looks after a tenth of a
 * millisecond and then twice as late each time, but each 10 ms; two minutes are enough for a loaded machine, and a test's own
 * limit ends it before.
 */
public final class Awaiting {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long FIRST_LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private Awaiting() {}

    /** What is to come true. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    public static void until(Condition condition) {
        until("a condition", condition);
    }

    /** @param what of the failure when it never comes */
    public static void until(String what, Condition condition) {
        until(() -> what, condition);
    }

    /** @param state told by the failure when it never comes */
    public static void until(Callable<?> state, Condition condition) {
        poll(() -> condition.holds() ? true : null, state);
    }

    /**
     * @param what of the failure when the answer never comes; the last one is told too
     * @return the first answer that was expected
     */
    public static <T> T answer(Callable<T> question, Predicate<T> expected, String what) {
        Object[] last = {null};
        return poll(
                () -> {
                    T answer = question.call();
                    last[0] = answer;
                    return expected.test(answer) ? answer : null;
                },
                () -> what + "; the last answer was " + last[0]);
    }

    private static <T> T poll(Callable<@Nullable T> look, Callable<?> state) {
        long began = System.nanoTime();
        long pause = FIRST_LOOK_NANOS;
        while (true) {
            T found = called(look);
            if (found != null) {
                return found;
            }
            if (System.nanoTime() - began > PATIENCE_NANOS
                    || Thread.currentThread().isInterrupted()) {
                throw new AssertionError("Waited in vain: " + called(state));
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LAST_LOOK_NANOS);
        }
    }

    private static <T extends @Nullable Object> T called(Callable<T> look) {
        try {
            return look.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Lets others get on for so long; no result may depend on how far they come. */
    public static void moment(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
