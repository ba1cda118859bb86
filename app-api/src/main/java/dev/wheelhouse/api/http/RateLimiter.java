package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.error.RetryAfter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * So many a minute of everybody: a bucket of tokens each, which fills at that rate and by a clock that does not jump. Who
 * was quiet may use a minute's at once. Of this console alone, and forgotten when it ends. Thread-safe.
 */
public final class RateLimiter {

    private static final int MOST_KNOWN = 10_000;
    private static final double MINUTE = 60e9;

    private final LongSupplier nanoTime;
    private final LinkedHashMap<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    /** @param nanoTime as {@link System#nanoTime} */
    public RateLimiter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * What is left.
     *
     * @param limit how many a minute
     * @param left whole ones
     * @param seconds until all are there again
     */
    public record Left(int limit, long left, long seconds) {

        /** The header fields {@code RateLimit} and {@code RateLimit-Policy} (draft-ietf-httpapi-ratelimit-headers). */
        public Map<String, String> headers() {
            return Map.of(
                    "RateLimit",
                    "\"default\";r=" + left + ";t=" + seconds,
                    "RateLimit-Policy",
                    "\"default\";q=" + limit + ";w=60");
        }
    }

    private static final class Bucket {
        private double tokens;
        private long at;

        private Bucket(double tokens, long at) {
            this.tokens = tokens;
            this.at = at;
        }
    }

    /**
     * Takes one.
     *
     * @param who what is counted together
     * @param limit how many a minute, which may be another each time
     * @throws AppException {@code rate_limited} when there is none; what it says can be tried again in the time that it names
     */
    public synchronized Left take(String who, int limit) {
        long now = nanoTime.getAsLong();
        Bucket bucket = buckets.get(who);
        if (bucket == null) {
            bucket = new Bucket(limit, now);
            buckets.put(who, bucket);
            forgetOldest();
        }
        double perNano = limit / MINUTE;
        bucket.tokens = Math.min(limit, bucket.tokens + (now - bucket.at) * perNano);
        bucket.at = now;
        if (bucket.tokens < 1) {
            long wait = seconds((1 - bucket.tokens) / perNano);
            throw new AppException(
                    PlatformError.RATE_LIMITED,
                    "More than " + limit + " requests a minute. Try again in " + wait + " s.",
                    new RetryAfter(wait));
        }
        bucket.tokens--;
        return new Left(limit, (long) bucket.tokens, seconds((limit - bucket.tokens) / perNano));
    }

    /** Who asked longest ago has most of its tokens again. */
    private void forgetOldest() {
        Iterator<String> oldest = buckets.keySet().iterator();
        while (buckets.size() > MOST_KNOWN) {
            oldest.next();
            oldest.remove();
        }
    }

    private static long seconds(double nanos) {
        return Math.max(1, (long) Math.ceil(nanos / 1e9));
    }
}
