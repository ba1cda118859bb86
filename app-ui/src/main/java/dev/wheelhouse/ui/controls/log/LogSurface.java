package dev.wheelhouse.ui.controls.log;

import dev.wheelhouse.ui.controls.log.LineLayout.Placed;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import javafx.animation.PauseTransition;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is painted, with the bars above it: at most once a frame, when it is laid out. It is not managed, so that lines which
 * come twenty times a second have nothing around them laid out anew.
 */
final class LogSurface extends Region {

    private static final long PATIENCE_NANOS = 120_000_000;

    private final Parts parts;
    private final Canvas canvas = new Canvas();
    private final LogPainter painter;
    private final LogBars bars;
    private final PauseTransition late = new PauseTransition(Duration.millis(PATIENCE_NANOS / 1e6));
    private LongPredicate bookmarks = _ -> false;
    private LogFrame.@Nullable Found found;
    private boolean stale = true;
    private long completeAt;

    /**
     * What it paints from.
     *
     * @param options asks how lines are to be shown
     */
    record Parts(
            LogPalette palette,
            LogMetrics room,
            LineBlocks blocks,
            LogViewport viewport,
            LogSelection choosing,
            DisplayOptions options,
            ZoneId zone) {}

    /** How lines are to be shown. */
    interface DisplayOptions {

        Gutters.Options gutters();

        LineSearch search();

        boolean isFocused();
    }

    LogSurface(Parts parts) {
        this.parts = parts;
        this.painter = new LogPainter(parts.palette());
        this.bars = new LogBars(parts.viewport(), parts.room());
        getStyleClass().add("log-surface");
        setManaged(false);
        getChildren().add(canvas);
        getChildren().addAll(bars.nodes());
        getChildren().forEach(each -> each.setManaged(false));
        late.setOnFinished(_ -> repaint());
    }

    void setBookmarks(LongPredicate marked) {
        bookmarks = marked;
    }

    /** Marks the place that a search stands at; null for none. */
    void setFound(LogFrame.@Nullable Found place) {
        found = place;
    }

    /** Empty lines are shown at once where these are not there yet: they have nothing to do with what is painted now. */
    void forget() {
        found = null;
        completeAt = 0;
    }

    void repaint() {
        stale = true;
        requestLayout();
    }

    @Nullable
    LineBlock block(long row) {
        return parts.blocks().block(row);
    }

    @Nullable
    Long tailAt(double x, double y) {
        return painter.tailAt(x, y, parts.room().lineHeight());
    }

    @Override
    protected void layoutChildren() {
        if (canvas.getWidth() != getWidth() || canvas.getHeight() != getHeight()) {
            canvas.setWidth(getWidth());
            canvas.setHeight(getHeight());
            stale = true;
        }
        if (stale && getWidth() > 0 && getHeight() > 0) {
            stale = false;
            arrange();
        }
    }

    private void arrange() {
        LogMetrics room = parts.room();
        LogViewport viewport = parts.viewport();
        LogLines lines = viewport.lines();
        Gutters.Options gutters = parts.options().gutters();
        room.resize(getWidth(), getHeight());
        room.arrange(gutters, lastNumber(lines), lines.sources());
        parts.blocks().wrap(viewport.wraps() ? room.textColumns() : 0);
        viewport.settle();
        List<LogFrame.Row> rows = rows(gutters.time());
        boolean complete = rows.stream().allMatch(row -> row.block() != null);
        long now = System.nanoTime();
        // A page that comes within a moment is not worth a flash of empty lines.
        if (complete || now - completeAt > PATIENCE_NANOS) {
            paint(rows);
        } else {
            late.playFromStart();
        }
        if (complete) {
            completeAt = now;
        }
        if (bars.place()) {
            repaint();
        }
        parts.choosing().lookForLine();
    }

    private static long lastNumber(LogLines lines) {
        ShownLine last = lines.end() > lines.first() ? lines.line(lines.end() - 1) : null;
        return Math.max(lines.end(), last == null ? 0 : last.number() + 1);
    }

    private List<LogFrame.Row> rows(TimeColumn times) {
        List<LogFrame.Row> rows = new ArrayList<>();
        ShownLine current = parts.choosing().lineProperty().get();
        Instant origin = current == null ? null : current.time();
        double widest = 0;
        for (Placed each : parts.viewport().painted()) {
            LineBlock block = parts.blocks().block(each.row());
            if (block != null) {
                widest = Math.max(widest, block.columns() + block.tail().length());
            }
            String time = block == null || each.part() > 0 || times == TimeColumn.HIDDEN
                    ? ""
                    : times.text(block.line().time(), origin, parts.zone());
            int part = block == null ? 0 : Math.min(each.part(), block.height() - 1);
            double y = Math.round(each.y() * parts.room().lineHeight());
            rows.add(new LogFrame.Row(each.row(), part, y, block, time));
        }
        parts.viewport().settleSideways(widest * parts.room().charWidth());
        return rows;
    }

    private void paint(List<LogFrame.Row> rows) {
        painter.paint(
                canvas.getGraphicsContext2D(),
                new LogFrame(
                        rows,
                        parts.room().gutters(),
                        parts.choosing().selection(),
                        parts.options().isFocused(),
                        parts.options().search(),
                        found,
                        bookmarks,
                        parts.viewport().scrolled(),
                        getWidth(),
                        getHeight()));
    }
}
