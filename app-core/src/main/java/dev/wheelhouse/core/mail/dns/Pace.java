package dev.wheelhouse.core.mail.dns;

import java.util.concurrent.TimeUnit;

/**
 * So many questions a second to name servers, of all checks together: each takes the next free moment in the order of
 * asking, and waits for it. What a person waits for does not wait, but takes its moment all the same, so that checks in the
 * background make room for it and the sum stays as set; the room that they make is at most {@link #MOST_ROOM_SECONDS}, so
 * that they come to an end beside a person who never stops. Thread-safe.
 */
final class Pace {

    private static final int MOST_ROOM_SECONDS = 10;

    private final long step;
    private final long mostRoom;
    private final Ticker ticker;
    private long next;

    /** Monotonic time, and waiting by it. */
    interface Ticker {

        Ticker SYSTEM = new Ticker() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(nanos);
            }
        };

        long nanoTime();

        void sleep(long nanos) throws InterruptedException;
    }

    /** A check's way to the next question. */
    @FunctionalInterface
    interface Turn {

        /**
         * Waits until the question may be asked.
         *
         * @param end by the ticker
         * @return false, at once, when it may not be asked before the end
         */
        boolean await(long end) throws InterruptedException;
    }

    /** @param questionsPerSecond 1 to 1,000,000 */
    Pace(int questionsPerSecond, Ticker ticker) {
        this.step = TimeUnit.SECONDS.toNanos(1) / questionsPerSecond;
        this.mostRoom = TimeUnit.SECONDS.toNanos(MOST_ROOM_SECONDS);
        this.ticker = ticker;
        this.next = ticker.nanoTime();
    }

    /** Of a check that nobody waits for. */
    boolean inBackground(long end) throws InterruptedException {
        long pause;
        synchronized (this) {
            long now = ticker.nanoTime();
            long mine = later(next, now);
            if (mine - end >= 0) {
                return false;
            }
            next = mine + step;
            pause = mine - now;
        }
        if (pause > 0) {
            ticker.sleep(pause);
        }
        return true;
    }

    /** Of a check that a person waits for. */
    synchronized boolean atOnce(long end) {
        long now = ticker.nanoTime();
        if (now - end >= 0) {
            return false;
        }
        long room = later(next, now) + step - now;
        if (room <= mostRoom) {
            next = now + room;
        }
        return true;
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}
