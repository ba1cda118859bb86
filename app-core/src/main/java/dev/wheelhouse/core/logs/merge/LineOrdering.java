package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.match.LineTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives the lines of one log the times that they are ordered by, which never go back. Not thread-safe. */
final class LineOrdering {

    private final NamedSource source;
    private final boolean isAlone;
    private final LineTimes times;
    private @Nullable Instant latest;

    LineOrdering(NamedSource source, boolean isAlone, LineTimes times) {
        this.source = source;
        this.isAlone = isAlone;
        this.times = times;
    }

    /** A line and the time that it is ordered by; {@link Instant#MIN} where no line so far had one. */
    record Ordered(Instant order, PlacedLine line) {}

    /** The next lines of this log. Those before the first that has a time get the time of that one. */
    List<Ordered> order(List<PlacedLine> lines) {
        List<Ordered> ordered = new ArrayList<>(lines.size());
        if (latest == null) {
            latest = firstTime(lines);
        }
        for (PlacedLine each : lines) {
            Instant time = timeOf(each.line());
            if (time != null && (latest == null || time.isAfter(latest))) {
                latest = time;
            }
            ordered.add(new Ordered(latest == null ? Instant.MIN : latest, named(each)));
        }
        return ordered;
    }

    private @Nullable Instant firstTime(List<PlacedLine> lines) {
        for (PlacedLine each : lines) {
            Instant time = timeOf(each.line());
            if (time != null) {
                return time;
            }
        }
        return null;
    }

    private @Nullable Instant timeOf(LogLine line) {
        Instant time = line.time();
        return time == null ? times.find(line.text()) : time;
    }

    private PlacedLine named(PlacedLine placed) {
        if (isAlone) {
            return placed;
        }
        LogLine line = placed.line();
        String own = line.instance();
        String instance = own == null || own.equals(source.name()) ? source.name() : source.name() + "/" + own;
        return new PlacedLine(new LogLine(line.time(), line.stream(), instance, line.text()), placed.after());
    }
}
