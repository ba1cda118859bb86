package dev.wheelhouse.ui.schedules.output;

import dev.wheelhouse.core.logs.match.LineLevels;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Output as lines of the log viewer; all of it is in memory. Belongs to the window's thread. */
final class OutputLines implements LogLines {

    private final List<Listener> listeners = new ArrayList<>();
    private List<String> lines = List.of();
    private long first;
    private boolean isNumbered = true;

    /**
     * Shows what there is by now. Lines that are the same keep their rows, so that nobody who reads them loses the place.
     *
     * @param now with the escape sequences of colours
     * @param isWhole whether the first of them is the output's first
     */
    void show(List<String> now, boolean isWhole) {
        int gone = gone(now);
        if (lines.isEmpty() || gone == lines.size()) {
            lines = List.copyOf(now);
            first = 0;
            isNumbered = isWhole;
            tell(Change.REPLACED);
        } else if (!lines.equals(now)) {
            lines = List.copyOf(now);
            first += gone;
            tell(Change.GREW);
        }
    }

    /** How many of the oldest lines are no longer there; all of them when these are other lines. */
    private int gone(List<String> now) {
        for (int from = 0; from < lines.size(); from++) {
            if (goesOn(from, now)) {
                return from;
            }
        }
        return lines.size();
    }

    private boolean goesOn(int from, List<String> now) {
        int kept = lines.size() - from;
        if (kept > now.size()) {
            return false;
        }
        int last = kept - 1;
        if (!lines.subList(from, from + last).equals(now.subList(0, last))) {
            return false;
        }
        // The last one may not have been written to its end, or written over.
        return last > 0 || from == 0 || lines.getLast().equals(now.getFirst());
    }

    /** Of the first line with that text; negative for none. */
    long rowOf(String line) {
        int at = lines.indexOf(line);
        return at < 0 ? -1 : first + at;
    }

    private void tell(Change change) {
        List.copyOf(listeners).forEach(each -> each.changed(change));
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public long end() {
        return first + lines.size();
    }

    @Override
    public @Nullable ShownLine line(long row) {
        if (row < first || row >= end()) {
            return null;
        }
        String text = lines.get((int) (row - first));
        LineLevel level = LineLevel.valueOf(LineLevels.of(text).name());
        return new ShownLine(row, isNumbered ? row : -1, null, level, 0, text, text.length(), false, 0, 0);
    }

    @Override
    public void read(long from, long to, Consumer<List<ShownLine>> done) {
        List<ShownLine> read = new ArrayList<>();
        for (long row = Math.max(from, first); row < Math.min(to, end()); row++) {
            ShownLine line = line(row);
            if (line != null) {
                read.add(line);
            }
        }
        done.accept(read);
    }

    @Override
    public List<String> sources() {
        return List.of();
    }

    @Override
    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }
}
