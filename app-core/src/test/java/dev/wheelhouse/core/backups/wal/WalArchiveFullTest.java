package dev.wheelhouse.core.backups.wal;

import static dev.wheelhouse.core.backups.wal.ArchiveUnderTest.SEGMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.Awaiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalArchiveFullTest {

    private final ExecutorService stream = Executors.newSingleThreadExecutor();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        stream.shutdownNow();
    }

    @Test
    void waitsForTheStoreWhileTheSpoolIsFull() throws Exception {
        ArchiveUnderTest wal = new ArchiveUnderTest(directory, 2 * SEGMENT, ChannelSpoolFile::open);
        wal.begin(1, 0);
        wal.store.setAway(true);
        Future<?> sending = stream.submit(sending(wal, 6));
        Awaiting.until(() -> wal.archive.progress().state() == WalState.LAGGING);
        assertThat(wal.archive.progress().spoolBytes()).isEqualTo(2L * SEGMENT);
        assertThat(sending.isDone()).isFalse();
        wal.store.setAway(false);
        storeUntil(wal, sending);
        for (int i = 0; i < 6; i++) {
            wal.assertWhole(1, i);
        }
        wal.close();
    }

    @Test
    void endsTheWaitingWhenItIsClosed() throws Exception {
        ArchiveUnderTest wal = new ArchiveUnderTest(directory, SEGMENT, ChannelSpoolFile::open);
        wal.begin(1, 0);
        Future<?> sending = stream.submit(sending(wal, 3));
        Awaiting.until(() -> wal.archive.progress().state() == WalState.LAGGING);
        wal.archive.close();
        assertThatThrownBy(sending::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WalException.class, e -> assertThat(e.trouble()).isEqualTo(WalTrouble.CLOSED));
        wal.archive.end();
    }

    @Test
    void waitsForRoomOnTheDisk() throws Exception {
        AtomicLong room = new AtomicLong(SEGMENT + 300_000);
        ArchiveUnderTest wal = new ArchiveUnderTest(
                directory, 64L * SEGMENT, path -> new SmallDiskFile(ChannelSpoolFile.open(path), room));
        wal.begin(1, 0);
        Future<?> sending = stream.submit(sending(wal, 3));
        Awaiting.until(() -> wal.archive.progress().state() == WalState.DISK_FULL);
        assertThat(wal.archive.progress().lastError()).contains("disk is full");
        room.set(Long.MAX_VALUE);
        storeUntil(wal, sending);
        for (int i = 0; i < 3; i++) {
            wal.assertWhole(1, i);
        }
        assertThat(wal.archive.progress().state()).isEqualTo(WalState.RECEIVING);
        wal.close();
    }

    private static Callable<Boolean> sending(ArchiveUnderTest wal, int segments) {
        return () -> {
            wal.send(1, 0, (long) segments * SEGMENT);
            return true;
        };
    }

    private static void storeUntil(ArchiveUnderTest wal, Future<?> sending) throws Exception {
        Awaiting.until(() -> {
            wal.archive.storeNext();
            return sending.isDone();
        });
        sending.get();
        wal.storeAll();
    }

    /** Takes a part of what is written beyond the disk's room, as disks do. */
    private record SmallDiskFile(SpoolFile file, AtomicLong room) implements SpoolFile {

        @Override
        public void write(ByteBuffer bytes, long at) throws IOException {
            if (room.get() < bytes.remaining()) {
                file.write(bytes.duplicate().limit(bytes.position() + (int) room.get()), at);
                throw new IOException("No space left on device");
            }
            room.addAndGet(-bytes.remaining());
            file.write(bytes, at);
        }

        @Override
        public void read(ByteBuffer bytes, long at) throws IOException {
            file.read(bytes, at);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
