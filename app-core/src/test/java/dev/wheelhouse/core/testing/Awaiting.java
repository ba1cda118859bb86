package dev.wheelhouse.core.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Polls what nothing signals: the state of another process, or work whose end the code does not offer. The first pause is a
 * tenth of a millisecond, each next one twice as long, up to 10 ms. It fails after two minutes, which are enough for a loaded
 * machine, after twenty in a {@linkplain LongRun long run}, or when its thread is interrupted, as by a test's own limit.
 */
public final class Awaiting {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(LongRun.of(2, 20));
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

    /** @param what the failure names when it never comes */
    public static void until(String what, Condition condition) {
        until(() -> what, condition);
    }

    /** @param state shown in the failure when it never comes */
    public static void until(Callable<?> state, Condition condition) {
        poll(() -> condition.holds() ? true : null, state);
    }

    /**
     * @param what the failure names when the answer never comes, beside the last one
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
                throw new AssertionError("Timed out: " + called(state));
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
