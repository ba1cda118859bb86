package dev.wheelhouse.ui.controls.json;

/**
 * A change of a text: one stretch of it becomes another.
 *
 * @param start offset of the stretch
 * @param end offset behind it
 */
public record JsonSplice(int start, int end, String replacement) {

    public String apply(String text) {
        return text.substring(0, start) + replacement + text.substring(end);
    }
}
