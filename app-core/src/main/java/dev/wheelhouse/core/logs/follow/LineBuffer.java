package dev.wheelhouse.core.logs.follow;

import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lines on their way from one thread to another; the writer waits while it is full. Thread-safe. */
final class LineBuffer {

    private static final int MOST_LINES = 4096;
    private static final long MOST_CHARACTERS = 4L << 20;

    private List<PlacedLine> lines = new ArrayList<>();
    private long characters;
    private boolean ended;
    private @Nullable AppException failure;
    private boolean isFailureTold;

    synchronized void put(PlacedLine line) throws InterruptedException {
        int length = line.line().text().length();
        while (!ended && !lines.isEmpty() && (lines.size() >= MOST_LINES || characters + length > MOST_CHARACTERS)) {
            wait();
        }
        if (ended || Thread.interrupted()) {
            throw new InterruptedException("The following was closed");
        }
        lines.add(line);
        characters += length;
        if (lines.size() == 1) {
            notifyAll();
        }
    }

    synchronized List<PlacedLine> take(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); lines.isEmpty() && !ended && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        if (lines.isEmpty() && failure != null) {
            isFailureTold = true;
            throw new AppException(
                    failure.errorCode(), String.valueOf(failure.getMessage()), failure.details(), failure);
        }
        return takeAll();
    }

    private List<PlacedLine> takeAll() {
        List<PlacedLine> taken = lines;
        lines = new ArrayList<>();
        characters = 0;
        notifyAll();
        return taken;
    }

    /** Nothing more is put; what waits can still be taken, then the failure is thrown. */
    synchronized void end(@Nullable AppException why) {
        if (!ended) {
            ended = true;
            failure = why;
            notifyAll();
        }
    }

    /** As {@link #end}, and nothing waits any more. */
    synchronized void drop() {
        ended = true;
        failure = null;
        takeAll();
    }

    /** Whether nothing is left to take, a failure included: who looks here between two takes must not miss it. */
    synchronized boolean isDrained() {
        return ended && lines.isEmpty() && (failure == null || isFailureTold);
    }
}
