package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How our mail server comes first among somebody else's, which get what it cannot take (RFC 5321 section 5.1: the lowest
 * preference first).
 */
record MxMerge(List<ZoneValue> remove, List<ZoneValue> add, String detail) {

    private static final int STEP = 10;
    private static final int MOST = 0xffff;

    /** The root: the domain takes no mail, and there must be no other MX (RFC 7505). */
    private static final String NULL = ".";

    /** Whether our hosts come before all others; a host may be there more than once. */
    static boolean isFirst(List<ZoneValue> wanted, List<ZoneValue> now) {
        Set<String> hosts = hosts(wanted);
        int ours = now.stream()
                .filter(each -> hosts.contains(host(each)))
                .mapToInt(MxMerge::preference)
                .min()
                .orElse(Integer.MAX_VALUE);
        Set<String> found = hosts(now);
        return found.containsAll(hosts)
                && now.stream().filter(each -> !hosts.contains(host(each))).allMatch(each -> preference(each) > ours);
    }

    static boolean isOfOthers(List<ZoneValue> wanted, ZoneValue value) {
        return !hosts(wanted).contains(host(value));
    }

    /** @param stale of {@code now}, what is removed anyway */
    static MxMerge of(List<ZoneValue> wanted, List<ZoneValue> now, List<ZoneValue> stale) {
        Set<String> hosts = hosts(wanted);
        List<ZoneValue> remove = new ArrayList<>();
        List<ZoneValue> add = new ArrayList<>();
        List<ZoneValue> theirs = new ArrayList<>();
        Set<String> present = new HashSet<>();
        Set<String> texts = wanted.stream().map(ZoneValue::text).collect(Collectors.toSet());
        for (ZoneValue each : now) {
            if (texts.contains(each.text())) {
                present.add(each.text());
            } else if (hosts.contains(host(each)) || host(each).equals(NULL)) {
                remove.add(each);
            } else if (!stale.contains(each)) {
                theirs.add(each);
            }
        }
        remove.removeAll(stale);
        wanted.stream().filter(each -> !present.contains(each.text())).forEach(add::add);
        int ours = wanted.stream().mapToInt(MxMerge::preference).max().orElse(0);
        int lowest = theirs.stream().mapToInt(MxMerge::preference).min().orElse(MOST);
        if (lowest <= ours) {
            int shift = ours + STEP - lowest;
            for (ZoneValue each : theirs) {
                int preference = Math.min(MOST, preference(each) + shift);
                // The name as it was written.
                String name = each.data().substring(each.data().indexOf(' ') + 1);
                remove.add(each);
                add.add(ZoneValue.ofData(DnsType.MX, preference + " " + name));
            }
        }
        String detail = theirs.isEmpty()
                ? "Somebody else says here that the domain takes no mail. Ticked, ours takes its place."
                : "Mail of this domain goes to somebody else's server. Ticked, it goes to ours first, and to theirs"
                        + " when ours cannot be reached.";
        return new MxMerge(remove, add, detail);
    }

    private static Set<String> hosts(List<ZoneValue> values) {
        return values.stream().map(MxMerge::host).collect(Collectors.toSet());
    }

    private static int preference(ZoneValue value) {
        return Integer.parseInt(value.text().substring(0, value.text().indexOf(' ')));
    }

    private static String host(ZoneValue value) {
        return value.text().substring(value.text().indexOf(' ') + 1);
    }
}
