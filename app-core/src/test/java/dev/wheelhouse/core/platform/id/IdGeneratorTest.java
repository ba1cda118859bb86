package dev.wheelhouse.core.platform.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdGeneratorTest {

    private final SettableClock clock = new SettableClock();

    @Test
    void makesThePrefixAndTwentySixUlidCharacters() {
        Property.holds(200, random -> {
            IdGenerator ids = new IdGenerator(clock, random);
            assertThat(ids.next("db")).matches("db_[0-7][0-9a-hjkmnp-tv-z]{25}");
        });
    }

    @Test
    void writesTheMillisecondsIntoTheFirstTenCharacters() {
        // The example of the ULID specification: 1469918176385 is 01ARYZ6S41.
        clock.set(Instant.ofEpochMilli(1469918176385L));
        assertThat(new IdGenerator(clock, new Random(1)).next("x")).startsWith("x_01aryz6s41");
    }

    @Test
    void sortsIdsByTheMomentTheyWereMade() {
        Property.holds(50, random -> {
            IdGenerator ids = new IdGenerator(clock, random);
            List<String> made = IntStream.range(0, 200)
                    .mapToObj(_ -> {
                        clock.advance(Duration.ofMillis(random.nextInt(3)));
                        return ids.next("key");
                    })
                    .toList();
            assertThat(made).isSorted().doesNotHaveDuplicates();
        });
    }

    @Test
    void keepsTheOrderWhileTheClockIsSetBack() {
        IdGenerator ids = new IdGenerator(clock, new Random(2));
        String before = ids.next("key");
        clock.advance(Duration.ofHours(-1));
        String during = ids.next("key");
        clock.advance(Duration.ofHours(2));
        assertThat(List.of(before, during, ids.next("key"))).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void keepsTheOrderWhenTheRandomBitsOfAMillisecondRunOut() {
        IdGenerator ids = new IdGenerator(clock, () -> -1L);
        List<String> made = IntStream.range(0, 5).mapToObj(_ -> ids.next("key")).toList();
        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void countsOverFromTheLowRandomBitsIntoTheHighOnes() {
        long[] bits = {7, -1};
        int[] at = {0};
        IdGenerator ids = new IdGenerator(clock, () -> bits[at[0]++]);
        assertThat(List.of(ids.next("key"), ids.next("key"))).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void neverMakesTheSameIdOnTwoThreads() throws InterruptedException {
        IdGenerator ids = new IdGenerator(clock, new Random(3));
        List<List<String>> made = AtOnce.run(
                50,
                _ -> () ->
                        IntStream.range(0, 200).mapToObj(_ -> ids.next("job")).toList());
        assertThat(made.stream().flatMap(List::stream)).hasSize(10_000).doesNotHaveDuplicates();
        assertThat(made).allSatisfy(ofOneThread -> assertThat(ofOneThread).isSorted());
    }
}
