package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.logs.PlacedLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leaves out, of a reading that begins with a place's entry, what lies before the place. For one thread. */
final class BehindPlace {

    private @Nullable JournalPlace place;

    /** @param place null for a reading from the oldest entry */
    BehindPlace(@Nullable JournalPlace place) {
        this.place = place;
    }

    /** The entry's lines behind the place. Only the first entry can lie before it; where it is gone, none does. */
    List<PlacedLine> of(JournalEntry entry) {
        JournalPlace known = place;
        place = null;
        if (known == null || !known.cursor().equals(entry.cursor())) {
            return entry.lines();
        }
        List<PlacedLine> lines = entry.lines();
        return known.linesRead() == 0
                ? List.of()
                : lines.subList(Math.min(known.linesRead(), lines.size()), lines.size());
    }
}
