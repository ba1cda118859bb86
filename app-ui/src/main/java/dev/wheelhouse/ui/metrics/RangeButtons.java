package dev.wheelhouse.ui.metrics;

import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/** The buttons of the ranges, one beside the other, what leads back to the whole range, and room behind them. */
public final class RangeButtons {

    private final List<Action> actions = new ArrayList<>();
    private final HBox line;

    /**
     * @param ids begins the ids of its actions, such as {@code servers}
     * @param call the call that reads a range
     */
    public RangeButtons(
            String ids, ChartRange range, Function<MetricRange, CurlCommand> call, ActionControls controls) {
        HBox place = new HBox();
        place.getStyleClass().addAll("segments", "range-buttons");
        Button zoomOut = new Button();
        zoomOut.setMinWidth(Region.USE_PREF_SIZE);
        zoomOut.getStyleClass().add("small-button");
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        this.line = new HBox(12, place, zoomOut, gap);
        line.setAlignment(Pos.CENTER_LEFT);
        ToggleGroup group = new ToggleGroup();
        MetricRange[] values = MetricRange.values();
        for (int i = 0; i < values.length; i++) {
            MetricRange each = values[i];
            Action action = Action.of(
                            ids + ".range-" + each.wireName(),
                            spoken(each),
                            "fth-clock",
                            () -> range.rangeProperty().set(each))
                    .withShortcut("Shortcut+" + (i + 1))
                    .withCurl(() -> call.apply(each));
            actions.add(action);
            ToggleButton button = controls.fill(new ToggleButton(), action);
            button.setGraphic(null);
            button.setText(each.wireName());
            button.getStyleClass().add(i == 0 ? "left-pill" : i == values.length - 1 ? "right-pill" : "center-pill");
            button.setToggleGroup(group);
            button.setSelected(each == range.get());
            // A second click on the chosen one must not leave none.
            button.setOnAction(_ -> button.setSelected(true));
            // The arrow keys select without an action.
            button.selectedProperty().addListener((_, _, selected) -> {
                if (selected && range.get() != each) {
                    action.run();
                }
            });
            button.setMinWidth(Region.USE_PREF_SIZE);
            range.rangeProperty().addListener((_, _, now) -> button.setSelected(now == each));
            place.getChildren().add(button);
        }
        Action zoomsOut = Action.of(
                        ids + ".zoom-out",
                        "Whole range",
                        "fth-zoom-out",
                        () -> range.group().reset())
                .withShortcut("Shortcut+0");
        controls.fill(zoomOut, zoomsOut);
        zoomOut.setText(zoomsOut.title());
        zoomOut.visibleProperty().bind(range.group().zoomedProperty());
        zoomsOut.enabledProperty().bind(range.group().zoomedProperty());
        actions.add(zoomsOut);
    }

    /** For screen readers. */
    public static String spoken(MetricRange range) {
        long hours = range.length().toHours();
        if (hours == 0) {
            return "Last " + range.length().toMinutes() + " minutes";
        }
        if (hours < 48) {
            return hours == 1 ? "Last hour" : "Last " + hours + " hours";
        }
        return "Last " + range.length().toDays() + " days";
    }

    /** What the buttons do, for the keys and the palette. */
    public List<Action> actions() {
        return List.copyOf(actions);
    }

    public HBox root() {
        return line;
    }
}
