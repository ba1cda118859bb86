package dev.wheelhouse.core.metrics.series;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.Bucket;
import dev.wheelhouse.core.testing.Property;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SeriesBlockTest {

    private static NavigableMap<Integer, Bucket> anyBuckets(Random random) {
        NavigableMap<Integer, Bucket> buckets = new TreeMap<>();
        int size = random.nextInt(3) == 0 ? random.nextInt(4) : random.nextInt(2209);
        double present = random.nextDouble();
        long magnitude = 1L << random.nextInt(54);
        long grain = 1L << random.nextInt(12);
        for (int place = 0; place < size; place++) {
            if (random.nextDouble() > present) {
                continue;
            }
            Bucket bucket = Bucket.of(random.nextLong(magnitude) / grain * grain);
            for (int i = random.nextInt(4); i > 0; i--) {
                bucket = bucket.merge(Bucket.of(random.nextLong(magnitude) / grain * grain));
            }
            buckets.put(place, bucket);
        }
        return buckets;
    }

    @Test
    void givesBackWhatWasPacked() {
        Property.holds(300, random -> {
            NavigableMap<Integer, Bucket> buckets = anyBuckets(random);
            assertThat(SeriesBlock.unpack(SeriesBlock.pack(buckets))).isEqualTo(buckets);
        });
    }

    @Test
    void keepsASumThatDidNotFit() throws DamagedSeriesException {
        NavigableMap<Integer, Bucket> buckets = new TreeMap<>();
        buckets.put(5, new Bucket(1L << 40, 0, Bucket.LARGEST, Long.MAX_VALUE));
        buckets.put(6, Bucket.of(1024));
        assertThat(SeriesBlock.unpack(SeriesBlock.pack(buckets))).isEqualTo(buckets);
    }

    @Test
    void alteredBytesAreDamageOrOtherBucketsButNothingElse() {
        Property.holds(2_000, random -> {
            byte[] packed = SeriesBlock.pack(anyBuckets(random));
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                packed[random.nextInt(packed.length)] = (byte) random.nextInt(256);
            }
            byte[] bytes = random.nextBoolean() ? packed : Arrays.copyOf(packed, random.nextInt(packed.length + 20));
            try {
                SeriesBlock.unpack(bytes);
            } catch (DamagedSeriesException _) {
                // That is what it is for.
            }
        });
    }
}
