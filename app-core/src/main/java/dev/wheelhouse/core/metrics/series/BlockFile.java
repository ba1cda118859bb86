package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A block on disk: every metric of one server in one hour, day or quarter. A head lists where each metric's packed
 * buckets lie, so that a reader of one touches nothing else; head and parts each carry their CRC-32. Files are replaced
 * whole, never changed.
 */
final class BlockFile {

    static final String SUFFIX = ".series";

    private static final int MAGIC = 0x57484D31; // WHM1
    private static final int PREAMBLE = 12;
    private static final int FIRST_READ = 4096;
    private static final int LARGEST_HEAD = 1 << 20;
    private static final int LARGEST_PART = 1 << 20;
    static final int MOST_METRICS = 4096;
    static final int LONGEST_NAME = 1024;

    private BlockFile() {}

    /**
     * What a file holds.
     *
     * @param damaged whether some of it could not be read; then the rest is here
     */
    record Contents(JournalMark mark, Map<Metric, MetricBlock> metrics, boolean damaged) {

        static Contents empty() {
            return new Contents(JournalMark.NONE, new TreeMap<>(Metric::compareByOrder), false);
        }
    }

    private record Part(
            long offset, int length, long crc32, @Nullable Long limitBytes) {}

    private record Head(JournalMark mark, Map<Metric, Part> parts) {}

    /** Replaces the file in one step. */
    static void write(Path file, JournalMark mark, Map<Metric, MetricBlock> metrics) throws IOException {
        PackedOutput head = new PackedOutput();
        head.unsigned(mark.length());
        head.unsigned(mark.crc32());
        head.unsigned(metrics.size());
        Map<Metric, byte[]> parts = new LinkedHashMap<>();
        for (Map.Entry<Metric, MetricBlock> each : metrics.entrySet()) {
            byte[] packed = SeriesBlock.pack(each.getValue().buckets());
            Long limit = each.getValue().limitBytes();
            head.text(each.getKey().name());
            head.unsigned(limit == null ? 0 : limit + 1);
            head.unsigned(packed.length);
            head.unsigned(crc32(packed));
            parts.put(each.getKey(), packed);
        }
        byte[] headBytes = head.toByteArray();
        int length = PREAMBLE
                + headBytes.length
                + parts.values().stream().mapToInt(part -> part.length).sum();
        ByteBuffer all = ByteBuffer.allocate(length);
        all.putInt(MAGIC)
                .putInt(headBytes.length)
                .putInt((int) crc32(headBytes))
                .put(headBytes);
        parts.values().forEach(all::put);
        replace(file, all.flip());
    }

    private static void replace(Path file, ByteBuffer bytes) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (FileChannel channel = PrivateFiles.open(
                    fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                // The journal is deleted next, so this has to be on the disk first.
                channel.force(false);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /**
     * One metric's block; empty where the file does not exist or does not have the metric.
     *
     * @throws DamagedSeriesException when head or part are not what was written
     */
    static Optional<MetricBlock> read(Path file, Metric metric) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Part part = readHead(channel).parts().get(metric);
            return part == null ? Optional.empty() : Optional.of(read(channel, part));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** The metrics of a file with their limits; none where it does not exist. */
    static Map<Metric, Optional<Long>> readNames(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Map<Metric, Optional<Long>> names = new LinkedHashMap<>();
            readHead(channel)
                    .parts()
                    .forEach((metric, part) -> names.put(metric, Optional.ofNullable(part.limitBytes)));
            return names;
        } catch (NoSuchFileException _) {
            return Map.of();
        }
    }

    /** All that can be read of a file; empty where it does not exist. */
    static Contents readAll(Path file) throws IOException {
        Contents contents = Contents.empty();
        boolean damaged = false;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Head head = readHead(channel);
            for (Map.Entry<Metric, Part> each : head.parts().entrySet()) {
                try {
                    contents.metrics().put(each.getKey(), read(channel, each.getValue()));
                } catch (DamagedSeriesException _) {
                    damaged = true;
                }
            }
            return new Contents(head.mark(), contents.metrics(), damaged);
        } catch (NoSuchFileException _) {
            return contents;
        } catch (DamagedSeriesException _) {
            return new Contents(JournalMark.NONE, contents.metrics(), true);
        }
    }

    private static Head readHead(FileChannel channel) throws IOException {
        ByteBuffer first = readUpTo(channel, 0, FIRST_READ);
        if (first.remaining() < PREAMBLE || first.getInt() != MAGIC) {
            throw new DamagedSeriesException("Not a file of series");
        }
        int length = first.getInt();
        int crc32 = first.getInt();
        if (length < 0 || length > LARGEST_HEAD) {
            throw new DamagedSeriesException("The head cannot be that long");
        }
        byte[] bytes = new byte[length];
        ByteBuffer all = first.remaining() >= length ? first : readUpTo(channel, PREAMBLE, length);
        if (all.remaining() < length) {
            throw new DamagedSeriesException("The head ends early");
        }
        all.get(bytes);
        if ((int) crc32(bytes) != crc32) {
            throw new DamagedSeriesException("The head was altered");
        }
        return parseHead(bytes);
    }

    private static Head parseHead(byte[] bytes) throws DamagedSeriesException {
        PackedInput head = new PackedInput(bytes);
        JournalMark mark = new JournalMark(head.unsigned(), head.unsigned());
        int count = head.count(MOST_METRICS);
        Map<Metric, Part> parts = new LinkedHashMap<>();
        long offset = (long) PREAMBLE + bytes.length;
        for (int i = 0; i < count; i++) {
            Optional<Metric> metric = Metric.find(head.text(LONGEST_NAME));
            long limit = head.unsigned();
            int length = head.count(LARGEST_PART);
            Part part = new Part(offset, length, head.unsigned(), limit == 0 ? null : limit - 1);
            metric.ifPresent(known -> parts.put(known, part));
            offset += length;
        }
        return new Head(mark, parts);
    }

    private static MetricBlock read(FileChannel channel, Part part) throws IOException {
        ByteBuffer read = readUpTo(channel, part.offset(), part.length());
        byte[] bytes = new byte[read.remaining()];
        read.get(bytes);
        if (bytes.length < part.length() || crc32(bytes) != part.crc32()) {
            throw new DamagedSeriesException("A part was altered");
        }
        return new MetricBlock(part.limitBytes(), SeriesBlock.unpack(bytes));
    }

    private static ByteBuffer readUpTo(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        long at = from;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                break;
            }
            at += count;
        }
        return buffer.flip();
    }

    static long crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
