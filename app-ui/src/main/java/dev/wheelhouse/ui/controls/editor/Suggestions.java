package dev.wheelhouse.ui.controls.editor;

import java.util.List;

/**
 * What could be typed, and what it replaces.
 *
 * @param from offset in the text
 * @param to behind what is replaced
 */
public record Suggestions(int from, int to, List<Suggestion> items) {

    public static final Suggestions NONE = new Suggestions(0, 0, List.of());

    Suggestions movedBy(int distance) {
        return new Suggestions(from + distance, to + distance, items);
    }

    public Suggestions {
        items = List.copyOf(items);
    }
}
