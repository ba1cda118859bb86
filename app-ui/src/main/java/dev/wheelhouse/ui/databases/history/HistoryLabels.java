package dev.wheelhouse.ui.databases.history;

import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.platform.caller.Origin;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Entries of the history as people read them. */
public final class HistoryLabels {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final int LONGEST_LINE = 300;

    private HistoryLabels() {}

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
            case CONSOLE -> "Console";
            case HOOK -> "Signed request";
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
