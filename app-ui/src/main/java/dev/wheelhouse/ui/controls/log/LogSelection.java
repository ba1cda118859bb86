package dev.wheelhouse.ui.controls.log;

import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The current line and what is selected, and what becomes of it. Belongs to the window's thread. */
final class LogSelection {

    private final LogViewport viewport;
    private final LineBlocks blocks;
    private final ZoneId zone;
    private final Runnable repaint;
    private final ReadOnlyObjectWrapper<@Nullable ShownLine> line = new ReadOnlyObjectWrapper<>(this, "selectedLine");
    private Consumer<LogCopy> onCopy = _ -> {};
    private @Nullable SelectionRange selection;
    private long waitedFor = -1;
    private Consumer<ShownLine> waiting = _ -> {};

    /** @param zone of the times in what is copied */
    LogSelection(LogViewport viewport, LineBlocks blocks, ZoneId zone, Runnable repaint) {
        this.viewport = viewport;
        this.blocks = blocks;
        this.zone = zone;
        this.repaint = repaint;
    }

    void setOnCopy(Consumer<LogCopy> copy) {
        onCopy = copy;
    }

    /** Null for none, and while it is fetched. */
    ReadOnlyObjectProperty<@Nullable ShownLine> lineProperty() {
        return line.getReadOnlyProperty();
    }

    @Nullable
    SelectionRange selection() {
        return selection;
    }

    Optional<Long> row() {
        return Optional.ofNullable(selection).map(each -> each.caret().row());
    }

    void select(@Nullable SelectionRange wanted) {
        Optional<Long> before = row();
        selection = wanted;
        if (!row().equals(before)) {
            waiting = _ -> {};
        }
        line.set(wanted == null ? null : viewport.lines().line(wanted.caret().row()));
        waitedFor = wanted != null && line.get() == null ? wanted.caret().row() : -1;
        handOver();
        repaint.run();
    }

    /** Lines came: the current one may be among them. */
    void lookForLine() {
        ShownLine found = waitedFor < 0 ? null : viewport.lines().line(waitedFor);
        if (found != null) {
            waitedFor = -1;
            line.set(found);
            handOver();
        }
    }

    private void handOver() {
        ShownLine now = line.get();
        if (now != null) {
            Consumer<ShownLine> use = waiting;
            waiting = _ -> {};
            use.accept(now);
        }
    }

    /** Hands over the current line once it is there; not when another one is chosen before. */
    void whenFetched(Consumer<ShownLine> use) {
        waiting = waiting.andThen(use);
        handOver();
    }

    /** Moves the current line by lines that are not folded away. */
    void step(long by, boolean extended) {
        LogLines lines = viewport.lines();
        long row = row().orElseGet(() -> by > 0 ? viewport.topRow() - 1 : lastSeenRow() + 1);
        for (long left = Math.abs(by); left > 0; left--) {
            long next = by > 0 ? blocks.next(row) : blocks.previous(row);
            if (next < lines.first() || next >= lines.end()) {
                break;
            }
            row = next;
        }
        selectTo(row, extended);
        viewport.stepped(by < 0);
    }

    private long lastSeenRow() {
        var placed = viewport.placed();
        return placed.isEmpty()
                ? viewport.lines().first() - 1
                : placed.getLast().row();
    }

    private void selectTo(long row, boolean extended) {
        if (viewport.isEmpty()) {
            return;
        }
        LogLines lines = viewport.lines();
        long inside = Math.clamp(row, lines.first(), lines.end() - 1);
        SelectionRange before = selection;
        select(
                extended && before != null
                        ? SelectionRange.lines(before.anchor().row(), inside)
                        : SelectionRange.line(inside));
        viewport.bring(inside, 0);
    }

    void toFirst(boolean extended) {
        viewport.pause();
        selectTo(viewport.lines().first(), extended);
    }

    void toLast(boolean extended) {
        selectTo(viewport.lines().end() - 1, extended);
        viewport.followEnd();
    }

    void selectAll() {
        if (!viewport.isEmpty()) {
            select(SelectionRange.lines(
                    viewport.lines().first(), viewport.lines().end() - 1));
        }
    }

    /** @param withTimes each line with its time before it */
    void copy(boolean withTimes) {
        SelectionRange chosen = selection;
        if (chosen == null || chosen.isEmpty()) {
            return;
        }
        LineBlock first = chosen.lines() ? null : blocks.block(chosen.from().row());
        LineBlock last = chosen.lines() ? null : blocks.block(chosen.to().row());
        onCopy.accept(new LogCopy(
                viewport.lines(),
                chosen.from().row(),
                chosen.to().row() + 1,
                new CopyText(
                        chosen,
                        first == null ? null : first.text(),
                        last == null ? null : last.text(),
                        withTimes,
                        zone)));
    }

    /** The selected text where it lies within one line; empty otherwise. */
    String text() {
        SelectionRange chosen = selection;
        if (chosen == null
                || chosen.lines()
                || chosen.from().row() != chosen.to().row()) {
            return "";
        }
        LineBlock block = blocks.block(chosen.from().row());
        if (block == null) {
            return "";
        }
        int end = chosen.end(chosen.from().row(), block.text().length());
        return block.text().substring(Math.min(chosen.from().character(), end), end);
    }
}
