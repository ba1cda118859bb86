package dev.wheelhouse.core.mail.check.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An MTA-STS policy (RFC 8461 section 3.2).
 *
 * @param mode {@code enforce}, {@code testing} or {@code none}
 * @param mx patterns in lower case
 * @param maxAge seconds, 0 to {@link #LONGEST_AGE}
 */
public record StsPolicy(String mode, List<String> mx, long maxAge) {

    public static final String VERSION = "STSv1";

    /** A year. */
    public static final long LONGEST_AGE = 31_557_600;

    private static final List<String> MODES = List.of("enforce", "testing", "none");

    public StsPolicy {
        mx = List.copyOf(mx);
    }

    /** @throws IllegalArgumentException with a sentence that names the field */
    public static StsPolicy parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        List<String> mx = new ArrayList<>();
        for (String line : text.split("\r?\n", -1)) {
            if (line.isBlank()) {
                continue;
            }
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("Its line \"" + line.strip() + "\" is no name: value.");
            }
            String name = line.substring(0, colon).strip();
            String value = line.substring(colon + 1).strip();
            if (name.equals("mx")) {
                mx.add(value.toLowerCase(Locale.ROOT));
            } else {
                // Of fields that are there twice the first counts.
                fields.putIfAbsent(name, value);
            }
        }
        require(VERSION.equals(fields.get("version")), "Its version must be STSv1.");
        String mode = fields.getOrDefault("mode", "");
        require(MODES.contains(mode), "Its mode must be enforce, testing or none.");
        String age = fields.getOrDefault("max_age", "");
        require(
                age.matches("\\d{1,10}") && Long.parseLong(age) <= LONGEST_AGE,
                "Its max_age must be 0 to " + LONGEST_AGE + " seconds.");
        require(!mx.isEmpty() || mode.equals("none"), "It has no mx.");
        return new StsPolicy(mode, mx, Long.parseLong(age));
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Whether mail may go to a host: {@code *.} stands for one label (RFC 8461 section 4.1). */
    public boolean covers(String host) {
        int dot = host.indexOf('.');
        return mx.stream()
                .anyMatch(each -> each.equals(host)
                        || (each.startsWith("*.")
                                && dot > 0
                                && each.substring(1).equals(host.substring(dot))));
    }
}
