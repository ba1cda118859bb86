package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Asks several logs at once. */
record SourcePages(List<NamedSource> sources, Workers workers) {

    /** What each of them is asked; {@code index} counts the logs from 0. */
    @FunctionalInterface
    interface Question {
        LogPage ask(int index, LogSource source);
    }

    /**
     * What the logs answered.
     *
     * @param pages in the order of the logs; null for one that failed
     * @param notice names those; empty when all answered
     */
    record Answers(List<@Nullable LogPage> pages, String notice) {

        boolean hasMore() {
            return pages.stream().anyMatch(page -> page != null && page.hasMore());
        }
    }

    /** @throws AppException of a wrong question, or when no log answers */
    Answers ask(Question question) {
        List<FutureTask<LogPage>> asked = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            int index = i;
            FutureTask<LogPage> task = new FutureTask<>(
                    () -> question.ask(index, sources.get(index).source()));
            asked.add(task);
            workers.virtualThreads().execute(task);
        }
        try {
            return gather(asked);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AppException(PlatformError.CANCELLED, "Reading the logs was cancelled.", e);
        } finally {
            asked.forEach(each -> each.cancel(true));
        }
    }

    private Answers gather(List<FutureTask<LogPage>> asked) throws InterruptedException {
        List<@Nullable LogPage> pages = new ArrayList<>();
        List<AppException> failures = new ArrayList<>();
        List<String> notices = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            String name = sources.get(i).name();
            try {
                LogPage page = asked.get(i).get();
                pages.add(page);
                if (!page.notice().isEmpty()) {
                    notices.add(name + ": " + page.notice());
                }
            } catch (ExecutionException e) {
                AppException failure = failureOf(e);
                pages.add(null);
                failures.add(failure);
                notices.add(name + ": " + failure.getMessage());
            }
        }
        if (pages.stream().allMatch(Objects::isNull)) {
            throw failures.getFirst();
        }
        return new Answers(pages, String.join(" ", notices));
    }

    private static AppException failureOf(ExecutionException e) {
        return switch (e.getCause()) {
            // A filter that is none is the asker's fault, whichever log says so.
            case AppException wrong when wrong.kind() == ErrorKind.INVALID -> throw wrong;
            case AppException failure -> failure;
            case RuntimeException fault -> throw fault;
            case Error error -> throw error;
            case null, default -> throw new IllegalStateException(e);
        };
    }
}
