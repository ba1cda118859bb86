package dev.wheelhouse.api.http;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A path with named places, such as {@code /servers/{id}/metrics}. A place takes exactly one segment.
 *
 * @param text as written
 * @param segments in order
 */
public record PathTemplate(String text, List<Segment> segments) {

    /** Part of a path between two slashes. */
    public sealed interface Segment {
        record Literal(String text) implements Segment {}

        record Parameter(String name) implements Segment {}
    }

    public PathTemplate {
        segments = List.copyOf(segments);
    }

    /** @throws IllegalArgumentException when it does not start with a slash or names a place twice */
    public static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("A path template starts with a slash: " + text);
        }
        List<Segment> segments = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String part : text.substring(1).split("/", -1)) {
            Segment segment = segment(part);
            if (segment instanceof Segment.Parameter(String name) && !names.add(name)) {
                throw new IllegalArgumentException("A path template names a place once: " + text);
            }
            segments.add(segment);
        }
        return new PathTemplate(text, segments);
    }

    private static Segment segment(String part) {
        if (part.isEmpty()) {
            throw new IllegalArgumentException("A path template has no empty segment");
        }
        return part.startsWith("{") && part.endsWith("}")
                ? new Segment.Parameter(part.substring(1, part.length() - 1))
                : new Segment.Literal(part);
    }

    @Override
    public String toString() {
        return text;
    }
}
