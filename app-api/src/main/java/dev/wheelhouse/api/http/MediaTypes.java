package dev.wheelhouse.api.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Names of media types, and the two header fields that speak of them (RFC 9110 sections 8.3 and 12.5.1). */
public final class MediaTypes {

    public static final String JSON = "application/json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String TEXT = "text/plain";
    public static final String HTML = "text/html";
    public static final String YAML = "application/yaml";
    public static final String EVENTS = "text/event-stream";

    private MediaTypes() {}

    /** Whether a Content-Type is one of the types, with no parameter but {@code charset=utf-8}. */
    static boolean isOneOf(String contentType, List<String> types) {
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
        if (!types.contains(parts[0].strip())) {
            return false;
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (!parameter.equals("charset=utf-8") && !parameter.equals("charset=\"utf-8\"")) {
                return false;
            }
        }
        return true;
    }

    /** Whether an Accept header lets through at least one of the types; the most specific range decides for each. */
    static boolean accepts(String accept, List<String> types) {
        return types.stream().anyMatch(type -> accepts(accept, type));
    }

    private static boolean accepts(String accept, String type) {
        int bestRank = -1;
        boolean accepted = false;
        for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = range.split(";", -1);
            int rank = rank(parts[0].strip(), type);
            if (rank > bestRank) {
                bestRank = rank;
                accepted = quality(parts).map(quality -> quality > 0).orElse(true);
            }
        }
        return accepted;
    }

    private static int rank(String range, String type) {
        if (range.equals(type)) {
            return 2;
        }
        if (range.equals("*/*")) {
            return 0;
        }
        String family = type.substring(0, type.indexOf('/') + 1);
        return range.equals(family + "*") ? 1 : -1;
    }

    private static Optional<Double> quality(String[] parts) {
        for (String part : parts) {
            String parameter = part.strip();
            if (parameter.startsWith("q=")) {
                try {
                    return Optional.of(Double.parseDouble(parameter.substring(2)));
                } catch (NumberFormatException _) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
