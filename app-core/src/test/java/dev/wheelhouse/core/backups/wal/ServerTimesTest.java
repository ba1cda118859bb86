package dev.wheelhouse.core.backups.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.Property;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerTimesTest {

    @Test
    void neverSaysATimeLaterThanTheTruth() {
        Property.holds(100, random -> {
            ServerTimes times = new ServerTimes();
            List<Long> ends = new ArrayList<>();
            long end = 1;
            for (int milli = 0; milli < 3_000; milli++) {
                ends.add(end);
                if (random.nextInt(3) == 0) {
                    times.add(new WalPosition(end), Instant.ofEpochMilli(milli * 400L));
                }
                end += random.nextInt(4) == 0 ? random.nextInt(1_000) : 0;
            }
            for (int i = 0; i < 100; i++) {
                long position = random.nextLong(end);
                Instant reached = times.reachedBy(new WalPosition(position));
                if (reached != null) {
                    assertThat(ends.get((int) (reached.toEpochMilli() / 400))).isLessThanOrEqualTo(position);
                }
            }
        });
    }

    @Test
    void isAtMostASecondOfKnownTimeBehind() {
        ServerTimes times = new ServerTimes();
        for (int i = 0; i < 3_000; i++) {
            times.add(new WalPosition(i), Instant.ofEpochMilli(i * 100L));
        }
        assertThat(times.reachedBy(new WalPosition(2_505))).isEqualTo(Instant.ofEpochMilli(250_000));
        times.forgetBefore(new WalPosition(2_505));
        assertThat(times.reachedBy(new WalPosition(2_505))).isEqualTo(Instant.ofEpochMilli(250_000));
        assertThat(times.reachedBy(new WalPosition(2_400))).isNull();
    }

    @Test
    void followsAServerAtRest() {
        ServerTimes times = new ServerTimes();
        times.add(new WalPosition(5), Instant.ofEpochSecond(1));
        times.add(new WalPosition(5), Instant.ofEpochSecond(90));
        assertThat(times.reachedBy(new WalPosition(5))).isEqualTo(Instant.ofEpochSecond(90));
        assertThat(times.reachedBy(new WalPosition(4))).isNull();
    }
}
