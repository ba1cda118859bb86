package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.backups.store.StoredObject;
import dev.wheelhouse.core.databases.replication.WalPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The WAL of a cluster that a store has. Objects that are none of it are ignored. Immutable.
 *
 * @param ranges of whole segments, by timeline and position; between two of one timeline is a hole
 * @param partials where segments begin of which only a padded part is stored, by timeline and position
 */
public record StoredWal(List<WalRange> ranges, List<WalStart> partials) {

    public StoredWal {
        ranges = List.copyOf(ranges);
        partials = List.copyOf(partials);
    }

    /** @param listing in any order */
    public static StoredWal of(List<StoredObject> listing, String systemIdentifier, long segmentBytes) {
        WalObjects objects = new WalObjects(systemIdentifier, segmentBytes);
        TreeSet<WalStart> whole = new TreeSet<>();
        TreeSet<WalStart> partials = new TreeSet<>();
        for (StoredObject each : listing) {
            objects.wholeOf(each.name()).map(SegmentName::place).ifPresent(whole::add);
            objects.partialOf(each.name()).map(SegmentName::place).ifPresent(partials::add);
        }
        partials.removeAll(whole);
        List<WalRange> ranges = new ArrayList<>();
        for (WalStart each : whole) {
            WalPosition end = each.position().plus(segmentBytes);
            WalRange last = ranges.isEmpty() ? null : ranges.getLast();
            if (last != null && last.timeline() == each.timeline() && last.to().equals(each.position())) {
                ranges.set(ranges.size() - 1, new WalRange(each.timeline(), last.from(), end));
                continue;
            }
            ranges.add(new WalRange(each.timeline(), each.position(), end));
        }
        return new StoredWal(ranges, List.copyOf(partials));
    }

    /** Where the segment begins that an object is, whole or in part; empty for one that is none. */
    public static Optional<WalStart> placeOf(String object, String systemIdentifier, long segmentBytes) {
        WalObjects objects = new WalObjects(systemIdentifier, segmentBytes);
        return objects.wholeOf(object).or(() -> objects.partialOf(object)).map(SegmentName::place);
    }

    /** Whether whole segments of one timeline are stored from one place to another. */
    public boolean covers(int timeline, WalPosition from, WalPosition to) {
        return ranges.stream()
                .anyMatch(each -> each.timeline() == timeline
                        && each.from().compareTo(from) <= 0
                        && each.to().compareTo(to) >= 0);
    }

    /** Where the newest timeline's last whole segment ends; empty when no whole segment is stored. */
    public Optional<WalStart> end() {
        return ranges.isEmpty()
                ? Optional.empty()
                : Optional.of(new WalStart(
                        ranges.getLast().timeline(), ranges.getLast().to()));
    }
}
