package dev.wheelhouse.ui.controls.log;

import java.util.List;

/**
 * What a person wants on the clipboard.
 *
 * @param from first row
 * @param to exclusive
 * @param words puts the rows into words
 */
public record LogCopy(LogLines lines, long from, long to, CopyText words) {

    public long count() {
        return to - from;
    }

    public String text(List<ShownLine> read) {
        return words.of(from, read, lines.sources());
    }
}
