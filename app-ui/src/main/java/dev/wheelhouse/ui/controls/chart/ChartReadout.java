package dev.wheelhouse.ui.controls.chart;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The values under the cross-hair, or the newest ones without it, in words. */
final class ChartReadout {

    private static final long DAY = 86_400_000;
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);
    private static final long SHORT_SPAN = DAY / 2;

    private final ZoneId zone;

    ChartReadout(ZoneId zone) {
        this.zone = zone;
    }

    /** As exact as the buckets are long and the range is short. */
    String moment(long time, long bucketLength, TimeRange visible) {
        DateTimeFormatter format = bucketLength >= DAY ? DATE : visible.span() <= SHORT_SPAN ? SECOND : MINUTE;
        return format.format(Instant.ofEpochMilli(time).atZone(zone));
    }

    /** The average of one bucket, and its band where it has one; an em dash for a gap. */
    static String value(ChartUnit unit, ChartSeries line, int bucket, boolean withBand) {
        if (bucket < 0) {
            return "—";
        }
        String average = unit.words(line.average(bucket));
        if (!withBand || line.min(bucket) == line.max(bucket)) {
            return average;
        }
        return average + "  (" + unit.words(line.min(bucket)) + " – " + unit.words(line.max(bucket)) + ")";
    }

    /**
     * The whole chart in one sentence, for screen readers.
     *
     * @param at the cross-hair; null for the newest values
     */
    String sentence(String title, ChartData data, TimeRange visible, @Nullable Long at) {
        StringBuilder text = new StringBuilder(title);
        if (!data.hasBucketsIn(visible)) {
            return text.append(": no data in this range").toString();
        }
        text.append(at == null ? ", now" : ", at " + moment(at, lengthAt(data, at), visible))
                .append(": ");
        for (int i = 0; i < data.lines().size(); i++) {
            ChartSeries line = data.lines().get(i);
            int bucket = at == null ? newest(line, visible) : line.bucketAt(at);
            text.append(i == 0 ? "" : ", ");
            if (data.lines().size() > 1) {
                text.append(line.name()).append(' ');
            }
            text.append(bucket < 0 ? "no data" : data.unit().words(line.average(bucket)));
            if (bucket >= 0 && i == 0 && line.min(bucket) != line.max(bucket)) {
                text.append(", from ")
                        .append(data.unit().words(line.min(bucket)))
                        .append(" to ")
                        .append(data.unit().words(line.max(bucket)));
            }
        }
        if (data.limit() != null) {
            text.append(", limit ").append(data.unit().words(data.limit()));
        }
        return text.toString();
    }

    private static long lengthAt(ChartData data, long at) {
        int bucket = data.first().bucketAt(at);
        return bucket < 0 ? 0 : data.first().length(bucket);
    }

    /** The last bucket that is seen; -1 for none. */
    static int newest(ChartSeries line, TimeRange visible) {
        int bucket = line.lastStartingBy(visible.to() - 1);
        return bucket >= 0 && line.start(bucket) + line.length(bucket) > visible.from() ? bucket : -1;
    }
}
