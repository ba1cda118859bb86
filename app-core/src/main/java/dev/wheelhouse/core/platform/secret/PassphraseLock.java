package dev.wheelhouse.core.platform.secret;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.random.RandomGenerator;

/** Puts the home's keys under a passphrase and takes them out, one try at a time. Thread-safe. */
final class PassphraseLock {

    static final int SHORTEST = 12;
    private static final int LONGEST = 1024;

    private final HomeKeyFile file;
    private final PassphraseTries tries;
    private final RandomGenerator random;

    PassphraseLock(Home home, HomeKeyFile file, RandomGenerator random, Clock clock) {
        this.file = file;
        this.tries = new PassphraseTries(home, clock);
        this.random = random;
    }

    /**
     * Opens the keys of a file that has a passphrase.
     *
     * @throws AppException {@code validation_failed} on {@code passphrase} when it is wrong; {@code rate_limited} during
     *     the pause after a wrong one
     */
    synchronized HomeKeys open(HomeKeyFile.Content content, String passphrase) {
        PassphraseSeal seal = content.sealed();
        if (seal == null) {
            throw new IllegalArgumentException("Nothing is under a passphrase");
        }
        tries.begin();
        try {
            HomeKeys keys = HomeKeys.read(seal.open(passphrase, content.context()));
            tries.forget();
            return keys;
        } catch (GeneralSecurityException _) {
            throw AppException.invalid(
                    "passphrase", "It is wrong. Try again in " + tries.pause().toSeconds() + " s.");
        }
    }

    /**
     * Refuses a try during the pause, before anything is recorded: events of tries that nobody looked at would bury the
     * others.
     *
     * @throws AppException {@code rate_limited}
     */
    synchronized void requirePauseOver() {
        tries.requirePauseOver();
    }

    /** @throws AppException {@code validation_failed} on {@code field} for one that is too short or too long */
    static void check(String field, String passphrase) {
        int length = passphrase.codePointCount(0, passphrase.length());
        if (length < SHORTEST || length > LONGEST) {
            throw AppException.invalid(
                    field, "Give " + SHORTEST + " to " + LONGEST + " characters, such as five random words.");
        }
    }

    synchronized void set(HomeKeys keys, String passphrase) {
        HomeKeyFile.Content clear = HomeKeyFile.Content.of(keys);
        file.write(clear.under(PassphraseSeal.of(keys.write(), passphrase, clear.context(), random)));
        tries.forget();
    }

    synchronized void remove(HomeKeys keys) {
        file.write(HomeKeyFile.Content.of(keys));
        tries.forget();
    }
}
