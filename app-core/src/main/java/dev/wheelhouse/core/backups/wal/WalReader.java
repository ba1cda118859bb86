package dev.wheelhouse.core.backups.wal;

import com.github.luben.zstd.ZstdInputStream;
import dev.wheelhouse.core.backups.store.ObjectStore;
import dev.wheelhouse.core.backups.store.StoreException;
import dev.wheelhouse.core.backups.store.StoreTrouble;
import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.replication.TimelineHistory;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        InputStream whole = find(objects.whole(segment.get()));
        InputStream packed = whole == null ? find(objects.partial(segment.get())) : whole;
        return packed == null ? null : new ZstdInputStream(packed);
    }

    /**
     * The histories of timelines that are stored.
     *
     * @param listing of the cluster's WAL, in any order
     */
    public List<TimelineHistory> histories(List<StoredObject> listing) throws IOException {
        List<TimelineHistory> histories = new ArrayList<>();
        for (StoredObject each : listing) {
            String file = each.name().substring(each.name().lastIndexOf('/') + 1);
            Matcher name = HISTORY_NAME.matcher(file);
            if (name.matches() && objects.history(file).equals(each.name())) {
                try (InputStream bytes = store.open(each.name())) {
                    String content = new String(bytes.readNBytes(LONGEST_HISTORY), StandardCharsets.ISO_8859_1);
                    histories.add(new TimelineHistory(Integer.parseInt(name.group(1), 16), file, content));
                }
            }
        }
        return histories;
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

    /** Where a segment begins; null for a file that is none. */
    public @Nullable WalPosition startOf(String file) {
        return SegmentName.parse(file, objects.segmentBytes())
                .map(SegmentName::start)
                .orElse(null);
    }

    /** The segment that follows one on its timeline; null for a file that is none. */
    public @Nullable String following(String file) {
        return SegmentName.parse(file, objects.segmentBytes())
                .map(each -> each.next().toString())
                .orElse(null);
    }
}
