package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoredObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Brings the spool into the store, in order. For one thread, except for {@link #received} and {@link #close}. */
final class WalUploader {

    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Spool spool;
    private final ObjectStore store;
    private final WalObjects objects;
    private final WalArchiveSettings settings;
    private final WalStatus status;
    private final Clock clock;
    private final SegmentPacker packer = new SegmentPacker();
    private final AtomicReference<@Nullable PartialState> received = new AtomicReference<>();
    private final Set<SegmentName> partials;
    private @Nullable PartialState uploaded;
    private Instant lastPartial = Instant.MIN;
    private int failures;
    private boolean closed;

    /** @param partials the concurrent set of the segments of which the store may have parts */
    WalUploader(
            Spool spool,
            ObjectStore store,
            WalObjects objects,
            WalArchiveSettings settings,
            WalStatus status,
            Set<SegmentName> partials,
            Clock clock) {
        this.spool = spool;
        this.store = store;
        this.objects = objects;
        this.settings = settings;
        this.status = status;
        this.partials = partials;
        this.clock = clock;
    }

    /** Notes what of the newest segment is on the disk; null when none is begun. */
    void received(@Nullable PartialState state) {
        received.set(state);
    }

    /** Stores what waits. @return how long to wait before the next turn */
    synchronized Duration turn() {
        if (closed) {
            return IDLE;
        }
        try {
            status.refuseConflict();
            Optional<String> next = spool.first();
            if (next.isPresent()) {
                store(next.get());
                works();
                return Duration.ZERO;
            }
            return storePartial();
        } catch (IOException e) {
            status.storeFailed(e);
            failures++;
            Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
            return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        }
    }

    /** Waits for the end of a turn, and begins none after it: what the next archive finds in the spool is its own. */
    synchronized void close() {
        closed = true;
    }

    private void works() {
        failures = 0;
        status.storeWorks();
    }

    private void store(String name) throws IOException {
        if (name.endsWith(Spool.HISTORY)) {
            storeHistory(name);
        } else if (name.endsWith(Spool.LAST)) {
            storeLast(name);
        } else {
            storeWhole(segment(name), name);
        }
        spool.remove(name);
    }

    private void storeHistory(String name) throws IOException {
        String object = objects.history(name);
        if (!store.create(object, Files.readAllBytes(spool.file(name)))) {
            StoredBytes.verifyPlain(store, object, spool.file(name));
        }
    }

    private void storeLast(String name) throws IOException {
        SegmentName segment = segment(name.substring(0, name.length() - Spool.LAST.length()));
        long bytes = Files.size(spool.file(name));
        replacePartial(segment, spool.file(name), bytes);
        status.stored(segment.start().plus(bytes));
    }

    private void storeWhole(SegmentName segment, String name) throws IOException {
        Path file = spool.file(name);
        String object = objects.whole(segment);
        boolean isNew;
        try (PackedObject to = new PackedObject(store, object, false)) {
            packer.pack(file, segment.segmentBytes(), segment.segmentBytes(), to);
            isNew = to.finish();
        }
        if (!isNew) {
            StoredBytes.verifySegment(store, object, file);
        }
        if (partials.contains(segment)) {
            store.delete(store.list(objects.partials(segment)).stream()
                    .map(StoredObject::name)
                    .filter(each -> objects.partialOf(each).isPresent())
                    .toList());
            partials.remove(segment);
        }
        status.stored(segment.end());
    }

    private Duration storePartial() throws IOException {
        PartialState now = received.get();
        if (spool.first().isPresent()) {
            // Completed meanwhile; a partial one must not be stored before it.
            return Duration.ZERO;
        }
        if (now == null || now.flushed() == 0 || now.equals(uploaded)) {
            return IDLE;
        }
        Instant time = clock.instant();
        Instant due =
                lastPartial.equals(Instant.MIN) ? time : settings.partialTimes().nextAfter(lastPartial);
        if (time.isBefore(due)) {
            Duration wait = Duration.between(time, due);
            return wait.compareTo(IDLE) < 0 ? wait : IDLE;
        }
        try {
            replacePartial(now.segment(), spool.file(now.segment() + Spool.PARTIAL), now.flushed());
        } catch (NoSuchFileException _) {
            // Completed meanwhile.
            return Duration.ZERO;
        }
        uploaded = now;
        lastPartial = time;
        status.stored(now.position());
        works();
        return IDLE;
    }

    private void replacePartial(SegmentName segment, Path file, long bytes) throws IOException {
        String object = objects.partial(segment, settings.writer());
        try (PackedObject to = new PackedObject(store, object, true)) {
            packer.pack(file, bytes, segment.segmentBytes(), to);
            partials.add(segment);
            to.finish();
        }
    }

    private SegmentName segment(String name) throws IOException {
        return SegmentName.parse(name, settings.segmentBytes())
                .orElseThrow(() -> new WalException(
                        WalTrouble.OUT_OF_ORDER, "No WAL segment of this cluster's size: " + spool.file(name)));
    }
}
