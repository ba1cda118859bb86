package dev.wheelhouse.api.http.transport;

import dev.wheelhouse.api.http.Reader;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers that are written as they come. Those without an end of their own are not too many, and end as soon as the
 * listener stops; all end within a second of their reader's credential. Where the state cannot be asked about it, those
 * of created keys end after a while. Thread-safe.
 */
final class LongAnswers {

    private static final int MOST = 256;
    private static final int RESERVED = 16;
    private static final Duration LOOK = Duration.ofMillis(250);

    /** A restart of the state's database is not to end every stream. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Executor threads;
    private final int shareOfKey;
    private final Duration patience;
    private final Set<Place> places = new HashSet<>();
    private boolean watching;
    private boolean stopping;

    /**
     * @param threads where readers are looked at while there are any
     * @param shareOfKey how many without end one created key may have
     * @param patience how long a created key's go on while nobody knows whether it still holds
     */
    LongAnswers(Executor threads, int shareOfKey, Duration patience) {
        this.threads = threads;
        this.shareOfKey = shareOfKey;
        this.patience = patience;
    }

    /** One that is under way, written by the thread that made it. */
    final class Place implements AutoCloseable {

        private final Reader reader;
        private final boolean endless;
        private final Runnable cut;
        private final Thread thread = Thread.currentThread();
        private boolean ended;
        private volatile long knownAt = System.nanoTime();

        private Place(Reader reader, boolean endless, Runnable cut) {
            this.reader = reader;
            this.endless = endless;
            this.cut = cut;
        }

        private void end() {
            ended = true;
            if (endless) {
                thread.interrupt();
            } else {
                cut.run();
            }
        }

        @Override
        public void close() {
            synchronized (LongAnswers.this) {
                places.remove(this);
                if (ended && endless) {
                    // What is left to do, ending the body, must not be taken for what was to be stopped.
                    Thread.interrupted();
                }
            }
        }
    }

    /**
     * Counts the calling thread's answer in until the place is closed.
     *
     * @param endless whether it goes on until somebody ends it; then it is interrupted, otherwise cut
     * @throws AppException {@code busy} when there are too many, {@code shutting_down}
     */
    synchronized Place enter(Reader reader, boolean endless, Runnable cut) {
        if (endless) {
            requireRoom(reader);
        }
        Place place = new Place(reader, endless, cut);
        places.add(place);
        if (!watching) {
            watch();
        }
        return place;
    }

    private void requireRoom(Reader reader) {
        if (stopping) {
            throw new AppException(PlatformError.SHUTTING_DOWN, "The console is stopping. Try again when it is back.");
        }
        List<Place> all = places.stream().filter(each -> each.endless).toList();
        boolean owner = reader.caller().isOwnerInPerson();
        long own = all.stream()
                .filter(each -> each.reader.caller().isSameAs(reader.caller()))
                .count();
        if (!owner && own >= shareOfKey) {
            throw new AppException(
                    PlatformError.BUSY,
                    "This key has " + own + " streams open, which is its share. Close some, or try again in a second.");
        }
        if (all.size() >= (owner ? MOST : MOST - RESERVED)) {
            throw new AppException(
                    PlatformError.BUSY, all.size() + " streams are open. Close some, or try again in a second.");
        }
    }

    private void watch() {
        try {
            threads.execute(this::lookWhileThereAreAny);
            watching = true;
        } catch (RejectedExecutionException _) {
            // The console stops, and with it every answer.
        }
    }

    private void lookWhileThereAreAny() {
        List<Place> now = placesOrEnd();
        while (!now.isEmpty()) {
            for (Place place : now) {
                if (!canLookAt(place)) {
                    // All of them, because a state that is away may be slow to say so.
                    now.stream().filter(this::isUnknownForTooLong).forEach(this::end);
                }
            }
            LockSupport.parkNanos(LOOK.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                synchronized (this) {
                    watching = false;
                }
                return;
            }
            now = placesOrEnd();
        }
    }

    private synchronized List<Place> placesOrEnd() {
        watching = !places.isEmpty();
        return List.copyOf(places);
    }

    /** Ends the answer when its credential no longer holds; false when the state cannot be asked now. */
    private boolean canLookAt(Place place) {
        try {
            place.reader.verify().run();
            place.knownAt = System.nanoTime();
            return true;
        } catch (AppException e) {
            boolean lost = e.kind() == ErrorKind.UNAUTHENTICATED || e.kind() == ErrorKind.FORBIDDEN;
            if (lost) {
                end(place);
            }
            return lost;
        } catch (RuntimeException | Error _) {
            // An error must not end the looking either.
            return false;
        }
    }

    private boolean isUnknownForTooLong(Place place) {
        return !place.reader.caller().isOwnerInPerson() && System.nanoTime() - place.knownAt > patience.toNanos();
    }

    private synchronized void end(Place place) {
        if (places.contains(place) && !place.ended) {
            place.end();
        }
    }

    synchronized void stop() {
        stopping = true;
        places.stream().filter(each -> each.endless).forEach(Place::end);
    }
}
