package dev.wheelhouse.core.databases.scripts;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.settings.Shares;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** How many scripts of one created key run, and how many more wait for these. Thread-safe. */
final class ScriptShares {

    private final Shares shares;
    private final Map<String, Place> ofKeys = new HashMap<>();

    ScriptShares(Shares shares) {
        this.shares = shares;
    }

    private static final class Place {
        private final Semaphore running;
        private int all;

        Place(int running) {
            this.running = new Semaphore(running, true);
        }
    }

    /** One script, from when it is taken until its job has ended. */
    final class Script {

        private final @Nullable String key;
        private final @Nullable Place place;
        private boolean begun;
        private boolean left;

        private Script(@Nullable String key, @Nullable Place place) {
            this.key = key;
            this.place = place;
        }

        /** Waits for its turn. */
        void begin() throws InterruptedException {
            if (place != null) {
                place.running.acquire();
                begun = true;
            }
        }

        /** May be called twice. */
        void leave() {
            synchronized (ScriptShares.this) {
                if (!left && key != null && place != null) {
                    left = true;
                    place.all--;
                    if (begun) {
                        place.running.release();
                    }
                    if (place.all == 0) {
                        ofKeys.remove(key);
                    }
                }
            }
        }
    }

    /** @throws AppException {@code busy} when the caller's key has as many as it may */
    synchronized Script take(Caller caller) {
        String key = caller.isOwnerInPerson() ? null : caller.keyId();
        if (key == null) {
            return new Script(null, null);
        }
        Place place = ofKeys.computeIfAbsent(key, _ -> new Place(shares.runningScripts()));
        if (place.all >= shares.runningScripts() + shares.queuedScripts()) {
            throw new AppException(
                    PlatformError.BUSY,
                    "This key has " + place.all + " scripts running or waiting, which is its share. Try again when one"
                            + " of them has ended.");
        }
        place.all++;
        return new Script(key, place);
    }
}
