package dev.wheelhouse.core.metrics.series;

import java.nio.charset.StandardCharsets;

/** Reads what {@link PackedOutput} wrote; whatever else it meets is damage. For one thread. */
final class PackedInput {

    private final byte[] bytes;
    private int at;

    PackedInput(byte[] bytes) {
        this.bytes = bytes;
    }

    long unsigned() throws DamagedSeriesException {
        long value = bits();
        if (value < 0) {
            throw new DamagedSeriesException("A number is out of range");
        }
        return value;
    }

    int count(int most) throws DamagedSeriesException {
        long value = unsigned();
        if (value > most) {
            throw new DamagedSeriesException("A count of " + value + " is more than " + most);
        }
        return (int) value;
    }

    long signed() throws DamagedSeriesException {
        long value = bits();
        return (value >>> 1) ^ -(value & 1);
    }

    private long bits() throws DamagedSeriesException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new DamagedSeriesException("A number has no end");
    }

    int octet() throws DamagedSeriesException {
        if (at >= bytes.length) {
            throw new DamagedSeriesException("The data ends early");
        }
        return bytes[at++] & 0xFF;
    }

    String text(int longest) throws DamagedSeriesException {
        int length = count(Math.min(longest, bytes.length - at));
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }
}
