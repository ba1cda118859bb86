package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogPattern;

/**
 * One condition of a filter.
 *
 * @param excludes whether lines that have it are left out
 */
public record LogChip(LogPattern pattern, boolean excludes) {

    /** As the chip says it. */
    public String words() {
        String text = pattern.regex() ? "/" + pattern.text() + "/" : pattern.text();
        return text + (pattern.caseSensitive() ? " (Aa)" : "");
    }
}
