package dev.wheelhouse.core.platform.job;

import dev.wheelhouse.core.platform.caller.Effects;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Asks the same of many at once, of so many at a time. Thread-safe. */
public final class Together {

    private final Workers workers;
    private final int atOnce;

    /** @param atOnce of one call, at least 1 */
    public Together(Workers workers, int atOnce) {
        this.workers = workers;
        this.atOnce = atOnce;
    }

    /**
     * The answers in the order of what was asked of; waits for all of them, also where one has failed: what it did is
     * over when this is.
     *
     * @throws AppException of the first that failed, or {@code cancelled}
     */
    public <T, R> List<R> map(List<T> all, Function<T, R> question) {
        if (all.size() == 1) {
            return List.of(question.apply(all.getFirst()));
        }
        Semaphore places = new Semaphore(atOnce);
        List<FutureTask<R>> tasks = new ArrayList<>();
        Effects effects = Effects.current();
        for (T each : all) {
            Callable<R> asked = () -> {
                places.acquire();
                try {
                    return effects.of(() -> question.apply(each));
                } finally {
                    places.release();
                }
            };
            FutureTask<R> task = new FutureTask<>(asked);
            tasks.add(task);
            workers.start(task);
        }
        List<R> answers = new ArrayList<>();
        List<ExecutionException> failures = new ArrayList<>();
        try {
            for (FutureTask<R> task : tasks) {
                try {
                    answers.add(task.get());
                } catch (ExecutionException e) {
                    failures.add(e);
                }
            }
        } catch (InterruptedException e) {
            tasks.forEach(task -> task.cancel(true));
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Waiting for the answers was cancelled.", e);
        }
        if (!failures.isEmpty()) {
            throw unwrapped(failures.getFirst());
        }
        return answers;
    }

    private static RuntimeException unwrapped(ExecutionException e) {
        return switch (e.getCause()) {
            case AppException failure ->
                new AppException(failure.errorCode(), String.valueOf(failure.getMessage()), failure.details(), failure);
            case RuntimeException failure -> failure;
            case null, default -> new IllegalStateException(e);
        };
    }
}
