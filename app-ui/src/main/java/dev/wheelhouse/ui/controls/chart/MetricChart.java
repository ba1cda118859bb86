package dev.wheelhouse.ui.controls.chart;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.beans.value.ChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * A chart of up to four lines with its title and the values under the cross-hair, or the newest ones without it. The
 * pointer draws a range to zoom into and a double-click goes back; with the keyboard Left and Right move the cross-hair
 * (Shift: ten buckets), Home and End go to its ends, + and - zoom, Escape goes back. Belongs to the window's thread.
 */
public final class MetricChart extends VBox {

    private static final PseudoClass DIMMED = PseudoClass.getPseudoClass("dimmed");

    private final ChartGroup group;
    private final ChartReadout readout;
    private final Plot plot;
    private final Label title = new Label();
    private final HBox legend = new HBox(12);
    private final List<Label> values = new ArrayList<>();
    private final ChangeListener<Object> onGroup = (_, _, _) -> tellValues();
    private @Nullable ChartData data;

    /** @param zone in which times are shown */
    public MetricChart(String name, ChartGroup group, ZoneId zone) {
        this.group = group;
        this.readout = new ChartReadout(zone);
        this.plot = new Plot(group, zone);
        getStyleClass().add("metric-chart");
        title.setText(name);
        title.getStyleClass().add("chart-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        legend.setAlignment(Pos.CENTER_RIGHT);
        legend.setMinWidth(0);
        HBox.setHgrow(legend, Priority.ALWAYS);
        HBox head = new HBox(12, title, legend);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("chart-head");
        VBox.setVgrow(plot, Priority.ALWAYS);
        getChildren().addAll(head, plot);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT);
        new ChartInput(group, plot, this::data).listenTo(this);
        sceneProperty().addListener((_, before, now) -> {
            if (before == null && now != null) {
                group.visibleProperty().addListener(onGroup);
                group.crossHairProperty().addListener(onGroup);
            } else if (before != null && now == null) {
                group.visibleProperty().removeListener(onGroup);
                group.crossHairProperty().removeListener(onGroup);
            }
        });
        showLoading();
    }

    /** Says that the values are on their way. */
    public void showLoading() {
        data = null;
        legend.getChildren().clear();
        values.clear();
        plot.show(null, "Loading…");
        tellValues();
    }

    /** Draws values; where there are none in the range it says so. */
    public void show(ChartData shown) {
        ChartData before = data;
        if (shown.equals(before)) {
            return;
        }
        data = shown;
        if (before == null || !names(before).equals(names(shown))) {
            makeLegend(shown);
        }
        plot.show(shown, "No data in this range");
        tellValues();
    }

    /** Shows that the values are old. */
    public void setDimmed(boolean dimmed) {
        pseudoClassStateChanged(DIMMED, dimmed);
    }

    private static List<String> names(ChartData shown) {
        return shown.lines().stream().map(ChartSeries::name).toList();
    }

    private void makeLegend(ChartData shown) {
        legend.getChildren().clear();
        values.clear();
        boolean several = shown.lines().size() > 1;
        for (int i = 0; i < shown.lines().size(); i++) {
            Label value = new Label();
            value.getStyleClass().add("chart-value");
            value.setMinWidth(Region.USE_PREF_SIZE);
            values.add(value);
            HBox entry = new HBox(5);
            entry.setAlignment(Pos.CENTER_RIGHT);
            if (several) {
                Region sign = new Region();
                sign.getStyleClass().addAll("chart-sign", "line-" + (i % ChartPalette.LINES + 1));
                Label name = new Label(shown.lines().get(i).name());
                name.getStyleClass().add("chart-name");
                entry.getChildren().addAll(sign, name);
            }
            entry.getChildren().add(value);
            legend.getChildren().add(entry);
        }
    }

    private void tellValues() {
        ChartData shown = data;
        if (shown == null) {
            setAccessibleText(title.getText() + ": loading");
            return;
        }
        Long at = group.crossHairProperty().get();
        TimeRange visible = group.visibleProperty().get();
        boolean alone = shown.lines().size() == 1;
        for (int i = 0; i < values.size(); i++) {
            ChartSeries line = shown.lines().get(i);
            int bucket = at == null ? ChartReadout.newest(line, visible) : line.bucketAt(at);
            String text = ChartReadout.value(shown.unit(), line, bucket, alone && at != null);
            if (alone && at == null && shown.limit() != null && bucket >= 0) {
                text += " / " + shown.unit().words(shown.limit());
            }
            values.get(i).setText(text);
        }
        String sentence = readout.sentence(title.getText(), shown, visible, at);
        if (!sentence.equals(getAccessibleText())) {
            setAccessibleText(sentence);
            if (isFocused()) {
                notifyAccessibleAttributeChanged(AccessibleAttribute.TEXT);
            }
        }
    }

    private @Nullable ChartData data() {
        return data;
    }

    @Override
    public @Nullable Object queryAccessibleAttribute(AccessibleAttribute attribute, @Nullable Object... parameters) {
        return attribute == AccessibleAttribute.TEXT
                ? getAccessibleText()
                : super.queryAccessibleAttribute(attribute, parameters);
    }

    /** Where the lines are drawn, for pointers. */
    public Node plot() {
        return plot;
    }

    @Override
    public String getUserAgentStylesheet() {
        return Objects.requireNonNull(MetricChart.class.getResource("chart.css"))
                .toExternalForm();
    }
}
