package dev.wheelhouse.core.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs many pieces of work at the same moment, each on a virtual thread of its own. */
public final class AtOnce {

    private AtOnce() {}

    /**
     * Starts all work together and waits for its end.
     *
     * @param work makes the work of the given number, counted from 0
     * @return the results in the order of their numbers
     * @throws AssertionError when any of it throws, with that as the cause
     */
    public static <T> List<T> run(int count, IntFunction<Callable<T>> work) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Callable<T> each = work.apply(i);
                futures.add(threads.submit(() -> {
                    start.await();
                    return each.call();
                }));
            }
            start.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> each : futures) {
                results.add(each.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("Work done at once failed: " + e.getCause(), e.getCause());
        }
    }
}
