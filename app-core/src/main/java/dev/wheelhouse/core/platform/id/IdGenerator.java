package dev.wheelhouse.core.platform.id;

import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * Makes ids of the form {@code <prefix>_<26 lower-case ULID characters>}: 48 bits of milliseconds, then 80 random bits,
 * in Crockford's base 32. Ids made in one process sort by the time they were made: within one millisecond the random
 * part is counted up, as the ULID specification's monotonic mode says. Thread-safe.
 */
public final class IdGenerator {

    private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int RANDOM_HIGH_BITS = 16;

    private final Clock clock;
    private final RandomGenerator random;
    private long lastMillis = Long.MIN_VALUE;
    private long randomHigh;
    private long randomLow;

    public IdGenerator(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /**
     * @param prefix the kind of object, such as {@code db} or {@code key}, without the underscore
     */
    public synchronized String next(String prefix) {
        advance();
        char[] ulid = new char[26];
        long time = lastMillis;
        for (int i = 9; i >= 0; i--) {
            ulid[i] = ALPHABET[(int) (time & 31)];
            time >>>= 5;
        }
        long high = randomHigh;
        long low = randomLow;
        for (int i = 25; i >= 10; i--) {
            ulid[i] = ALPHABET[(int) (low & 31)];
            low = (low >>> 5) | (high << 59);
            high >>>= 5;
        }
        return prefix + "_" + new String(ulid);
    }

    private void advance() {
        long now = clock.millis();
        // A clock that was set back keeps the order by staying on the last millisecond.
        if (now > lastMillis) {
            lastMillis = now;
            randomHigh = random.nextLong() & ((1L << RANDOM_HIGH_BITS) - 1);
            randomLow = random.nextLong();
            return;
        }
        randomLow++;
        if (randomLow != 0) {
            return;
        }
        randomHigh = (randomHigh + 1) & ((1L << RANDOM_HIGH_BITS) - 1);
        if (randomHigh == 0) {
            // The millisecond is full; the next one takes what follows, so that the order holds.
            lastMillis++;
        }
    }
}
