package dev.wheelhouse.ui.controls.log;

import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts a selection into words, without escape sequences. */
public final class CopyText {

    private final SelectionRange selection;
    private final @Nullable String first;
    private final @Nullable String last;
    private final boolean withTimes;
    private final ZoneId zone;

    /**
     * @param first the first row's text as it is shown, in which the selection counts; null takes it as it came
     * @param last as {@code first}
     */
    CopyText(SelectionRange selection, @Nullable String first, @Nullable String last, boolean withTimes, ZoneId zone) {
        this.selection = selection;
        this.first = first;
        this.last = last;
        this.withTimes = withTimes;
        this.zone = zone;
    }

    /** @param from row of the first line */
    String of(long from, List<ShownLine> lines, List<String> sources) {
        StringBuilder text = new StringBuilder();
        long row = from;
        for (ShownLine line : lines) {
            if (row > from) {
                text.append('\n');
            }
            if (withTimes) {
                head(text, line, sources);
            }
            String shown = shown(row, line);
            int start = Math.min(selection.start(row), shown.length());
            text.append(shown, start, Math.max(start, selection.end(row, shown.length())));
            row++;
        }
        return text.toString();
    }

    private void head(StringBuilder text, ShownLine line, List<String> sources) {
        if (line.time() != null) {
            text.append(TimeColumn.whole(line.time(), zone)).append(' ');
        }
        if (sources.size() > 1 && line.source() < sources.size()) {
            text.append(sources.get(line.source())).append(' ');
        }
    }

    private String shown(long row, ShownLine line) {
        if (row == selection.from().row() && first != null) {
            return first;
        }
        if (row == selection.to().row() && last != null) {
            return last;
        }
        return AnsiText.strip(line.text());
    }
}
