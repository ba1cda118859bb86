package dev.wheelhouse.ui.controls.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One value of a text, by its place there.
 *
 * @param start offset of its first character
 * @param end offset behind its last
 * @param name its member's name; null for elements and for the whole
 * @param children of objects and arrays, in the text's order, duplicates among them
 */
public record JsonNode(
        Kind kind, int start, int end, @Nullable Name name, List<JsonNode> children) {

    /** What a value is. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        LITERAL
    }

    /**
     * A member's name.
     *
     * @param start offset of its opening quote
     * @param end offset behind its closing quote
     */
    public record Name(int start, int end) {}

    public JsonNode {
        children = List.copyOf(children);
    }

    public boolean isContainer() {
        return kind == Kind.OBJECT || kind == Kind.ARRAY;
    }

    /** Where the member or element begins, its name included. */
    int outerStart() {
        return name == null ? start : name.start();
    }

    JsonNode named(Name of) {
        return new JsonNode(kind, start, end, of, children);
    }
}
