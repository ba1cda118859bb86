package dev.wheelhouse.ui.controls.chart;

import java.util.List;
import java.util.stream.IntStream;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/**
 * The colours and the font that a plot is painted with, as its style sheet says them: {@code -chart-grid},
 * {@code -chart-axis}, {@code -chart-text}, {@code -chart-band}, {@code -chart-limit}, {@code -chart-mark},
 * {@code -chart-line-1} to {@code -chart-line-4}, {@code -chart-font}.
 */
final class ChartPalette {

    static final int LINES = 4;

    private static final StyleablePropertyFactory<Plot> FACTORY =
            new StyleablePropertyFactory<>(Region.getClassCssMetaData());

    private final Plot plot;
    private final StyleableProperty<Color> grid;
    private final StyleableProperty<Color> axis;
    private final StyleableProperty<Color> text;
    private final StyleableProperty<Color> band;
    private final StyleableProperty<Color> limit;
    private final StyleableProperty<Color> mark;
    private final List<StyleableProperty<Color>> lines;
    private final StyleableProperty<Font> font;

    ChartPalette(Plot plot) {
        this.plot = plot;
        grid = color("grid", palette -> palette.grid, Color.LIGHTGRAY);
        axis = color("axis", palette -> palette.axis, Color.GRAY);
        text = color("text", palette -> palette.text, Color.DIMGRAY);
        band = color("band", palette -> palette.band, Color.LIGHTBLUE);
        limit = color("limit", palette -> palette.limit, Color.CRIMSON);
        mark = color("mark", palette -> palette.mark, Color.PURPLE);
        lines = IntStream.range(0, LINES)
                .mapToObj(i -> color("line-" + (i + 1), palette -> palette.lines.get(i), Color.STEELBLUE))
                .toList();
        font = FACTORY.createStyleableFontProperty(
                plot, "chart-font", "-chart-font", node -> node.palette().font, Font.font(11));
    }

    private StyleableProperty<Color> color(
            String name, java.util.function.Function<ChartPalette, StyleableProperty<Color>> own, Color initial) {
        StyleableProperty<Color> property = FACTORY.createStyleableColorProperty(
                plot, "chart-" + name, "-chart-" + name, node -> own.apply(node.palette()), initial);
        return property;
    }

    static List<CssMetaData<? extends Styleable, ?>> cssMetaData() {
        return FACTORY.getCssMetaData();
    }

    /** Runs whenever a colour or the font changes, as with the theme. */
    void onChange(Runnable changed) {
        List.of(grid, axis, text, band, limit, mark).forEach(each -> listen(each, changed));
        lines.forEach(each -> listen(each, changed));
        listen(font, changed);
    }

    private static void listen(StyleableProperty<?> property, Runnable changed) {
        if (property instanceof javafx.beans.Observable observable) {
            observable.addListener(_ -> changed.run());
        }
    }

    Color grid() {
        return grid.getValue();
    }

    Color axis() {
        return axis.getValue();
    }

    Color text() {
        return text.getValue();
    }

    Color band() {
        return band.getValue();
    }

    Color limit() {
        return limit.getValue();
    }

    Color mark() {
        return mark.getValue();
    }

    /** @param index from 0; those beyond the fourth begin again */
    Color line(int index) {
        return lines.get(index % LINES).getValue();
    }

    Font font() {
        return font.getValue();
    }
}
