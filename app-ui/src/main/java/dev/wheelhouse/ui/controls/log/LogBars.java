package dev.wheelhouse.ui.controls.log;

import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollBar;
import org.kordamp.ikonli.javafx.FontIcon;

/** The scroll bars, and the button that counts new lines while the end is not followed. */
final class LogBars {

    private static final int COLUMNS_A_STEP = 5;

    /** Of the track: of millions of lines the view is no part that could be seen, or taken with the pointer. */
    private static final double LEAST_THUMB = 0.04;

    private final LogViewport viewport;
    private final LogMetrics metrics;
    private final ScrollBar rows = new ScrollBar();
    private final ScrollBar columns = new ScrollBar();
    private final Button pill = new Button();
    private boolean adjusting;

    LogBars(LogViewport viewport, LogMetrics metrics) {
        this.viewport = viewport;
        this.metrics = metrics;
        rows.setOrientation(Orientation.VERTICAL);
        rows.setFocusTraversable(false);
        columns.setFocusTraversable(false);
        rows.valueProperty().addListener((_, _, now) -> {
            if (!adjusting) {
                viewport.toValue(now.doubleValue(), now.doubleValue() >= rows.getMax());
            }
        });
        columns.valueProperty().addListener((_, _, now) -> {
            if (!adjusting) {
                viewport.toSideways(now.doubleValue());
            }
        });
        pill.getStyleClass().setAll("button", "log-pill");
        pill.setGraphic(new FontIcon("fth-arrow-down"));
        pill.setFocusTraversable(false);
        pill.setOnAction(_ -> viewport.followEnd());
        pill.setVisible(false);
    }

    List<Node> nodes() {
        return List.of(rows, columns, pill);
    }

    /** Whether the bar at the lower edge was shown or hidden, so that there is other metrics than what was painted in. */
    boolean place() {
        adjusting = true;
        placeRows();
        boolean changed = placeColumns();
        adjusting = false;
        placePill();
        return changed;
    }

    private void placeRows() {
        double most = viewport.mostValue();
        double count = (double) (viewport.lines().end() - viewport.lines().first());
        rows.resizeRelocate(metrics.width() - LogMetrics.BAR, 0, LogMetrics.BAR, metrics.viewHeight());
        rows.setMax(Math.max(0, most));
        rows.setVisibleAmount(
                most <= 0 ? 0 : most * Math.clamp(metrics.viewLines() / Math.max(1, count), LEAST_THUMB, 1));
        rows.setUnitIncrement(1);
        rows.setBlockIncrement(viewport.page());
        rows.setValue(Math.min(viewport.value(), most));
        rows.setVisible(most > 0);
    }

    private boolean placeColumns() {
        double sideways = viewport.mostScrolled();
        boolean shown = sideways > 0;
        columns.resizeRelocate(0, metrics.height() - LogMetrics.BAR, metrics.width() - LogMetrics.BAR, LogMetrics.BAR);
        columns.setMax(sideways);
        columns.setVisibleAmount(shown ? sideways * metrics.textWidth() / (metrics.textWidth() + sideways) : 0);
        columns.setUnitIncrement(COLUMNS_A_STEP * metrics.charWidth());
        columns.setBlockIncrement(metrics.textWidth() / 2);
        columns.setValue(viewport.scrolled());
        columns.setVisible(shown);
        boolean changed = metrics.isBarBelow() != shown;
        metrics.setBarBelow(shown);
        return changed;
    }

    private void placePill() {
        long unseen = viewport.unseen();
        pill.setVisible(unseen > 0);
        if (unseen <= 0) {
            return;
        }
        pill.setText(unseen == 1 ? "1 new line" : "%,d new lines".formatted(unseen));
        pill.autosize();
        pill.relocate(
                Math.rint((metrics.width() - LogMetrics.BAR - pill.getWidth()) / 2),
                metrics.viewHeight() - pill.getHeight() - 12);
    }
}
