package dev.wheelhouse.api.faults;

import dev.wheelhouse.core.testing.LongRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Clients that act at the same time. */
final class Crowd implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();

    <T> Future<T> start(Callable<T> act) {
        return threads.submit(act);
    }

    /** Starts many of the same, each told its number from 0 on. */
    <T> List<Future<T>> start(int count, Act<T> act) {
        List<Future<T>> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            started.add(start(() -> act.run(number)));
        }
        return started;
    }

    interface Act<T> {
        T run(int number) throws Exception;
    }

    static <T> T result(Future<T> future) throws Exception {
        try {
            return future.get(LongRun.of(2, 20), TimeUnit.MINUTES);
        } catch (TimeoutException e) {
            throw new AssertionError("No answer in time", e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
