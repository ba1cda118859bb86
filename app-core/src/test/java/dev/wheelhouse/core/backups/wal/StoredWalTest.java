package dev.wheelhouse.core.backups.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StoredWalTest {

    private static final int SIZE = 16 << 20;

    @Test
    void findsRangesOfEveryTimeline() {
        StoredWal stored = of(
                "7/wal/00000002/000000020000000000000005.zst",
                "7/wal/00000001/000000010000000000000001.zst",
                "7/wal/00000001/000000010000000000000002.zst",
                "7/wal/00000001/000000010000000000000005.zst",
                "7/wal/00000001/000000010000000000000005.0000000000000001.partial.zst",
                "7/wal/00000002/000000020000000000000006.0000000000000001.partial.zst");
        assertThat(stored.ranges()).containsExactly(range(1, 1, 3), range(1, 5, 6), range(2, 5, 6));
        assertThat(stored.partials()).containsExactly(new WalStart(2, new WalPosition(6L * SIZE)));
        assertThat(stored.end()).contains(new WalStart(2, new WalPosition(6L * SIZE)));
    }

    @Test
    void ignoresForeignNames() {
        StoredWal stored = of(
                "8/wal/00000001/000000010000000000000001.zst",
                "7/wal/00000002/000000010000000000000001.zst",
                "7/wal/000000010000000000000001.zst",
                "7/wal/00000001/000000010000000000000001",
                "7/wal/00000001/000000010000000000000100.zst",
                "7/wal/00000002.history",
                "7/base/00000001/000000010000000000000001.zst",
                ".zst");
        assertThat(stored.ranges()).isEmpty();
        assertThat(stored.end()).isEmpty();
    }

    private static StoredWal of(String... names) {
        return StoredWal.of(
                Arrays.stream(names)
                        .map(each -> new StoredObject(each, 1, Instant.EPOCH))
                        .toList(),
                "7",
                SIZE);
    }

    private static WalRange range(int timeline, long from, long to) {
        return new WalRange(timeline, new WalPosition(from * SIZE), new WalPosition(to * SIZE));
    }
}
