package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.RetryAfter;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;

/**
 * Wrong passphrases in a row, counted in a file of the home so that a restart does not forget them. After each there is a
 * pause, of one second first and twice as long each time, five minutes at most. Not thread-safe.
 */
final class PassphraseTries {

    static final String FILE = "vault-tries.json";

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final int DOUBLINGS = 9;

    private final Home home;
    private final Clock clock;

    /** @param lastAt milliseconds since the epoch */
    record Wrong(int count, long lastAt) {

        static final Wrong NONE = new Wrong(0, 0);

        Duration pause() {
            if (count == 0) {
                return Duration.ZERO;
            }
            Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(count - 1, DOUBLINGS));
            return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
        }
    }

    PassphraseTries(Home home, Clock clock) {
        this.home = home;
        this.clock = clock;
    }

    /**
     * Counts a try as wrong until {@link #forget}: a console that is killed while it computes must not gain one.
     *
     * @throws AppException as {@link #requirePauseOver}
     */
    void begin() {
        write(new Wrong(requirePauseOver().count() + 1, clock.millis()));
    }

    /** @throws AppException {@code rate_limited} during the pause */
    Wrong requirePauseOver() {
        Wrong wrong = read();
        long now = clock.millis();
        if (wrong.lastAt() > now) {
            // The clock was set back; the pause is not to be longer for it.
            wrong = new Wrong(wrong.count(), now);
            write(wrong);
        }
        long left = wrong.lastAt() + wrong.pause().toMillis() - now;
        if (wrong.count() > 0 && left > 0) {
            long seconds = Math.ceilDiv(left, 1000L);
            throw new AppException(
                    PlatformError.RATE_LIMITED,
                    "The last passphrase was wrong. Try again in " + seconds + " s; this one was not looked at.",
                    new RetryAfter(seconds));
        }
        return wrong;
    }

    /** How long the next try has to wait. */
    Duration pause() {
        return read().pause();
    }

    void forget() {
        try {
            Files.deleteIfExists(home.file(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException("The count of wrong passphrases cannot be deleted", e);
        }
    }

    private Wrong read() {
        try {
            String text = home.readText(FILE);
            return text == null ? Wrong.NONE : Json.read(text, Wrong.class);
        } catch (UncheckedIOException _) {
            // Damaged: somebody who can write here could delete it as well.
            return Wrong.NONE;
        } catch (IOException e) {
            throw new UncheckedIOException("The count of wrong passphrases cannot be read", e);
        }
    }

    private void write(Wrong wrong) {
        try {
            home.writePrivately(FILE, Json.write(wrong));
        } catch (IOException e) {
            throw new UncheckedIOException("The count of wrong passphrases cannot be written", e);
        }
    }
}
