package dev.wheelhouse.api.http;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The query of a URL, strictly decoded: each name at most once, and none that the route does not know. Immutable. */
final class QueryParameters {

    private final Map<String, String> values;

    private QueryParameters(Map<String, String> values) {
        this.values = values;
    }

    /**
     * @param raw without the question mark; empty for none
     * @throws AppException {@code bad_request} for bad escapes, {@code validation_failed} for unknown or repeated names
     */
    static QueryParameters parse(String raw, Set<String> allowed) {
        Map<String, String> values = new LinkedHashMap<>();
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
            } else if (values.putIfAbsent(name, value) != null) {
                problems.add(new FieldProblem("query." + name, "This parameter is given twice. Give it once."));
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
        return Optional.ofNullable(values.get(name));
    }

    /** All of them in the order given. */
    Map<String, String> values() {
        return values;
    }
}
