package dev.wheelhouse.core.backups.wal;

import static dev.wheelhouse.core.backups.wal.ArchiveUnderTest.SEGMENT;
import static dev.wheelhouse.core.backups.wal.ArchiveUnderTest.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalArchiveTest {

    private static final int HALF = SEGMENT / 2;

    @TempDir
    private Path directory;

    private ArchiveUnderTest wal;

    @BeforeEach
    void open() throws IOException {
        wal = new ArchiveUnderTest(directory);
    }

    @AfterEach
    void close() throws IOException {
        wal.close();
    }

    @Test
    void storesWholeSegmentsAndThenDeletesThem() throws IOException {
        assertThat(wal.resume()).isEmpty();
        wal.begin(1, SEGMENT);
        wal.send(1, SEGMENT, 3L * SEGMENT + HALF);
        assertThat(wal.archive.progress().spoolBytes()).isEqualTo(2L * SEGMENT);
        wal.storeAll();
        wal.assertWhole(1, 1);
        wal.assertWhole(1, 2);
        assertThat(wal.store.names()).hasSize(2);
        assertThat(wal.archive.progress().spoolBytes()).isZero();
        assertThat(directory.resolve("000000010000000000000001")).doesNotExist();
    }

    @Test
    void acknowledgesWhatWasFlushedAndResumesAtItsSegment() throws IOException {
        wal.begin(1, SEGMENT);
        wal.send(1, SEGMENT, 2L * SEGMENT + HALF);
        assertThat(wal.archive.flush()).isEqualTo(new WalPosition(2L * SEGMENT + HALF));
        wal.reopen();
        assertThat(wal.resume()).contains(new WalStart(1, new WalPosition(2L * SEGMENT)));
        wal.begin(1, 2L * SEGMENT);
        wal.send(1, 2L * SEGMENT, 2L * SEGMENT + 100);
        assertThat(wal.archive.flush()).isEqualTo(new WalPosition(2L * SEGMENT + HALF));
        wal.send(1, 2L * SEGMENT + 100, 3L * SEGMENT);
        wal.storeAll();
        wal.assertWhole(1, 2);
        assertThat(wal.gaps).isEmpty();
    }

    @Test
    void refusesOtherBytesForFlushedPositions() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, HALF);
        wal.archive.flush();
        wal.reopen();
        wal.begin(1, 0);
        byte[] other = wal.server.bytes(1, 0, HALF);
        other[1234]++;
        assertThatThrownBy(() -> wal.archive.write(new WalPosition(0), other, 0, HALF))
                .isInstanceOfSatisfying(
                        WalException.class, e -> assertThat(e.trouble()).isEqualTo(WalTrouble.OTHER_BYTES_RECEIVED))
                .hasMessageContaining("0/4D2");
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.CONFLICT);
        assertThatThrownBy(wal::resume).isInstanceOf(WalException.class);
    }

    @Test
    void writesAgainWhatWasNotFlushed() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, HALF);
        wal.reopen();
        Files.write(directory.resolve("000000010000000000000000.partial"), new byte[HALF + 100]);
        wal.begin(1, 0);
        wal.send(1, 0, SEGMENT);
        wal.storeAll();
        wal.assertWhole(1, 0);
    }

    @Test
    void takesTheSameStoredBytesForItsOwn() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, SEGMENT);
        wal.storeAll();
        wal.reopen();
        Files.write(directory.resolve("000000010000000000000000"), wal.server.bytes(1, 0, SEGMENT));
        wal.reopen();
        wal.storeAll();
        assertThat(wal.archive.progress().spoolBytes()).isZero();
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.IDLE);
    }

    @Test
    void neverReplacesOtherStoredBytes() throws IOException {
        byte[] foreign = "foreign".getBytes(StandardCharsets.UTF_8);
        wal.begin(1, 0);
        wal.store.create(object(1, 0, ".zst"), foreign);
        wal.send(1, 0, SEGMENT);
        wal.storeAll();
        assertThat(wal.store.get(object(1, 0, ".zst"))).isEqualTo(foreign);
        assertThat(directory.resolve("000000010000000000000000")).exists();
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.CONFLICT);
        assertThat(wal.archive.progress().lastError()).contains(object(1, 0, ".zst"));
        assertThatThrownBy(() -> wal.archive.flush())
                .isInstanceOfSatisfying(
                        WalException.class, e -> assertThat(e.trouble()).isEqualTo(WalTrouble.OTHER_BYTES_STORED));
    }

    @Test
    void uploadsThePartialSegmentPaddedUntilItIsWhole() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, HALF);
        wal.storeAll();
        assertThat(wal.store.names()).isEmpty();
        wal.archive.flush();
        wal.storeAll();
        byte[] expected = Arrays.copyOf(wal.server.bytes(1, 0, HALF), SEGMENT);
        assertThat(wal.unpacked(object(1, 0, ArchiveUnderTest.PART))).isEqualTo(expected);
        assertThat(wal.archive.progress().stored()).isEqualTo(new WalPosition(HALF));

        wal.send(1, HALF, HALF + 10);
        wal.archive.flush();
        wal.storeAll();
        assertThat(wal.archive.progress().stored()).isEqualTo(new WalPosition(HALF));
        wal.clock.advance(Duration.ofSeconds(10));
        wal.storeAll();
        assertThat(wal.archive.progress().stored()).isEqualTo(new WalPosition(HALF + 10));

        wal.reopen();
        wal.begin(1, 0);
        wal.send(1, 0, SEGMENT);
        wal.storeAll();
        assertThat(wal.store.names()).containsExactly(object(1, 0, ".zst"));
    }

    @Test
    void reportsWhatNeverArrived() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, SEGMENT + HALF);
        wal.archive.serverAt(new WalPosition(SEGMENT + 1), Instant.ofEpochSecond(50));
        wal.archive.flush();
        wal.reopen();
        wal.begin(1, 4L * SEGMENT);
        assertThat(wal.gaps)
                .containsExactly(new WalGap(
                        1,
                        new WalPosition(SEGMENT + HALF),
                        new WalPosition(4L * SEGMENT),
                        null,
                        wal.clock.instant(),
                        WalGapReason.SLOT_LOST));
        wal.send(1, 4L * SEGMENT, 5L * SEGMENT);
        wal.storeAll();
        wal.assertWhole(1, 4);
        assertThat(wal.unpacked(object(1, 1, ArchiveUnderTest.PART)))
                .isEqualTo(Arrays.copyOf(wal.server.bytes(1, SEGMENT, HALF), SEGMENT));
    }

    @Test
    void knowsAnEmptySpoolsPlaceFromTheStore() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, 2L * SEGMENT);
        wal.storeAll();
        wal.reopen();
        assertThat(wal.resume()).contains(new WalStart(1, new WalPosition(2L * SEGMENT)));
        wal.begin(1, 3L * SEGMENT);
        assertThat(wal.gaps).extracting(WalGap::from).containsExactly(new WalPosition(2L * SEGMENT));
    }

    @Test
    void doesNotTakeWhatWaitsForStored() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, 3L * SEGMENT);
        wal.archive.storeNext();
        wal.reopen();
        wal.begin(1, 3L * SEGMENT);
        assertThat(wal.archive.progress().stored()).isEqualTo(new WalPosition(SEGMENT));
        wal.storeAll();
        assertThat(wal.archive.progress().stored()).isEqualTo(new WalPosition(3L * SEGMENT));
    }

    @Test
    void refusesToBeginWhereItCannot() throws IOException {
        wal.begin(1, SEGMENT);
        wal.send(1, SEGMENT, 3L * SEGMENT);
        assertThatThrownBy(() -> wal.begin(1, 3L * SEGMENT + 1)).isInstanceOf(WalException.class);
        assertThatThrownBy(() -> wal.begin(1, 2L * SEGMENT)).isInstanceOf(WalException.class);
        assertThatThrownBy(() -> wal.send(1, 4L * SEGMENT, 4L * SEGMENT + 1)).isInstanceOf(WalException.class);
    }

    @Test
    void followsTheServerToANewTimeline() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, 2L * SEGMENT + HALF);
        TimelineHistory history =
                new TimelineHistory(2, "00000002.history", "1\t0/280000\tno recovery target specified\u00e9\n");
        wal.archive.beginTimeline(history, new WalPosition(2L * SEGMENT));
        wal.reopen();
        assertThat(wal.resume()).contains(new WalStart(2, new WalPosition(2L * SEGMENT)));
        wal.begin(2, 2L * SEGMENT);
        wal.send(2, 2L * SEGMENT, 3L * SEGMENT);
        wal.storeAll();
        wal.assertWhole(1, 1);
        wal.assertWhole(2, 2);
        assertThat(wal.unpacked(object(1, 2, ArchiveUnderTest.PART)))
                .isEqualTo(Arrays.copyOf(wal.server.bytes(1, 2L * SEGMENT, HALF), SEGMENT));
        assertThat(wal.store.get("7/wal/00000002.history"))
                .isEqualTo(history.content().getBytes(StandardCharsets.ISO_8859_1));
        assertThat(wal.gaps).isEmpty();

        wal.archive.keepHistory(new TimelineHistory(2, "00000002.history", "other"));
        wal.storeAll();
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.CONFLICT);
    }

    @Test
    void saysWhichServerTimeIsStored() throws IOException {
        wal.begin(1, 0);
        wal.archive.serverAt(new WalPosition(HALF), Instant.ofEpochSecond(100));
        wal.archive.serverAt(new WalPosition(SEGMENT + HALF), Instant.ofEpochSecond(130));
        wal.send(1, 0, SEGMENT + HALF);
        assertThat(wal.archive.progress().lastWalAt()).isNull();
        wal.storeAll();
        WalProgress progress = wal.archive.progress();
        assertThat(progress.lastWalAt()).isEqualTo(Instant.ofEpochSecond(100));
        assertThat(progress.lagBytes()).isEqualTo(HALF);
        assertThat(progress.lag()).isEqualTo(Duration.ofSeconds(30));
        wal.archive.flush();
        wal.storeAll();
        assertThat(wal.archive.progress().lastWalAt()).isEqualTo(Instant.ofEpochSecond(130));
        assertThat(wal.archive.progress().lag()).isZero();
    }

    @Test
    void pausesLongerWhileTheStoreIsAway() throws IOException {
        wal.begin(1, 0);
        wal.send(1, 0, SEGMENT);
        wal.store.setAway(true);
        assertThat(wal.archive.storeNext()).isEqualTo(Duration.ofMillis(500));
        assertThat(wal.archive.storeNext()).isEqualTo(Duration.ofSeconds(1));
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.LAGGING);
        wal.store.setAway(false);
        wal.storeAll();
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.RECEIVING);
        assertThat(wal.archive.progress().lastError()).isNull();
        wal.assertWhole(1, 0);
    }
}
