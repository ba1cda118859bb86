package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes received WAL into the spool. For one thread. */
final class SpoolWriter {

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Spool spool;
    private final WalArchiveSettings settings;
    private final WalStatus status;
    private final SpoolFile.Opening files;
    private final Consumer<Optional<PartialState>> progressed;
    private final FlushMark mark;
    private final List<SegmentName> left = new ArrayList<>();
    private @Nullable WalStart next;
    private @Nullable PartialSegment current;

    /** @param progressed hears what of a partial segment is on the disk, or empty when one is complete */
    SpoolWriter(
            Spool spool,
            WalArchiveSettings settings,
            WalStatus status,
            SpoolFile.Opening files,
            Consumer<Optional<PartialState>> progressed)
            throws IOException {
        this.spool = spool;
        this.settings = settings;
        this.status = status;
        this.files = files;
        this.progressed = progressed;
        mark = new FlushMark(spool.file(""));
        Optional<SegmentName> whole = spool.newestWhole().flatMap(this::parse);
        List<SegmentName> found =
                spool.partials().flatMap(each -> parse(each).stream()).toList();
        left.addAll(found);
        whole.ifPresent(left::add);
        next = whole.map(each -> each.next().place()).orElse(null);
        if (!found.isEmpty() && (next == null || found.getLast().place().compareTo(next) >= 0)) {
            next = found.getLast().place();
        }
    }

    private Optional<SegmentName> parse(String name) {
        return SegmentName.parse(name, settings.segmentBytes());
    }

    /** The segments that an earlier run left, the newest whole one and the partial ones. */
    List<SegmentName> left() {
        return left;
    }

    Optional<WalStart> resume() {
        return Optional.ofNullable(next)
                .map(each -> SegmentName.at(each, settings.segmentBytes()).place());
    }

    /** Up to where WAL is on the disk, of a segment that may be there in part. */
    WalPosition flushedSince(WalStart start) throws IOException {
        SegmentName name = SegmentName.at(start, settings.segmentBytes());
        return start.position().plus(flushedOf(name));
    }

    private long flushedOf(SegmentName name) throws IOException {
        try {
            long size = Files.size(spool.file(name + Spool.PARTIAL));
            return Math.min(mark.read(name), size);
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    void begin(WalStart at) throws IOException {
        drop();
        SegmentName name = SegmentName.at(at, settings.segmentBytes());
        // First, so that after a crash this is where the stream goes on, and the gap is known.
        open(name);
        for (String each : spool.partials().toList()) {
            if (!each.equals(name.toString())) {
                keepLast(each);
            }
        }
        next = at;
        // What was on the disk of the segment before is not any more under its name.
        progressed.accept(Optional.empty());
        WalPosition waiting = spool.firstSegment()
                .flatMap(this::parse)
                .map(SegmentName::start)
                .orElse(at.position());
        status.begun(at.position(), waiting);
    }

    private void keepLast(String name) throws IOException {
        Optional<SegmentName> segment = parse(name);
        long bytes = segment.isPresent() ? flushedOf(segment.get()) : 0;
        String partial = name + Spool.PARTIAL;
        if (bytes == 0) {
            Files.deleteIfExists(spool.file(partial));
            return;
        }
        try (FileChannel channel = FileChannel.open(spool.file(partial), StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
            channel.force(true);
        }
        spool.rename(partial, name + Spool.LAST);
    }

    void write(WalPosition at, byte[] bytes, int offset, int length) throws IOException {
        WalStart expected = next;
        if (expected == null || !expected.position().equals(at)) {
            throw new WalException(WalTrouble.OUT_OF_ORDER, "WAL came at " + at + " and not where it was to go on");
        }
        try {
            for (int done = 0; done < length; ) {
                done += writePart(
                        new WalStart(expected.timeline(), at.plus(done)), bytes, offset + done, length - done);
            }
        } catch (IOException e) {
            status.receiveFailed(e);
            throw e;
        }
        status.received(at.plus(length));
    }

    private int writePart(WalStart at, byte[] bytes, int offset, int length) throws IOException {
        PartialSegment segment = current;
        if (segment == null) {
            spool.awaitRoom(
                    settings.segmentBytes(),
                    settings.spoolBytes(),
                    () -> status.waiting(WalState.LAGGING, "The store is behind, and the WAL spool is full"));
            SegmentName name = SegmentName.at(at, settings.segmentBytes());
            segment = whenDiskHasRoom(() -> open(name));
        }
        PartialSegment writing = segment;
        int part = (int) Math.min(length, writing.left());
        whenDiskHasRoom(() -> {
            writing.write(bytes, offset, part);
            return part;
        });
        if (writing.left() == 0) {
            next = writing.name().place();
            complete(writing);
        }
        next = new WalStart(at.timeline(), at.position().plus(part));
        return part;
    }

    /** Work on a file that changes nothing when it fails. */
    @FunctionalInterface
    private interface Repeatable<T> {
        T run() throws IOException;
    }

    private <T> T whenDiskHasRoom(Repeatable<T> work) throws IOException {
        while (true) {
            try {
                return work.run();
            } catch (IOException e) {
                if (!isDiskFull(e)) {
                    throw e;
                }
                status.waiting(WalState.DISK_FULL, "This machine's disk is full: " + e.getMessage());
                spool.awaitChange(LOOK);
            }
        }
    }

    private PartialSegment open(SegmentName name) throws IOException {
        SpoolFile file = files.open(spool.file(name + Spool.PARTIAL));
        try {
            spool.sync();
            PartialSegment opened = new PartialSegment(name, file, mark);
            current = opened;
            return opened;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private void complete(PartialSegment segment) throws IOException {
        flushCurrent(segment);
        drop();
        String name = segment.name().toString();
        spool.rename(name + Spool.PARTIAL, name);
        progressed.accept(Optional.empty());
    }

    WalPosition flush() throws IOException {
        PartialSegment segment = current;
        if (segment != null) {
            flushCurrent(segment);
            PartialState state = new PartialState(segment.name(), segment.flushed());
            progressed.accept(Optional.of(state));
            return state.position();
        }
        if (next == null) {
            throw new WalException(WalTrouble.OUT_OF_ORDER, "No stream of WAL has begun");
        }
        return next.position();
    }

    private void flushCurrent(PartialSegment segment) throws IOException {
        try {
            status.flushed(segment.flush());
        } catch (IOException e) {
            // After a failed flush the system may take the bytes for written: they have to be written again.
            end();
            status.receiveFailed(e);
            throw e;
        }
    }

    void keepHistory(TimelineHistory history) throws IOException {
        String name = "%08X".formatted(history.timeline()) + Spool.HISTORY;
        String unfinished = name + ".new";
        try (FileChannel file = PrivateFiles.open(
                spool.file(unfinished),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer content = ByteBuffer.wrap(history.content().getBytes(StandardCharsets.ISO_8859_1));
            while (content.hasRemaining()) {
                file.write(content);
            }
            file.force(true);
        }
        spool.rename(unfinished, name);
    }

    /** Forgets what is not flushed; the next stream begins with the segment again. */
    void end() throws IOException {
        drop();
        if (next != null) {
            next = resume().orElseThrow();
        }
        status.ended();
    }

    private void drop() throws IOException {
        if (current != null) {
            PartialSegment closing = current;
            current = null;
            closing.close();
        }
    }

    /** By any thread; what is still written then fails. */
    void close() throws IOException {
        mark.close();
    }

    private static boolean isDiskFull(IOException e) {
        String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return text.contains("no space left") || text.contains("not enough space") || text.contains("quota exceeded");
    }
}
