package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;

/**
 * WAL whose bytes follow from their positions, and from the timeline behind the position where that began.
 *
 * @param switchedAt where timeline 2 begins to differ
 */
record FakeServer(long switchedAt) {

    byte[] bytes(int timeline, long from, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            long at = from + i;
            long mixed = (at / 7 + (timeline > 1 && at >= switchedAt ? 31 : 0)) * 0x9E3779B97F4A7C15L;
            bytes[i] = (byte) (mixed >>> 56);
        }
        return bytes;
    }

    void send(WalArchive archive, int timeline, long from, long to) throws IOException {
        for (long at = from; at < to; at += 128 * 1024) {
            int length = (int) Math.min(128 * 1024, to - at);
            // Behind two bytes of a frame, as a protocol's buffer has them.
            byte[] frame = new byte[length + 2];
            System.arraycopy(bytes(timeline, at, length), 0, frame, 2, length);
            archive.write(new WalPosition(at), frame, 2, length);
        }
    }
}
