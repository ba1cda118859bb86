package dev.wheelhouse.core.schedules;

import dev.wheelhouse.core.platform.job.Utf8Cut;

/** The last 64 KiB of what a command writes. Thread-safe. */
final class OutputTail {

    static final int LIMIT_BYTES = 64 << 10;

    private byte[] ring = new byte[0];
    private long written;

    synchronized void write(byte[] bytes) {
        if (ring.length == 0) {
            ring = new byte[LIMIT_BYTES];
        }
        int from = Math.max(0, bytes.length - LIMIT_BYTES);
        written += from;
        int at = from;
        while (at < bytes.length) {
            int place = (int) (written % LIMIT_BYTES);
            int now = Math.min(bytes.length - at, LIMIT_BYTES - place);
            System.arraycopy(bytes, at, ring, place, now);
            written += now;
            at += now;
        }
    }

    /** As UTF-8, from the first whole character on. */
    synchronized String text() {
        int size = (int) Math.min(written, LIMIT_BYTES);
        byte[] tail = new byte[size];
        int start = written > LIMIT_BYTES ? (int) (written % LIMIT_BYTES) : 0;
        System.arraycopy(ring, start, tail, 0, size - start);
        System.arraycopy(ring, 0, tail, size - start, start);
        return Utf8Cut.text(tail, written > LIMIT_BYTES);
    }
}
