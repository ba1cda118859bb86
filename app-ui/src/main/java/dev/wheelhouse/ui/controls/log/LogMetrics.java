package dev.wheelhouse.ui.controls.log;

import java.util.List;
import javafx.scene.text.Text;

/** How large everything is: the font, the view, the columns beside the text. In pixels; belongs to the window's thread. */
final class LogMetrics {

    /** How thick a scroll bar is. */
    static final double BAR = 12;

    private static final double MORE_HEIGHT = 4;
    private static final int MEASURED = 100;

    private final LogPalette palette;
    private Gutters gutters = Gutters.of(new Gutters.Options(true, TimeColumn.HIDDEN, true), 0, List.of(), 8, 18);
    private double charWidth;
    private double lineHeight;
    private double width;
    private double height;
    private boolean barBelow;

    LogMetrics(LogPalette palette) {
        this.palette = palette;
    }

    /** The font is another one. */
    void forgetFont() {
        charWidth = 0;
    }

    void resize(double newWidth, double newHeight) {
        width = newWidth;
        height = newHeight;
        if (charWidth <= 0) {
            Text text = new Text("x".repeat(MEASURED));
            text.setFont(palette.fonts().plain());
            charWidth = text.getLayoutBounds().getWidth() / MEASURED;
            lineHeight = Math.ceil(text.getLayoutBounds().getHeight()) + MORE_HEIGHT - 2;
        }
    }

    void arrange(Gutters.Options options, long lastNumber, List<String> sources) {
        gutters = Gutters.of(options, lastNumber, sources, charWidth, lineHeight);
    }

    /** Whether a scroll bar takes the metrics at the lower edge. */
    void setBarBelow(boolean shown) {
        barBelow = shown;
    }

    boolean isBarBelow() {
        return barBelow;
    }

    Gutters gutters() {
        return gutters;
    }

    double charWidth() {
        return charWidth;
    }

    double lineHeight() {
        return lineHeight;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    /** Without the bar at the lower edge. */
    double viewHeight() {
        return Math.max(0, height - (barBelow ? BAR : 0));
    }

    /** Lines of the screen that there is metrics for; at least 1. */
    double viewLines() {
        return lineHeight <= 0 ? 1 : Math.max(1, viewHeight() / lineHeight);
    }

    double textWidth() {
        return Math.max(charWidth, width - BAR - gutters.text() - charWidth);
    }

    /** Where lines are wrapped. */
    int textColumns() {
        return (int) Math.max(20, Math.floor(textWidth() / charWidth));
    }
}
