package dev.wheelhouse.core.backups.wal;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads stored WAL by the names under which a recovery asks for it. Thread-safe. */
public final class WalReader {

    private static final String HISTORY = ".history";
    private static final Pattern HISTORY_NAME = Pattern.compile("([0-7][0-9A-F]{7})\\.history");
    private static final int LONGEST_HISTORY = 1 << 20;

    private final ObjectStore store;
    private final WalObjects objects;

    /** @param segmentBytes a power of two, 1 MiB to 1 GiB */
    public WalReader(ObjectStore store, String systemIdentifier, long segmentBytes) {
        this.store = store;
        this.objects = new WalObjects(systemIdentifier, segmentBytes);
    }

    /**
     * Opens a segment or a timeline's history, unpacked; the caller closes it. Of a segment that is stored in part that part,
     * padded.
     *
     * @param file such as {@code 000000010000000000000003} or {@code 00000002.history}
     * @return null where none is stored
     */
    public @Nullable InputStream open(String file) throws IOException {
        if (file.endsWith(HISTORY)) {
            return find(objects.history(file));
        }
        Optional<SegmentName> segment = SegmentName.parse(file, objects.segmentBytes());
        if (segment.isEmpty()) {
            return null;
        }
        String whole = objects.whole(segment.get());
        InputStream found = unpacked(whole);
        if (found == null) {
            Optional<String> part = newestPart(segment.get());
            found = part.isPresent() ? unpacked(part.get()) : null;
        }
        // Once more: parts are removed as soon as the whole one is stored, which may be in between.
        return found == null ? unpacked(whole) : found;
    }

    /**
     * As {@link #open(String)}, of what was stored when the WAL ended at a place, whatever came since.
     *
     * @param end of a segment that it lies in, what is before it, padded; null for those behind it
     */
    public @Nullable InputStream open(String file, WalPosition end) throws IOException {
        WalStart place = placeOf(file);
        if (place == null) {
            return open(file);
        }
        long kept = end.value() - place.position().value();
        InputStream found = kept <= 0 ? null : open(file);
        return found == null || kept >= objects.segmentBytes() ? found : new Padded(found, kept);
    }

    /** Has zeros from a place on, as WAL has that is not written yet. */
    private static final class Padded extends FilterInputStream {

        private long left;

        Padded(InputStream in, long kept) {
            super(in);
            this.left = kept;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            int kept = (int) Math.min(Math.max(0, count), left);
            Arrays.fill(bytes, offset + kept, offset + Math.max(0, count), (byte) 0);
            left -= kept;
            return count;
        }
    }

    /** Of the writer that came last, whatever one that was replaced has written since. */
    private Optional<String> newestPart(SegmentName segment) throws StoreException {
        return store.list(objects.partials(segment)).stream()
                .map(StoredObject::name)
                .filter(each -> objects.partialOf(each).isPresent())
                .max(Comparator.naturalOrder());
    }

    private @Nullable InputStream unpacked(String object) throws IOException {
        InputStream packed = find(object);
        return packed == null ? null : new Unpacked(packed, object);
    }

    /** Says which object is damaged; each frame has a checksum. */
    private static final class Unpacked extends ZstdInputStreamNoFinalizer {

        private final String object;

        Unpacked(InputStream packed, String object) throws IOException {
            super(packed);
            this.object = object;
        }

        @Override
        public synchronized int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return super.read(bytes, offset, length);
            } catch (ZstdIOException e) {
                throw new StoreException(
                        StoreTrouble.DAMAGED, object + " is damaged in the store: " + e.getMessage() + ".", e);
            }
        }
    }

    /**
     * A timeline's history.
     *
     * @return empty for an object that is none
     */
    public Optional<TimelineHistory> history(String object) throws IOException {
        String file = object.substring(object.lastIndexOf('/') + 1);
        OptionalInt timeline = timelineOf(object);
        if (timeline.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream bytes = store.open(object)) {
            String content = new String(bytes.readNBytes(LONGEST_HISTORY), StandardCharsets.ISO_8859_1);
            return Optional.of(new TimelineHistory(timeline.getAsInt(), file, content));
        }
    }

    /** The timeline whose history an object is; empty for one that is none. */
    public OptionalInt timelineOf(String object) {
        String file = object.substring(object.lastIndexOf('/') + 1);
        Matcher name = HISTORY_NAME.matcher(file);
        return name.matches() && objects.history(file).equals(object)
                ? OptionalInt.of(Integer.parseInt(name.group(1), 16))
                : OptionalInt.empty();
    }

    private @Nullable InputStream find(String object) throws StoreException {
        try {
            return store.open(object);
        } catch (StoreException e) {
            if (e.trouble() == StoreTrouble.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    /**
     * The first place from which on whole segments are missing.
     *
     * @return where a segment begins, or {@code from} within the first; null when all are stored up to {@code to}
     */
    public @Nullable WalPosition firstMissing(int timeline, WalPosition from, WalPosition to) throws StoreException {
        WalPosition at = from;
        while (at.compareTo(to) < 0) {
            WalPosition segment = at.segmentStart(objects.segmentBytes());
            SegmentName name = SegmentName.at(new WalStart(timeline, segment), objects.segmentBytes());
            if (store.find(objects.whole(name)).isEmpty()) {
                return at;
            }
            at = segment.plus(objects.segmentBytes());
        }
        return null;
    }

    /**
     * Reads the whole segments of a range, each of which bears a checksum.
     *
     * @throws IOException that names the one that is lost or damaged
     */
    public void check(int timeline, WalPosition from, WalPosition to) throws IOException {
        for (WalPosition at = from.segmentStart(objects.segmentBytes());
                at.compareTo(to) < 0;
                at = at.plus(objects.segmentBytes())) {
            String object = objects.whole(SegmentName.at(new WalStart(timeline, at), objects.segmentBytes()));
            try (InputStream segment = unpacked(object)) {
                if (segment == null) {
                    throw new StoreException(StoreTrouble.NOT_FOUND, object + " is not in the store any more.", null);
                }
                if (segment.transferTo(OutputStream.nullOutputStream()) != objects.segmentBytes()) {
                    throw new StoreException(StoreTrouble.DAMAGED, object + " is cut in the store.", null);
                }
            }
        }
    }

    /** Where a segment begins; null for a file that is none. */
    public @Nullable WalStart placeOf(String file) {
        return SegmentName.parse(file, objects.segmentBytes())
                .map(SegmentName::place)
                .orElse(null);
    }

    /** The segment that follows one on its timeline; null for a file that is none. */
    public @Nullable String following(String file) {
        return SegmentName.parse(file, objects.segmentBytes())
                .map(each -> each.next().toString())
                .orElse(null);
    }
}
