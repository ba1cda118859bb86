package dev.wheelhouse.ui.schedules.times;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A time zone to choose.
 *
 * @param id its IANA name
 * @param offset such as {@code UTC+1}, as it is now
 */
public record ZoneChoice(String id, String offset) {

    private static final List<String> OTHER_KINDS = List.of("Etc/", "SystemV/", "US/");
    private static final int SECONDS_AN_HOUR = 3_600;

    /** Every place that has clocks of its own, the window's first, then UTC, then by name. */
    public static List<ZoneChoice> all(ZoneId own, Instant now) {
        List<String> ids = new ArrayList<>();
        ids.add(own.getId());
        ids.add("UTC");
        ZoneId.getAvailableZoneIds().stream()
                .filter(id -> id.contains("/") && OTHER_KINDS.stream().noneMatch(id::startsWith))
                .sorted(Comparator.naturalOrder())
                .forEach(ids::add);
        return ids.stream()
                .distinct()
                .map(id -> new ZoneChoice(id, offset(ZoneId.of(id).getRules().getOffset(now))))
                .toList();
    }

    private static String offset(ZoneOffset offset) {
        int seconds = offset.getTotalSeconds();
        if (seconds == 0) {
            return "UTC";
        }
        int minutes = Math.abs(seconds) % SECONDS_AN_HOUR / 60;
        String hours = (seconds < 0 ? "−" : "+") + Math.abs(seconds) / SECONDS_AN_HOUR;
        return "UTC" + hours + (minutes == 0 ? "" : String.format(Locale.ROOT, ":%02d", minutes));
    }

    /** Whether what is typed means it: a part of its name or its offset; those that begin a part of it come first. */
    static List<ZoneChoice> matching(List<ZoneChoice> all, String typed) {
        String wanted = plain(typed.strip());
        List<ZoneChoice> first = new ArrayList<>();
        List<ZoneChoice> others = new ArrayList<>();
        for (ZoneChoice each : all) {
            String id = plain(each.id());
            if (id.startsWith(wanted)
                    || id.contains("/" + wanted)
                    || plain(each.offset()).equals(wanted)) {
                first.add(each);
            } else if (id.contains(wanted)) {
                others.add(each);
            }
        }
        first.addAll(others);
        return first;
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace('_', ' ').replace('−', '-');
    }

    /** The zone that a text names whole, in any case of its letters; empty for none, and for a bare offset. */
    public static Optional<ZoneId> find(String text) {
        String wanted = plain(text.strip());
        return ZoneId.getAvailableZoneIds().stream()
                .filter(id -> plain(id).equals(wanted))
                .findFirst()
                .map(ZoneId::of);
    }
}
