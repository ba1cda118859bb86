package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The query of a URL, strictly decoded: each name at most once unless the route says otherwise, and none that the route
 * does not know. Immutable.
 */
final class QueryParameters {

    /** How often one name may be given; nobody means more. */
    private static final int MOST_TIMES = 100;

    private final Map<String, List<String>> values;

    private QueryParameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * @param raw without the question mark; empty for none
     * @param repeatable those of the allowed names that may come several times
     * @throws AppException {@code bad_request} for bad escapes, {@code validation_failed} for unknown or repeated names
     */
    static QueryParameters parse(String raw, Set<String> allowed, Set<String> repeatable) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<FieldProblem> problems = new ArrayList<>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = PercentDecoder.query(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : PercentDecoder.query(pair.substring(equals + 1));
            if (!allowed.contains(name)) {
                problems.add(new FieldProblem("query." + name, unknown(allowed)));
                continue;
            }
            List<String> given = values.computeIfAbsent(name, _ -> new ArrayList<>());
            if (given.size() >= (repeatable.contains(name) ? MOST_TIMES : 1)) {
                problems.add(new FieldProblem(
                        "query." + name,
                        "This parameter is given " + (given.size() == 1 ? "twice. Give it once." : "too often.")));
            } else {
                given.add(value);
            }
        }
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems.subList(0, Math.min(problems.size(), 100)));
        }
        return new QueryParameters(values);
    }

    private static String unknown(Set<String> allowed) {
        return allowed.isEmpty()
                ? "There is no such parameter; this operation takes none."
                : "There is no such parameter. Known here: "
                        + String.join(", ", allowed.stream().sorted().toList()) + ".";
    }

    Optional<String> find(String name) {
        List<String> given = findAll(name);
        return given.isEmpty() ? Optional.empty() : Optional.of(given.getFirst());
    }

    /** In the order given; empty for none. */
    List<String> findAll(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** The first of each, in the order given. */
    Map<String, String> values() {
        Map<String, String> first = new LinkedHashMap<>();
        values.forEach((name, given) -> first.put(name, given.getFirst()));
        return first;
    }
}
