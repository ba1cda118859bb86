package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Bucket;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The packed form of one metric's buckets in one block: runs of places, then column by column counts, minima (each as
 * the difference from the one before), ranges and excesses as varints, divided by what all values have in common, and
 * deflated where that makes them smaller. What follows from other columns is not written: a bucket whose range is zero
 * has no excess, and the excess of any other is at least its range.
 */
final class SeriesBlock {

    private static final int PLAIN = 0;
    private static final int DEFLATED = 1;
    private static final int MOST_BUCKETS = 4096;
    private static final int MOST_BYTES = MOST_BUCKETS * 50;

    private SeriesBlock() {}

    /** @param buckets by their place in the block, 0 to 4095; may be empty */
    static byte[] pack(NavigableMap<Integer, Bucket> buckets) {
        PackedOutput packed = new PackedOutput();
        packed.unsigned(buckets.size());
        writePlaces(packed, buckets);
        long factor = commonFactor(buckets);
        packed.unsigned(factor);
        writeDeltas(packed, buckets, Bucket::count);
        writeDeltas(packed, buckets, bucket -> bucket.min() / factor);
        for (Bucket each : buckets.values()) {
            packed.unsigned((each.max() - each.min()) / factor);
        }
        for (Bucket each : buckets.values()) {
            if (each.max() > each.min()) {
                packed.signed((each.excess() - (each.max() - each.min())) / factor);
            }
        }
        return smaller(packed.toByteArray());
    }

    private static void writeDeltas(
            PackedOutput packed, NavigableMap<Integer, Bucket> buckets, ToLongFunction<Bucket> column) {
        long before = 0;
        for (Bucket each : buckets.values()) {
            long value = column.applyAsLong(each);
            packed.signed(value - before);
            before = value;
        }
    }

    private static void writePlaces(PackedOutput packed, NavigableMap<Integer, Bucket> buckets) {
        List<Integer> gapsAndRuns = new ArrayList<>();
        int next = 0;
        for (int place : buckets.keySet()) {
            if (gapsAndRuns.isEmpty() || place > next) {
                gapsAndRuns.add(place - next);
                gapsAndRuns.add(0);
            }
            gapsAndRuns.set(gapsAndRuns.size() - 1, gapsAndRuns.getLast() + 1);
            next = place + 1;
        }
        gapsAndRuns.forEach(packed::unsigned);
    }

    /** Kernel memory comes in KiB, so its ten lowest bits need not be written. */
    private static long commonFactor(NavigableMap<Integer, Bucket> buckets) {
        long bits = 0;
        for (Bucket each : buckets.values()) {
            bits |= each.min() | each.max() | each.excess();
        }
        return bits == 0 ? 1 : Long.lowestOneBit(bits);
    }

    private static byte[] smaller(byte[] plain) {
        byte[] deflated = new byte[plain.length + 1];
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(plain);
            deflater.finish();
            int length = deflater.deflate(deflated, 1, plain.length);
            if (deflater.finished() && length < plain.length) {
                deflated[0] = DEFLATED;
                return Arrays.copyOf(deflated, length + 1);
            }
        } finally {
            deflater.end();
        }
        deflated[0] = PLAIN;
        System.arraycopy(plain, 0, deflated, 1, plain.length);
        return deflated;
    }

    /** @throws DamagedSeriesException when the bytes were not written by {@link #pack} */
    static NavigableMap<Integer, Bucket> unpack(byte[] bytes) throws DamagedSeriesException {
        PackedInput packed = new PackedInput(plain(bytes));
        int size = packed.count(MOST_BUCKETS);
        int[] places = readPlaces(packed, size);
        long factor = packed.unsigned();
        long[] counts = readDeltas(packed, size);
        long[] minima = readDeltas(packed, size);
        long[] ranges = new long[size];
        for (int i = 0; i < size; i++) {
            ranges[i] = packed.unsigned();
        }
        NavigableMap<Integer, Bucket> buckets = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            long range = ranges[i] * factor;
            long min = minima[i] * factor;
            long excess = range == 0 ? 0 : range + packed.signed() * factor;
            buckets.put(places[i], bucket(counts[i], min, range, excess));
        }
        if (!packed.isAtEnd()) {
            throw new DamagedSeriesException("A block has bytes after its end");
        }
        return buckets;
    }

    private static Bucket bucket(long count, long min, long range, long excess) throws DamagedSeriesException {
        try {
            return new Bucket(count, min, min + range, excess);
        } catch (IllegalArgumentException _) {
            throw new DamagedSeriesException("A block holds a bucket that cannot be");
        }
    }

    private static int[] readPlaces(PackedInput packed, int size) throws DamagedSeriesException {
        int[] places = new int[size];
        int filled = 0;
        int next = 0;
        while (filled < size) {
            next += packed.count(MOST_BUCKETS);
            int run = packed.count(size - filled);
            if (run == 0 || next + run > MOST_BUCKETS) {
                throw new DamagedSeriesException("A block names a place that it does not have");
            }
            for (int i = 0; i < run; i++) {
                places[filled++] = next++;
            }
        }
        return places;
    }

    private static long[] readDeltas(PackedInput packed, int size) throws DamagedSeriesException {
        long[] values = new long[size];
        long before = 0;
        for (int i = 0; i < size; i++) {
            before += packed.signed();
            values[i] = before;
        }
        return values;
    }

    private static byte[] plain(byte[] bytes) throws DamagedSeriesException {
        if (bytes.length == 0 || bytes[0] < PLAIN || bytes[0] > DEFLATED) {
            throw new DamagedSeriesException("A block is packed in an unknown way");
        }
        if (bytes[0] == PLAIN) {
            return Arrays.copyOfRange(bytes, 1, bytes.length);
        }
        Inflater inflater = new Inflater(true);
        InputStream packed = new ByteArrayInputStream(bytes, 1, bytes.length - 1);
        try (InputStream plain = new InflaterInputStream(packed, inflater, bytes.length)) {
            return plain.readNBytes(MOST_BYTES);
        } catch (IOException _) {
            throw new DamagedSeriesException("A block cannot be unpacked");
        } finally {
            inflater.end();
        }
    }
}
