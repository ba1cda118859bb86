package dev.wheelhouse.core.logs.match;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A line's characters as an expression reads them, with a limit to how long it may. ASCII is read from the bytes as they
 * are. Not thread-safe.
 */
final class LineChars implements CharSequence {

    private static final int READS_BETWEEN_LOOKS = 16_384;
    private static final long HIGH = 0x8080808080808080L;
    private static final java.lang.invoke.VarHandle LONGS =
            java.lang.invoke.MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.LITTLE_ENDIAN);

    private final long limitNanos;
    private final BooleanSupplier isStopped;
    private byte[] bytes = new byte[0];
    private int start;
    private int length;
    private @Nullable String decoded;
    private int reads;
    private long began;

    /** Reading took longer than it may, or was stopped. */
    static final class Interrupted extends RuntimeException {
        final boolean stopped;

        Interrupted(boolean stopped) {
            super(null, null, false, false);
            this.stopped = stopped;
        }
    }

    /** @param isStopped asked now and then */
    LineChars(long limitNanos, BooleanSupplier isStopped) {
        this.limitNanos = limitNanos;
        this.isStopped = isStopped;
    }

    /** Begins another line. */
    void set(byte[] line, int from, int to) {
        bytes = line;
        start = from;
        length = to - from;
        decoded = null;
        reads = READS_BETWEEN_LOOKS;
        began = 0;
        if (!isAscii(line, from, to)) {
            decoded = new String(line, from, to - from, StandardCharsets.UTF_8);
            length = decoded.length();
        }
    }

    private static boolean isAscii(byte[] line, int from, int to) {
        int at = from;
        for (; at + 8 <= to; at += 8) {
            if (((long) LONGS.get(line, at) & HIGH) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (line[at] < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (--reads < 0) {
            look();
        }
        String text = decoded;
        return text == null ? (char) bytes[start + index] : text.charAt(index);
    }

    private void look() {
        long now = System.nanoTime();
        if (began == 0) {
            began = now;
        }
        if (isStopped.getAsBoolean()) {
            throw new Interrupted(true);
        }
        if (now - began > limitNanos) {
            throw new Interrupted(false);
        }
        reads = READS_BETWEEN_LOOKS;
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return toString().substring(from, to);
    }

    @Override
    public String toString() {
        String text = decoded;
        return text == null ? new String(bytes, start, length, StandardCharsets.ISO_8859_1) : text;
    }
}
