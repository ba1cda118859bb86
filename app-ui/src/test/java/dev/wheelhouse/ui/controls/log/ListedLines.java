package dev.wheelhouse.ui.controls.log;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lines in a list; they may be made to come late. */
public final class ListedLines implements LogLines {

    private final List<ShownLine> lines = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<String> sources;
    private long first;
    private boolean late;

    public ListedLines(List<ShownLine> lines, String... sources) {
        this.lines.addAll(lines);
        this.sources = List.of(sources);
    }

    /** Numbered lines without anything else. */
    public static ListedLines of(String... texts) {
        List<ShownLine> lines = new ArrayList<>();
        for (String text : texts) {
            lines.add(ShownLine.of(lines.size(), null, LineLevel.NONE, 0, text));
        }
        return new ListedLines(lines);
    }

    public static ListedLines counted(int count) {
        List<ShownLine> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(ShownLine.of(i, null, LineLevel.INFO, 0, "line " + i));
        }
        return new ListedLines(lines);
    }

    public void add(ShownLine line) {
        lines.add(line);
    }

    public void addCounted(int count) {
        for (int i = 0; i < count; i++) {
            add(ShownLine.of(lines.size(), null, LineLevel.INFO, 0, "line " + lines.size()));
        }
        tell(Change.GREW);
    }

    public void dropTo(long row) {
        first = row;
        tell(Change.GREW);
    }

    public void setLate(boolean comesLate) {
        late = comesLate;
        tell(Change.ARRIVED);
    }

    public void tell(Change change) {
        List.copyOf(listeners).forEach(each -> each.changed(change));
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public long end() {
        return lines.size();
    }

    @Override
    public @Nullable ShownLine line(long row) {
        return late || row < first || row >= lines.size() ? null : lines.get((int) row);
    }

    @Override
    public void read(long from, long to, Consumer<List<ShownLine>> done) {
        done.accept(lines.subList((int) Math.max(first, from), (int) Math.min(to, lines.size())));
    }

    @Override
    public List<String> sources() {
        return sources;
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
