package dev.wheelhouse.core.metrics.series;

import dev.wheelhouse.core.metrics.Window;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** How finely samples are kept, and for how long. Every sample is in all three until the tier lets go of it. */
public enum Tier {
    RAW(Duration.ofSeconds(10), Duration.ofHours(24), "uuuu-MM-dd'T'HH"),
    MINUTE(Duration.ofMinutes(1), Duration.ofDays(14), "uuuu-MM-dd"),
    HOUR(Duration.ofHours(1), Duration.ofDays(731), "uuuu-'Q'Q");

    private final long stepMs;
    private final long keptMs;
    private final DateTimeFormatter blockName;

    Tier(Duration step, Duration kept, String blockName) {
        stepMs = step.toMillis();
        keptMs = kept.toMillis();
        DateTimeFormatterBuilder name = new DateTimeFormatterBuilder().appendPattern(blockName);
        if (blockName.endsWith("Q")) {
            name.parseDefaulting(IsoFields.DAY_OF_QUARTER, 1);
        }
        this.blockName = name.parseDefaulting(ChronoField.HOUR_OF_DAY, 0).toFormatter(Locale.ROOT);
    }

    public long stepMs() {
        return stepMs;
    }

    /** How long after its measurement a sample is kept at least, milliseconds. */
    public long keptMs() {
        return keptMs;
    }

    /** The start of the block (a file) that holds a moment: an hour, a day or a quarter, in UTC. */
    long blockOf(long millis) {
        return switch (this) {
            case RAW -> Window.align(millis, Duration.ofHours(1).toMillis());
            case MINUTE -> Window.align(millis, Duration.ofDays(1).toMillis());
            case HOUR -> millis(utc(millis).with(IsoFields.DAY_OF_QUARTER, 1).truncatedTo(ChronoUnit.DAYS));
        };
    }

    /** The start of the block after the one that starts there. */
    long blockAfter(long blockStart) {
        return switch (this) {
            case RAW -> blockStart + Duration.ofHours(1).toMillis();
            case MINUTE -> blockStart + Duration.ofDays(1).toMillis();
            case HOUR -> millis(utc(blockStart).plusMonths(3));
        };
    }

    /** Buckets a block has room for. */
    int blockSize(long blockStart) {
        return Math.toIntExact((blockAfter(blockStart) - blockStart) / stepMs);
    }

    String fileName(long blockStart) {
        return prefix() + blockName.format(utc(blockStart)) + BlockFile.SUFFIX;
    }

    /** What {@link #fileName} was made from; -1 for a name that it never makes. */
    long startOf(String fileName) {
        if (!fileName.startsWith(prefix()) || !fileName.endsWith(BlockFile.SUFFIX)) {
            return -1;
        }
        String time = fileName.substring(prefix().length(), fileName.length() - BlockFile.SUFFIX.length());
        try {
            return millis(LocalDateTime.parse(time, blockName));
        } catch (DateTimeException _) {
            return -1;
        }
    }

    String prefix() {
        return name().toLowerCase(Locale.ROOT) + "-";
    }

    private static LocalDateTime utc(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    private static long millis(LocalDateTime time) {
        return time.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
