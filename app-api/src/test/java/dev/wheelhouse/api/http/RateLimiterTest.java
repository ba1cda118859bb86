package dev.wheelhouse.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.RetryAfter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimiterTest {

    private static final long SECOND = 1_000_000_000L;

    /** Near the end of what a long holds, as a monotonic clock may be. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5 * SECOND);

    private final RateLimiter limiter = new RateLimiter(now::get);

    private void refused(String who, int limit, long seconds) {
        assertThatThrownBy(() -> limiter.take(who, limit))
                .isInstanceOfSatisfying(
                        AppException.class,
                        failure -> assertThat(failure.details()).isEqualTo(new RetryAfter(seconds)));
    }

    @Test
    void givesAMinutesAtOnceAndThenAsTheyComeBack() {
        for (int left = 59; left >= 0; left--) {
            assertThat(limiter.take("key", 60)).isEqualTo(new RateLimiter.Left(60, left, 60 - left));
        }
        refused("key", 60, 1);
        now.addAndGet(SECOND);
        assertThat(limiter.take("key", 60).left()).isZero();
        refused("key", 60, 1);
        now.addAndGet(10 * SECOND);
        assertThat(limiter.take("key", 60).left()).isEqualTo(9);
        now.addAndGet(3600 * SECOND);
        assertThat(limiter.take("key", 60).left()).isEqualTo(59);
    }

    @Test
    void countsEverybodyApart() {
        for (int i = 0; i < 10; i++) {
            limiter.take("one", 10);
        }
        refused("one", 10, 6);
        assertThat(limiter.take("two", 10).left()).isEqualTo(9);
    }

    @Test
    void heedsARateThatIsChanged() {
        limiter.take("key", 6000);
        assertThat(limiter.take("key", 60).left()).isEqualTo(59);
        for (int i = 0; i < 59; i++) {
            limiter.take("key", 60);
        }
        refused("key", 60, 1);
        now.addAndGet(SECOND);
        assertThat(limiter.take("key", 6000).left()).isEqualTo(99);
    }

    @Test
    void remembersTheNewestOfMany() {
        limiter.take("first", 1);
        for (int i = 0; i < 10_000; i++) {
            limiter.take("other " + i, 1);
        }
        refused("other 9999", 1, 60);
        assertThat(limiter.take("first", 1).left()).isZero();
    }

    @Test
    void writesTheFieldsOfTheHead() {
        assertThat(limiter.take("key", 600).headers())
                .containsEntry("RateLimit", "\"default\";r=599;t=1")
                .containsEntry("RateLimit-Policy", "\"default\";q=600;w=60");
    }
}
