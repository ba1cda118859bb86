package dev.wheelhouse.core.logs.match;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The time zone of a log, and what the names of zones in it mean. A name that several parts of the world have is understood
 * where the log's own zone has it, and else not at all: no time is better than one that is hours off. Immutable.
 */
final class LogZone {

    static final int LONGEST_NAME = 5;

    private static final int HOUR = 3600;
    private static final int HOUR_MILLIS = HOUR * 1000;

    /** As PostgreSQL's {@code Default} set and date(1) have them (PostgreSQL manual, appendix B.4). */
    private static final Map<String, Double> HOURS = Map.ofEntries(
            Map.entry("UTC", 0.0),
            Map.entry("UCT", 0.0),
            Map.entry("GMT", 0.0),
            Map.entry("WET", 0.0),
            Map.entry("WEST", 1.0),
            Map.entry("CET", 1.0),
            Map.entry("CEST", 2.0),
            Map.entry("MET", 1.0),
            Map.entry("MEST", 2.0),
            Map.entry("EET", 2.0),
            Map.entry("EEST", 3.0),
            Map.entry("MSK", 3.0),
            Map.entry("SAST", 2.0),
            Map.entry("EAT", 3.0),
            Map.entry("PKT", 5.0),
            Map.entry("HKT", 8.0),
            Map.entry("AWST", 8.0),
            Map.entry("JST", 9.0),
            Map.entry("KST", 9.0),
            Map.entry("ACST", 9.5),
            Map.entry("ACDT", 10.5),
            Map.entry("AEST", 10.0),
            Map.entry("AEDT", 11.0),
            Map.entry("NZST", 12.0),
            Map.entry("NZDT", 13.0),
            Map.entry("HST", -10.0),
            Map.entry("AKST", -9.0),
            Map.entry("AKDT", -8.0),
            Map.entry("PST", -8.0),
            Map.entry("PDT", -7.0),
            Map.entry("MST", -7.0),
            Map.entry("MDT", -6.0),
            Map.entry("EST", -5.0),
            Map.entry("EDT", -4.0),
            Map.entry("NST", -3.5),
            Map.entry("NDT", -2.5),
            Map.entry("BRT", -3.0),
            Map.entry("BRST", -2.0),
            Map.entry("WAT", 1.0),
            Map.entry("CAT", 2.0),
            Map.entry("IDT", 3.0),
            Map.entry("TRT", 3.0),
            Map.entry("WIB", 7.0),
            Map.entry("ICT", 7.0),
            Map.entry("WITA", 8.0),
            Map.entry("SGT", 8.0),
            Map.entry("MYT", 8.0),
            Map.entry("WIT", 9.0),
            Map.entry("ChST", 10.0));

    private static final Set<String> SEVERAL =
            Set.of("ADT", "AMT", "AST", "BST", "CDT", "CST", "ECT", "GST", "IST", "SST", "WST");

    private static final Set<String> REGIONS = Set.copyOf(ZoneId.getAvailableZoneIds());

    private final ZoneId id;

    /** Of this zone alone: they go before what others mean by them. */
    private final Map<String, Double> own = new HashMap<>();

    LogZone(ZoneId id) {
        this.id = id;
        TimeZone zone = TimeZone.getTimeZone(id);
        double standard = zone.getRawOffset() / (double) HOUR_MILLIS;
        own.put(zone.getDisplayName(false, TimeZone.SHORT, Locale.ENGLISH), standard);
        // Zones without daylight saving have a name for it all the same.
        if (zone.useDaylightTime()) {
            own.put(
                    zone.getDisplayName(true, TimeZone.SHORT, Locale.ENGLISH),
                    standard + zone.getDSTSavings() / (double) HOUR_MILLIS);
        }
    }

    ZoneId id() {
        return id;
    }

    /** Seconds east of Greenwich; null for what is no name of a zone, or of several. */
    @Nullable
    Integer seconds(String name) {
        Double hours = own.getOrDefault(name, HOURS.get(name));
        return hours == null ? null : (int) (hours * HOUR);
    }

    /** The zone of a name such as {@code Europe/Berlin}; null for what is none. */
    static @Nullable ZoneId region(String name) {
        return REGIONS.contains(name) ? ZoneId.of(name) : null;
    }

    /** Whether a word names zones that are none of this log's. */
    boolean isUnknown(String name) {
        return SEVERAL.contains(name) && !own.containsKey(name);
    }
}
