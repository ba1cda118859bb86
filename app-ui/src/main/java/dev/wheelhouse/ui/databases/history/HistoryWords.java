package dev.wheelhouse.ui.databases.history;

import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.platform.caller.Origin;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Entries of the history as people read them. */
public final class HistoryWords {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final int LONGEST_LINE = 300;

    private HistoryWords() {}

    /** To the second, in the zone given. */
    public static String moment(Instant at, ZoneId zone) {
        return MOMENT.format(at.atZone(zone));
    }

    public static String origin(Origin origin) {
        return switch (origin) {
            case WINDOW -> "Window";
            case HTTP -> "API";
            case ASSISTANT -> "Assistant";
            case MCP -> "MCP";
        };
    }

    /** Such as {@code 12 ms}, {@code 3.4 s} or {@code 2 min 5 s}. */
    public static String elapsed(long millis) {
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
        }
        return millis / 60_000 + " min " + millis % 60_000 / 1_000 + " s";
    }

    /** Such as {@code 3 minutes ago}; a time to come reads as now. */
    public static String ago(Instant at, Instant now) {
        long seconds = Math.max(0, now.getEpochSecond() - at.getEpochSecond());
        if (seconds < 60) {
            return "just now";
        }
        if (seconds < 3_600) {
            return counted(seconds / 60, "minute");
        }
        if (seconds < 86_400) {
            return counted(seconds / 3_600, "hour");
        }
        return counted(seconds / 86_400, "day");
    }

    private static String counted(long count, String unit) {
        return count + " " + unit + (count == 1 ? "" : "s") + " ago";
    }

    /** The statement in one line. */
    public static String line(HistoryEntry entry) {
        String text = entry.statement();
        String start = text.length() > LONGEST_LINE ? text.substring(0, LONGEST_LINE) + "…" : text;
        return start.strip().replaceAll("\\s+", " ");
    }

    public static String icon(String outcome) {
        return switch (outcome) {
            case "succeeded" -> "fth-check-circle";
            case "failed" -> "fth-alert-circle";
            default -> "fth-slash";
        };
    }

    public static String iconStyle(String outcome) {
        return switch (outcome) {
            case "succeeded" -> "success-icon";
            case "failed" -> "danger-icon";
            default -> "warning-icon";
        };
    }
}
