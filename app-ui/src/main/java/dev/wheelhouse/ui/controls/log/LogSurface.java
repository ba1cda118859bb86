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

    private final LogMetrics metrics;
    private final LineBlocks blocks;
    private final LogViewport viewport;
    private final LogSelection choosing;
    private final DisplayOptions options;
    private final ZoneId zone;
    private final LogPainter painter;
    private final LogBars bars;
    private final PauseTransition late = new PauseTransition(Duration.millis(PATIENCE_NANOS / 1e6));
    private Canvas canvas = new Canvas();
    private LongPredicate bookmarks = _ -> false;
    private LogFrame.@Nullable Found found;
    private boolean seen = true;
    private boolean stale = true;
    private long completeAt;

    /** How lines are to be shown. */
    interface DisplayOptions {

        Gutters.Options gutters();

        LineSearch search();

        boolean isFocused();
    }

    /** @param options asks how lines are to be shown */
    LogSurface(
            LogPalette palette,
            LogMetrics metrics,
            LineBlocks blocks,
            LogViewport viewport,
            LogSelection choosing,
            DisplayOptions options,
            ZoneId zone) {
        this.metrics = metrics;
        this.blocks = blocks;
        this.viewport = viewport;
        this.choosing = choosing;
        this.options = options;
        this.zone = zone;
        this.painter = new LogPainter(palette);
        this.bars = new LogBars(viewport, metrics);
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

    /** What is not seen is not painted, and has no picture, which takes four bytes a pixel. */
    void setSeen(boolean now) {
        if (!now) {
            canvas = new Canvas();
            canvas.setManaged(false);
            getChildren().set(0, canvas);
        }
        seen = now;
        repaint();
    }

    void repaint() {
        stale = true;
        requestLayout();
    }

    @Nullable
    LineBlock block(long row) {
        return blocks.block(row);
    }

    @Nullable
    Long tailAt(double x, double y) {
        return painter.tailAt(x, y, metrics.lineHeight());
    }

    @Override
    protected void layoutChildren() {
        if (!seen) {
            return;
        }
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
        LogLines lines = viewport.lines();
        Gutters.Options gutters = options.gutters();
        metrics.resize(getWidth(), getHeight());
        metrics.arrange(gutters, lastNumber(lines), lines.sources());
        blocks.wrap(viewport.wraps() ? metrics.textColumns() : 0);
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
        choosing.lookForLine();
    }

    private static long lastNumber(LogLines lines) {
        ShownLine last = lines.end() > lines.first() ? lines.line(lines.end() - 1) : null;
        return Math.max(lines.end(), last == null ? 0 : last.number() + 1);
    }

    private List<LogFrame.Row> rows(TimeColumn times) {
        List<LogFrame.Row> rows = new ArrayList<>();
        ShownLine current = choosing.lineProperty().get();
        Instant origin = current == null ? null : current.time();
        double widest = 0;
        for (Placed each : viewport.painted()) {
            LineBlock block = blocks.block(each.row());
            if (block != null) {
                widest = Math.max(widest, block.columns() + block.tail().length());
            }
            String time = block == null || each.part() > 0 || times == TimeColumn.HIDDEN
                    ? ""
                    : times.text(block.line().time(), origin, zone);
            int part = block == null ? 0 : Math.min(each.part(), block.height() - 1);
            double y = Math.round(each.y() * metrics.lineHeight());
            rows.add(new LogFrame.Row(each.row(), part, y, block, time));
        }
        viewport.settleSideways(widest * metrics.charWidth());
        return rows;
    }

    private void paint(List<LogFrame.Row> rows) {
        painter.paint(
                canvas.getGraphicsContext2D(),
                new LogFrame(
                        rows,
                        metrics.gutters(),
                        choosing.selection(),
                        options.isFocused(),
                        options.search(),
                        found,
                        bookmarks,
                        viewport.scrolled(),
                        getWidth(),
                        getHeight()));
    }
}
