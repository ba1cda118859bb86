package dev.wheelhouse.core.databases.replication;

import java.util.regex.Pattern;

/**
 * A place in a server's WAL (PostgreSQL manual, "pg_lsn Type").
 *
 * @param value bytes since the cluster began; unsigned
 */
public record WalPosition(long value) implements Comparable<WalPosition> {

    private static final Pattern TEXT = Pattern.compile("[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}");

    /**
     * @param text as servers write it, such as {@code 16/B374D848}
     * @throws IllegalArgumentException for other text
     */
    public static WalPosition parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException("No WAL position: " + text);
        }
        int slash = text.indexOf('/');
        return new WalPosition(Long.parseLong(text, 0, slash, 16) << Integer.SIZE
                | Long.parseLong(text, slash + 1, text.length(), 16));
    }

    public WalPosition plus(long bytes) {
        return new WalPosition(value + bytes);
    }

    /** Where the segment begins that this is in. */
    public WalPosition segmentStart(long segmentBytes) {
        return new WalPosition(value - Long.remainderUnsigned(value, segmentBytes));
    }

    @Override
    public int compareTo(WalPosition other) {
        return Long.compareUnsigned(value, other.value);
    }

    /** As servers write it. */
    @Override
    public String toString() {
        return "%X/%X".formatted(value >>> Integer.SIZE, value & 0xffff_ffffL);
    }
}
