package dev.wheelhouse.ui.controls.json;

import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.JsonStrings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A JSON text with its tree. Changes are answered as splices of the text, so that numbers, the order of names, duplicates
 * and blanks that a change does not concern survive it.
 */
public final class JsonDocument {

    private final String text;
    private final JsonNode root;

    private JsonDocument(String text, JsonNode root) {
        this.text = text;
        this.root = root;
    }

    /** Why a text is no JSON value, as a sentence; empty for a good one. */
    public static Optional<String> findProblem(String text) {
        try {
            JsonReader.read(text);
            return Optional.empty();
        } catch (JsonReader.NotJson e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Empty for a text that is no JSON value. */
    public static Optional<JsonDocument> parse(String text) {
        try {
            return Optional.of(new JsonDocument(text, JsonReader.read(text)));
        } catch (JsonReader.NotJson _) {
            return Optional.empty();
        }
    }

    public String text() {
        return text;
    }

    public JsonNode root() {
        return root;
    }

    /** The value as it is written. */
    public String written(JsonNode node) {
        return text.substring(node.start(), node.end());
    }

    /** A member's name, decoded; null for what has none. */
    public @Nullable String name(JsonNode node) {
        JsonNode.Name name = node.name();
        return name == null ? null : JsonStrings.decoded(text.substring(name.start(), name.end()));
    }

    /**
     * Another value in a value's place.
     *
     * @param value a JSON value as it is to be written; anything else becomes a string
     */
    public JsonSplice set(JsonNode node, String value) {
        return new JsonSplice(node.start(), node.end(), json(value));
    }

    private static String json(String value) {
        return findProblem(value).isEmpty() ? value.strip() : Json.write(value);
    }

    /** Another name for a member. */
    public JsonSplice rename(JsonNode member, String name) {
        JsonNode.Name old = member.name();
        if (old == null) {
            throw new IllegalArgumentException("Only a member of an object has a name");
        }
        return new JsonSplice(old.start(), old.end(), Json.write(name));
    }

    /** Takes a child away with the comma that goes with it. */
    public JsonSplice remove(JsonNode container, int index) {
        List<JsonNode> children = container.children();
        JsonNode child = children.get(index);
        if (index + 1 < children.size()) {
            return new JsonSplice(child.outerStart(), children.get(index + 1).outerStart(), "");
        }
        int start = index == 0 ? child.outerStart() : children.get(index - 1).end();
        return new JsonSplice(start, child.end(), "");
    }

    /**
     * Puts a child behind the others, spaced as they are.
     *
     * @param name of a member; null for an element of an array
     */
    public JsonSplice add(JsonNode container, @Nullable String name, String value) {
        List<JsonNode> children = container.children();
        String child = (name == null ? "" : Json.write(name) + colon(container)) + json(value);
        if (children.isEmpty()) {
            return new JsonSplice(container.start() + 1, container.start() + 1, child);
        }
        JsonNode last = children.getLast();
        return new JsonSplice(last.end(), last.end(), "," + gap(container) + child);
    }

    private String colon(JsonNode container) {
        if (container.children().isEmpty()) {
            return ": ";
        }
        JsonNode last = container.children().getLast();
        JsonNode.Name name = last.name();
        return name == null ? ": " : text.substring(name.end(), last.start());
    }

    /** What stands before the last child: behind the comma, or behind the bracket of the only one. */
    private String gap(JsonNode container) {
        List<JsonNode> children = container.children();
        JsonNode last = children.getLast();
        if (children.size() == 1) {
            String behindBracket = text.substring(container.start() + 1, last.outerStart());
            return behindBracket.isEmpty() ? " " : behindBracket;
        }
        String between = text.substring(children.get(children.size() - 2).end(), last.outerStart());
        return between.substring(between.indexOf(',') + 1);
    }

    /** Lets a child change places with the one behind it; what stands between them stays. */
    public JsonSplice moveDown(JsonNode container, int index) {
        JsonNode first = container.children().get(index);
        JsonNode second = container.children().get(index + 1);
        String between = text.substring(first.end(), second.outerStart());
        return new JsonSplice(
                first.outerStart(),
                second.end(),
                text.substring(second.outerStart(), second.end())
                        + between
                        + text.substring(first.outerStart(), first.end()));
    }
}
