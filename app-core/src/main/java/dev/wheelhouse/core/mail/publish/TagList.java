package dev.wheelhouse.core.mail.publish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The {@code tag=value} pairs of a TXT record, as DKIM (RFC 6376 section 3.2), DMARC (RFC 9989), MTA-STS (RFC 8461 section
 * 3.1) and TLS-RPT (RFC 8460 section 3) have them.
 *
 * @param tags names in lower case, in order, the first of several
 * @param wellFormed whether all between semicolons are such pairs, each tag once
 */
record TagList(Map<String, String> tags, boolean wellFormed) {

    private static final Set<String> POLICIES = Set.of("none", "quarantine", "reject");

    static TagList parse(String text) {
        Map<String, String> tags = new LinkedHashMap<>();
        boolean wellFormed = true;
        for (String each : text.split(";", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                String name = each.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                wellFormed &= name.matches("[a-z][a-z0-9_]*")
                        && tags.putIfAbsent(name, each.substring(equals + 1).strip()) == null;
            } else {
                wellFormed &= each.isBlank();
            }
        }
        return new TagList(tags, wellFormed);
    }

    /** Whether it is meant as a record of this version, in any case. */
    boolean isVersion(String version) {
        return version.equalsIgnoreCase(tags.get("v"));
    }

    boolean has(String tag) {
        return tags.containsKey(tag);
    }

    /** Whether two DKIM records have the same key, however their text is spaced. */
    boolean hasKeyOf(TagList other) {
        return wellFormed
                && has("p")
                && key("p", "").equals(other.key("p", ""))
                && key("k", "rsa").equals(other.key("k", "rsa"));
    }

    private String key(String tag, String otherwise) {
        return tags.getOrDefault(tag, otherwise).replaceAll("\\s", "");
    }

    /** Whether receivers take it for a DMARC policy: without one that is known they need {@code rua} (RFC 9989). */
    boolean isDmarcPolicy() {
        boolean isFirst = tags.keySet().stream().findFirst().orElse("").equals("v");
        String policy = tags.getOrDefault("p", "").toLowerCase(Locale.ROOT);
        return wellFormed && isFirst && "DMARC1".equals(tags.get("v")) && (POLICIES.contains(policy) || has("rua"));
    }

    /** The addresses that reports go to. */
    List<String> reportAddresses() {
        List<String> addresses = new ArrayList<>();
        for (String each : tags.getOrDefault("rua", "").split(",", -1)) {
            if (!each.isBlank()) {
                addresses.add(each.strip());
            }
        }
        return addresses;
    }

    /** With reports to these addresses too. */
    TagList withReportsTo(List<String> more) {
        List<String> addresses = reportAddresses();
        more.stream()
                .filter(each -> addresses.stream().noneMatch(each::equalsIgnoreCase))
                .forEach(addresses::add);
        Map<String, String> changed = new LinkedHashMap<>(tags);
        changed.put("rua", String.join(",", addresses));
        return new TagList(changed, wellFormed);
    }

    boolean reportsTo(List<String> addresses) {
        return addresses.stream().allMatch(each -> reportAddresses().stream().anyMatch(each::equalsIgnoreCase));
    }

    String text() {
        List<String> pairs = new ArrayList<>();
        tags.forEach((name, value) -> pairs.add(name + "=" + value));
        return String.join("; ", pairs);
    }
}
