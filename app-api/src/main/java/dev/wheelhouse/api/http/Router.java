package dev.wheelhouse.api.http;

import dev.wheelhouse.api.http.error.AllowedMethods;
import dev.wheelhouse.api.http.error.HttpError;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a path, segment by segment. A literal segment wins over a place; a place takes no empty segment.
 * Immutable once made.
 */
public final class Router {

    /** A route and what stood in its places. */
    record Match(Route route, Map<String, String> pathParameters) {}

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<HttpMethod, Route> routes = new TreeMap<>();

        @Nullable
        Node parameter;
    }

    private final Node root = new Node();

    /** @throws IllegalArgumentException when two routes have the same method and path */
    public Router(List<Route> routes) {
        for (Route route : routes) {
            register(PathTemplate.parse(Route.BASE_PATH + route.template()), route);
            if (route.atRoot()) {
                register(route.template(), route);
            }
        }
    }

    private void register(PathTemplate template, Route route) {
        Node node = root;
        for (PathTemplate.Segment segment : template.segments()) {
            node = switch (segment) {
                case PathTemplate.Segment.Literal(String text) -> node.literals.computeIfAbsent(text, _ -> new Node());
                case PathTemplate.Segment.Parameter _ -> parameterOf(node);
            };
        }
        if (node.routes.putIfAbsent(route.method(), route) != null) {
            throw new IllegalArgumentException("Registered twice: " + route.method() + " " + template);
        }
    }

    private static Node parameterOf(Node node) {
        Node existing = node.parameter;
        if (existing != null) {
            return existing;
        }
        Node made = new Node();
        node.parameter = made;
        return made;
    }

    /**
     * @param method as sent
     * @param rawPath as sent, with its escapes
     * @throws AppException {@code bad_request}, {@code not_found} or {@code method_not_allowed}
     */
    Match match(String method, String rawPath) {
        if (!rawPath.startsWith("/")) {
            throw new AppException(PlatformError.BAD_REQUEST, "The request target must be a path.");
        }
        List<String> segments = new ArrayList<>();
        for (String raw : rawPath.substring(1).split("/", -1)) {
            segments.add(PercentDecoder.segment(raw));
        }
        Node node = find(root, segments, 0)
                .orElseThrow(() -> new AppException(
                        PlatformError.NOT_FOUND, "There is nothing at this path. The operations are listed at /docs."));
        Route route = route(node, method);
        return new Match(route, pathParameters(route, segments));
    }

    private static Optional<Node> find(Node node, List<String> segments, int at) {
        if (at == segments.size()) {
            return node.routes.isEmpty() ? Optional.empty() : Optional.of(node);
        }
        String segment = segments.get(at);
        Node literal = node.literals.get(segment);
        if (literal != null) {
            Optional<Node> found = find(literal, segments, at + 1);
            if (found.isPresent()) {
                return found;
            }
        }
        Node parameter = node.parameter;
        return parameter == null || segment.isEmpty() ? Optional.empty() : find(parameter, segments, at + 1);
    }

    private static Route route(Node node, String method) {
        for (Map.Entry<HttpMethod, Route> entry : node.routes.entrySet()) {
            boolean head = entry.getKey() == HttpMethod.GET && method.equals("HEAD");
            if (head || entry.getKey().name().equals(method)) {
                return entry.getValue();
            }
        }
        List<String> allowed = new ArrayList<>();
        for (HttpMethod known : node.routes.keySet()) {
            allowed.add(known.name());
            if (known == HttpMethod.GET) {
                allowed.add("HEAD");
            }
        }
        throw new AppException(
                HttpError.METHOD_NOT_ALLOWED,
                "This path takes " + String.join(", ", allowed) + ".",
                new AllowedMethods(allowed));
    }

    private static Map<String, String> pathParameters(Route route, List<String> segments) {
        List<PathTemplate.Segment> template = route.template().segments();
        int offset = segments.size() - template.size();
        Map<String, String> parameters = new HashMap<>();
        for (int i = 0; i < template.size(); i++) {
            if (template.get(i) instanceof PathTemplate.Segment.Parameter(String name)) {
                parameters.put(name, segments.get(offset + i));
            }
        }
        return parameters;
    }
}
