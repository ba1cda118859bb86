package dev.wheelhouse.core.mail.check.policy;

import dev.wheelhouse.core.platform.net.HostNames;
import dev.wheelhouse.core.platform.text.Excerpt;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A DMARC record as RFC 9989 reads it.
 *
 * @param tags with their values as they stand there
 * @param errors sentences that name the tag; with one, receivers read the record otherwise than it was meant
 * @param warnings sentences
 */
public record DmarcRecord(Map<String, String> tags, List<String> errors, List<String> warnings) {

    public static final String VERSION = "DMARC1";

    /** Without a blank in front; the name is taken in either case (RFC 9989 section 4.8, RFC 5234 section 2.3). */
    private static final Pattern FIRST_TAG =
            Pattern.compile("[Vv]\\s*=\\s*" + VERSION + "\\s*(?:;.*)?", Pattern.DOTALL);

    private static final String REQUEST = "none|quarantine|reject";
    private static final Map<String, Pattern> VALUES = Map.ofEntries(
            Map.entry("p", value(REQUEST)),
            Map.entry("sp", value(REQUEST)),
            Map.entry("np", value(REQUEST)),
            Map.entry("adkim", value("[rs]")),
            Map.entry("aspf", value("[rs]")),
            Map.entry("psd", value("[ynu]")),
            Map.entry("t", value("[yn]")),
            // Lists with 0 and 1 among them are of RFC 7489.
            Map.entry("fo", value("[01ds](?:\\s*:\\s*[01ds])*")));
    private static final Set<String> POLICIES = Set.of("p", "sp", "np");
    private static final Set<String> REPORTS = Set.of("rua", "ruf");
    private static final Set<String> HISTORY = Set.of("pct", "rf", "ri");
    private static final int LONGEST = 80;
    private static final Pattern SIZE = Pattern.compile("![0-9]+[kmgtKMGT]?$");

    public DmarcRecord {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    private static Pattern value(String expression) {
        return Pattern.compile(expression, Pattern.CASE_INSENSITIVE);
    }

    /** Whether a TXT record is one of DMARC, whatever else is in it: others are ignored. */
    public static boolean isDmarc(String text) {
        return FIRST_TAG.matcher(text).matches();
    }

    /** @param text for which {@link #isDmarc} holds */
    public static DmarcRecord parse(String text) {
        Map<String, String> tags;
        List<String> warnings = new ArrayList<>();
        try {
            tags = lowerCase(TagList.parse(text, odd -> warnings.add(odd + " Receivers ignore it.")));
        } catch (IllegalArgumentException e) {
            return new DmarcRecord(Map.of(), List.of(String.valueOf(e.getMessage())), List.of());
        }
        List<String> errors = new ArrayList<>();
        tags.forEach((tag, value) -> {
            if (VALUES.containsKey(tag)) {
                if (!VALUES.get(tag).matcher(value).matches()) {
                    errors.add("The tag %s has the invalid value \"%s\".".formatted(tag, shortened(value)));
                }
            } else if (REPORTS.contains(tag)) {
                checkTargets(tag, value, errors, warnings);
            } else if (HISTORY.contains(tag)) {
                warnings.add("The tag " + tag + " is no longer part of DMARC (RFC 9989): remove it.");
            } else if (!tag.equals("v")) {
                warnings.add("The tag " + shortened(tag) + " is unknown and ignored.");
            }
        });
        if (!tags.containsKey("p")) {
            // RFC 9989 section 4.7; by RFC 7489 the record would not count.
            warnings.add("Without the tag p it counts as p=none, and for older receivers as no record: add p=none.");
        }
        if (tags.containsKey("fo") && !tags.containsKey("ruf")) {
            warnings.add("The tag fo is ignored without ruf.");
        }
        if ("y".equalsIgnoreCase(tags.get("t"))) {
            warnings.add("t=y: receivers are asked not to apply the policy yet.");
        }
        return new DmarcRecord(tags, errors, warnings);
    }

    /** Names are taken in either case (RFC 5234 section 2.3). */
    private static Map<String, String> lowerCase(Map<String, String> tags) {
        Map<String, String> lower = new LinkedHashMap<>();
        tags.forEach((name, value) -> {
            if (lower.put(name.toLowerCase(Locale.ROOT), value) != null) {
                throw new IllegalArgumentException("The tag " + shortened(name) + " is there twice.");
            }
        });
        return lower;
    }

    private static void checkTargets(String tag, String value, List<String> errors, List<String> warnings) {
        for (String each : targets(value)) {
            if (SIZE.matcher(each).find()) {
                warnings.add(
                        "The size limit in " + shortened(each) + " is no longer part of DMARC (RFC 9989): remove it.");
            }
            String uri = SIZE.matcher(each).replaceFirst("");
            if (!isUri(uri)) {
                errors.add("The tag %s has the invalid address \"%s\": write mailto:name@example.com."
                        .formatted(tag, shortened(each)));
            } else if (!uri.toLowerCase(Locale.ROOT).startsWith("mailto:")) {
                warnings.add("Few receivers report to " + shortened(uri) + ": add a mailto: address.");
            } else if (mailHost(uri) == null) {
                errors.add("The tag %s has \"%s\", which has no mail address.".formatted(tag, shortened(each)));
            }
        }
    }

    private static boolean isUri(String text) {
        try {
            return URI.create(text).isAbsolute();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static List<String> targets(String value) {
        return Stream.of(value.split(",", -1)).map(String::strip).toList();
    }

    /** The host of a mail address, in lower case; null when it has none. */
    private static @Nullable String mailHost(String uri) {
        String address = uri.substring(uri.indexOf(':') + 1).split("\\?", 2)[0];
        int at = address.lastIndexOf('@');
        String host = address.substring(at + 1).toLowerCase(Locale.ROOT);
        return at > 0 && HostNames.isName(host) ? host : null;
    }

    private static String shortened(String text) {
        return Excerpt.oneLine(text, LONGEST);
    }

    /**
     * Whether receivers apply it (RFC 9989 section 4.10.1): where a policy is none that they know, they only report, if there
     * is an address for that.
     */
    public boolean isPolicy() {
        boolean areKnown = POLICIES.stream()
                .map(tags::get)
                .filter(Objects::nonNull)
                .allMatch(each -> value(REQUEST).matcher(each).matches());
        return !tags.isEmpty() && (areKnown || reportTargets().stream().anyMatch(DmarcRecord::isUri));
    }

    /** The addresses that aggregate reports go to, as they stand there. */
    public List<String> reportTargets() {
        return targets(tags.getOrDefault("rua", "")).stream()
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** The same record with reports to these addresses too. */
    public String withReportsTo(List<String> more) {
        List<String> all = new ArrayList<>(reportTargets());
        more.stream()
                .filter(each -> all.stream().noneMatch(each::equalsIgnoreCase))
                .forEach(all::add);
        Map<String, String> changed = new LinkedHashMap<>(tags);
        changed.put("rua", String.join(",", all));
        return changed.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("; "));
    }

    /** The hosts of the mail addresses that reports go to, in lower case. */
    public List<String> reportHosts() {
        List<String> hosts = new ArrayList<>();
        for (String tag : List.of("rua", "ruf")) {
            for (String each : targets(tags.getOrDefault(tag, ""))) {
                String uri = SIZE.matcher(each).replaceFirst("");
                String host = uri.toLowerCase(Locale.ROOT).startsWith("mailto:") ? mailHost(uri) : null;
                if (host != null && !hosts.contains(host)) {
                    hosts.add(host);
                }
            }
        }
        return hosts;
    }

    /** What {@code psd} says, in lower case. */
    public String psd() {
        return tags.getOrDefault("psd", "u").toLowerCase(Locale.ROOT);
    }

    /** The policy for existing names below the one of the record, with its tag, such as {@code sp=reject}. */
    public String policyBelow() {
        return tags.containsKey("sp") ? "sp=" + tags.get("sp") : "p=" + tags.getOrDefault("p", "none");
    }
}
