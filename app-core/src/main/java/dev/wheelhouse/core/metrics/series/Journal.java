package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Bucket;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The raw buckets of one hour as they were measured, one record after the other, each with length and CRC-32. What was
 * appended survives the end of the process; a record that was only half written is cut off when the journal is opened
 * again. Records add up: two of the same bucket are merged by the reader. For one thread at a time.
 */
final class Journal implements AutoCloseable {

    static final String SUFFIX = ".journal";
    static final String DAMAGED = ".damaged-";

    private static final int MAGIC = 0x57484A31; // WHJ1
    private static final int HEAD = 20;
    private static final int FRAME = 8;
    private static final int LARGEST_RECORD = 1 << 20;
    private static final int LARGEST = 64 << 20;
    private static final int NAME = 1;
    private static final int BUCKETS = 2;

    /** Takes what a journal holds. */
    @FunctionalInterface
    interface Reader {

        /** A metric and its limit, again whenever the limit changed. */
        default void metric(Metric metric, @Nullable Long limitBytes) {
            // The buckets name their metrics.
        }

        void bucket(Metric metric, long start, Bucket bucket);
    }

    private final Path file;
    private final FileChannel channel;
    private final long hour;
    private final Map<Metric, Integer> numbers = new HashMap<>();
    private final Map<Metric, Long> limits = new HashMap<>();
    private long length;
    private boolean damaged;

    private Journal(Path file, FileChannel channel, long hour, long length) {
        this.file = file;
        this.channel = channel;
        this.hour = hour;
        this.length = length;
    }

    /** @param hour whose buckets it takes, epoch milliseconds */
    static Journal create(Path file, long hour, long createdAt) throws IOException {
        FileChannel channel = PrivateFiles.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Journal journal = new Journal(file, channel, hour, 0);
        try {
            // The creation time distinguishes two journals of one hour.
            journal.write(ByteBuffer.allocate(HEAD)
                    .putInt(MAGIC)
                    .putLong(hour)
                    .putLong(createdAt)
                    .flip());
            return journal;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /**
     * Opens one that was left, up to its last whole record; what follows is cut off.
     *
     * @throws DamagedSeriesException when not even its head can be read
     */
    static Journal open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            byte[] bytes = read(channel, Math.min(channel.size(), LARGEST));
            if (bytes.length < HEAD || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
                throw new DamagedSeriesException("Not a journal");
            }
            Journal journal = new Journal(file, channel, ByteBuffer.wrap(bytes).getLong(4), 0);
            journal.length = replay(bytes, HEAD, journal.hour, journal.remembering());
            if (journal.length < channel.size()) {
                journal.damaged = recordsFollow(bytes, journal.hour, (int) journal.length);
                if (journal.damaged) {
                    Files.copy(file, file.resolveSibling(file.getFileName() + DAMAGED + journal.length));
                }
                channel.truncate(journal.length);
            }
            return journal;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether whole records lie behind a broken one: then it was not the end that was cut short. */
    private static boolean recordsFollow(byte[] bytes, long hour, int broken) {
        for (int at = broken + 1; at < bytes.length - FRAME; at++) {
            if (replay(bytes, at, hour, null) > at) {
                return true;
            }
        }
        return false;
    }

    /** Whether records in the middle had to be given up; the whole is kept beside it under another name. */
    boolean damaged() {
        return damaged;
    }

    private Reader remembering() {
        return new Reader() {
            @Override
            public void metric(Metric metric, @Nullable Long limitBytes) {
                numbers.putIfAbsent(metric, numbers.size());
                limits.compute(metric, (_, _) -> limitBytes);
            }

            @Override
            public void bucket(Metric metric, long start, Bucket bucket) {
                // Only the names are needed to go on writing.
            }
        };
    }

    Path file() {
        return file;
    }

    long hour() {
        return hour;
    }

    long length() {
        return length;
    }

    /**
     * Appends the buckets of one start. When it throws, nothing of it counts.
     *
     * @param start within the hour
     */
    void append(long start, Map<Metric, Bucket> buckets, Map<Metric, Long> newLimits) throws IOException {
        Map<Metric, Integer> fresh = new HashMap<>();
        PackedOutput names = new PackedOutput();
        for (Metric metric : buckets.keySet()) {
            Long limit = newLimits.get(metric);
            boolean known = numbers.containsKey(metric);
            if (!known) {
                fresh.put(metric, numbers.size() + fresh.size());
            }
            if (!known || !Objects.equals(limit, limits.get(metric))) {
                names.write(NAME);
                names.unsigned(known ? numbers.getOrDefault(metric, 0) : fresh.getOrDefault(metric, 0));
                names.text(metric.name());
                names.unsigned(limit == null ? 0 : limit + 1);
            }
        }
        names.write(BUCKETS);
        names.unsigned((start - hour) / Tier.RAW.stepMs());
        names.unsigned(buckets.size());
        buckets.forEach((metric, bucket) -> {
            Integer number = numbers.get(metric);
            names.unsigned(number == null ? fresh.getOrDefault(metric, 0) : number);
            write(names, bucket);
        });
        writeRecord(names.toByteArray());
        numbers.putAll(fresh);
        buckets.keySet().forEach(metric -> limits.compute(metric, (_, _) -> newLimits.get(metric)));
    }

    private static void write(PackedOutput record, Bucket bucket) {
        boolean flat = bucket.min() == bucket.max();
        record.unsigned(bucket.count() << 1 | (flat ? 1 : 0));
        record.unsigned(bucket.min());
        if (!flat) {
            record.unsigned(bucket.max() - bucket.min());
            record.unsigned(bucket.excess());
        }
    }

    private void writeRecord(byte[] record) throws IOException {
        ByteBuffer framed = ByteBuffer.allocate(FRAME + record.length);
        framed.putInt(record.length).putInt((int) BlockFile.crc32(record)).put(record);
        write(framed.flip());
    }

    private void write(ByteBuffer bytes) throws IOException {
        long at = length;
        try {
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
            length = at;
        } catch (IOException e) {
            // Half a record, as on a full disk, must not stand before the next.
            channel.truncate(length);
            throw e;
        }
    }

    /** Gives everything in the order in which it was appended. */
    void read(Reader reader) throws IOException {
        byte[] bytes = read(channel, length);
        if (replay(bytes, HEAD, hour, reader) < length) {
            throw new DamagedSeriesException("The journal was altered");
        }
    }

    /** Names all that is in it now. */
    JournalMark mark() throws IOException {
        CRC32 crc = new CRC32();
        crc.update(read(channel, length));
        return new JournalMark(length, crc.getValue());
    }

    private static byte[] read(FileChannel channel, long length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(length));
        while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) >= 0) {
            // The position moves with what was read.
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /**
     * Reads whole records; answers where the last of them ends.
     *
     * @param reader null to look at their frames alone
     */
    private static long replay(byte[] bytes, int from, long hour, @Nullable Reader reader) {
        Map<Integer, Metric> metrics = new HashMap<>();
        ByteBuffer rest = ByteBuffer.wrap(bytes).position(from);
        while (rest.remaining() >= FRAME) {
            int start = rest.position();
            int size = rest.getInt();
            int crc32 = rest.getInt();
            if (size < 1 || size > Math.min(LARGEST_RECORD, rest.remaining())) {
                return start;
            }
            byte[] record = new byte[size];
            rest.get(record);
            if ((int) BlockFile.crc32(record) != crc32) {
                return start;
            }
            if (reader == null) {
                continue;
            }
            try {
                replayRecord(new PackedInput(record), hour, metrics, reader);
            } catch (DamagedSeriesException _) {
                return start;
            }
        }
        return rest.position();
    }

    private static void replayRecord(PackedInput record, long hour, Map<Integer, Metric> metrics, Reader reader)
            throws DamagedSeriesException {
        while (!record.isAtEnd()) {
            if (record.octet() == NAME) {
                int number = record.count(BlockFile.MOST_METRICS);
                Metric metric = Metric.find(record.text(BlockFile.LONGEST_NAME))
                        .orElseThrow(() -> new DamagedSeriesException("A journal names no metric"));
                long limit = record.unsigned();
                metrics.put(number, metric);
                reader.metric(metric, limit == 0 ? null : limit - 1);
                continue;
            }
            long start = hour + record.count(Tier.RAW.blockSize(hour) - 1) * Tier.RAW.stepMs();
            int count = record.count(BlockFile.MOST_METRICS);
            for (int i = 0; i < count; i++) {
                Metric metric = metrics.get(record.count(BlockFile.MOST_METRICS));
                Bucket bucket = bucket(record);
                if (metric == null) {
                    throw new DamagedSeriesException("A journal uses a metric that it does not name");
                }
                reader.bucket(metric, start, bucket);
            }
        }
    }

    private static Bucket bucket(PackedInput record) throws DamagedSeriesException {
        long head = record.unsigned();
        long min = record.unsigned();
        boolean flat = (head & 1) == 1;
        long range = flat ? 0 : record.unsigned();
        long excess = flat ? 0 : record.unsigned();
        try {
            return new Bucket(head >>> 1, min, min + range, excess);
        } catch (IllegalArgumentException _) {
            throw new DamagedSeriesException("A journal holds a bucket that cannot be");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
