package dev.wheelhouse.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketTest {

    private static long sample(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(101);
            case 1 -> random.nextLong(1L << 40) & ~1023L;
            case 2 -> Bucket.LARGEST - random.nextInt(10);
            default -> 0;
        };
    }

    @Test
    void mergingInAnyOrderGivesExactlyWhatAllSamplesGive() {
        Property.holds(500, random -> {
            List<Long> samples = new ArrayList<>();
            for (int i = random.nextInt(60); i >= 0; i--) {
                samples.add(sample(random));
            }
            List<Bucket> buckets =
                    new ArrayList<>(samples.stream().map(Bucket::of).toList());
            while (buckets.size() > 1) {
                Collections.shuffle(buckets, random);
                buckets.add(buckets.removeLast().merge(buckets.removeLast()));
            }
            Bucket merged = buckets.getFirst();
            BigDecimal sum = samples.stream().map(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(merged.count()).isEqualTo(samples.size());
            assertThat(merged.min()).isEqualTo(Collections.min(samples));
            assertThat(merged.max()).isEqualTo(Collections.max(samples));
            assertThat(merged.avg())
                    .isEqualTo(sum.divide(BigDecimal.valueOf(samples.size()), 0, RoundingMode.HALF_UP)
                            .longValueExact());
        });
    }

    @Test
    void roundsHalfUp() {
        assertThat(Bucket.of(0).merge(Bucket.of(1)).avg()).isEqualTo(1);
        assertThat(Bucket.of(0).merge(Bucket.of(0)).merge(Bucket.of(1)).avg()).isZero();
        assertThat(Bucket.of(7).avg()).isEqualTo(7);
    }

    @Test
    void aLieOfAServerStaysWithinItsSmallestAndLargest() {
        Bucket bucket = Bucket.of(Long.MAX_VALUE);
        for (int i = 0; i < 30; i++) {
            bucket = bucket.merge(bucket);
        }
        bucket = bucket.merge(Bucket.of(-5));
        assertThat(bucket.min()).isZero();
        assertThat(bucket.max()).isEqualTo(Bucket.LARGEST);
        assertThat(bucket.avg()).isBetween(0L, Bucket.LARGEST);
        assertThat(bucket.merge(bucket).merge(bucket).avg()).isBetween(0L, Bucket.LARGEST);
    }
}
