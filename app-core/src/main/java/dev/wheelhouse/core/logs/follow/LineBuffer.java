package dev.wheelhouse.core.logs.follow;

import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Lines on their way from one thread to another; whoever puts waits while it is full. Thread-safe. */
final class LineBuffer {

    private static final int MOST_LINES = 4096;
    private static final long MOST_CHARACTERS = 4L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private List<PlacedLine> lines = new ArrayList<>();
    private long characters;
    private boolean ended;
    private @Nullable AppException failure;
    private boolean isFailureTold;

    void put(PlacedLine line) throws InterruptedException {
        int length = line.line().text().length();
        lock.lockInterruptibly();
        try {
            while (!ended
                    && !lines.isEmpty()
                    && (lines.size() >= MOST_LINES || characters + length > MOST_CHARACTERS)) {
                changed.await();
            }
            if (ended) {
                throw new InterruptedException("The following was closed");
            }
            lines.add(line);
            characters += length;
            if (lines.size() == 1) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    List<PlacedLine> take(Duration patience) throws InterruptedException {
        long nanos = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (lines.isEmpty() && !ended && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            if (lines.isEmpty() && failure != null) {
                isFailureTold = true;
                throw new AppException(
                        failure.errorCode(), String.valueOf(failure.getMessage()), failure.details(), failure);
            }
            List<PlacedLine> taken = lines;
            lines = new ArrayList<>();
            characters = 0;
            changed.signalAll();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more is put; what waits can still be taken, and then the failure is told. */
    void end(@Nullable AppException why) {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                failure = why;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #end}, and nothing waits any more. */
    void drop() {
        lock.lock();
        try {
            ended = true;
            failure = null;
            lines = new ArrayList<>();
            characters = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing is left to take, a failure included: who looks here between two takes must not miss it. */
    boolean isDrained() {
        lock.lock();
        try {
            return ended && lines.isEmpty() && (failure == null || isFailureTold);
        } finally {
            lock.unlock();
        }
    }
}
