package dev.wheelhouse.core.platform.cron;

import dev.wheelhouse.core.platform.error.AppException;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Time zones of places, whose clocks may change. */
public final class NamedZone {

    private NamedZone() {}

    /**
     * The zone of that IANA name; UTC for none.
     *
     * @throws AppException {@code validation_failed} on {@code timeZone}
     */
    public static ZoneId parse(@Nullable String name) {
        String text = name == null ? "UTC" : name.strip();
        if (ZoneId.getAvailableZoneIds().contains(text)) {
            return ZoneId.of(text);
        }
        throw AppException.invalid(
                "timeZone",
                isOffset(text)
                        ? "Name a place, such as Europe/Zurich, whose clocks may change, or UTC."
                        : "There is no time zone " + text + ". Use a name such as Europe/Zurich or UTC.");
    }

    /** Also one that looks like a name, such as UTC+1. */
    private static boolean isOffset(String text) {
        try {
            return ZoneId.of(text).getRules().isFixedOffset();
        } catch (DateTimeException _) {
            return false;
        }
    }
}
