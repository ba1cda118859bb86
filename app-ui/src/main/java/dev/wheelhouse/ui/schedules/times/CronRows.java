package dev.wheelhouse.ui.schedules.times;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.form.FieldGrid;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;

/** The rows of a form that say when: the expression, what it means, its zone, and its next times. */
public final class CronRows {

    private static final double TIMES_HEIGHT = 128;
    private static final Insets TIMES_PADDING = new Insets(7, 0, 0, 0);

    private final CronModel model;
    private final UpcomingPane times;
    private final TextField cron;
    private final Label words = Nodes.wrapped("");

    private CronRows(CronModel model) {
        this.model = model;
        this.times = new UpcomingPane(model.own());
        this.cron =
                FieldGrid.field(new TextField(), model.cronProperty().getName(), model.cronProperty(), "30 2 * * 1-5");
    }

    /** @param label of the expression */
    public static void add(FieldGrid grid, String label, CronModel model) {
        new CronRows(model).addTo(grid, label);
    }

    private void addTo(FieldGrid grid, String label) {
        cron.getStyleClass().add("cron-field");
        FlowPane usual = new FlowPane(6, 6);
        for (UsualTimes each : UsualTimes.values()) {
            Button button = new Button(each.words());
            button.getStyleClass().add("small-button");
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(_ -> model.choose(each));
            usual.getChildren().add(button);
        }
        words.setId("words");
        cron.setAccessibleText(label);
        grid.place(label, cron, usual, words, grid.problem(cron, cron.getId())).setSpacing(8);
        TextField zone =
                FieldGrid.field(new TextField(), "zone", model.timeZoneProperty(), "Type a city, such as Zurich");
        zone.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                model.zone().ifPresent(each -> zone.setText(each.getId()));
            }
        });
        new ZoneField(zone, model.zones());
        grid.row("Zone", zone, zone, model.timeZoneProperty().getName());
        times.setMinHeight(TIMES_HEIGHT);
        times.setPadding(TIMES_PADDING);
        grid.place("Next", times);
        model.readingProperty().addListener(_ -> show());
        show();
    }

    private void show() {
        CronReading reading = model.readingProperty().get();
        cron.pseudoClassStateChanged(Styles.STATE_DANGER, reading instanceof CronReading.Wrong);
        switch (reading) {
            case CronReading.Blank _ -> {
                words.setText("Minute, hour, day, month, day of the week; * is any.");
                words.getStyleClass().setAll("label", "dim");
                times.show(List.of(), null);
            }
            case CronReading.Wrong(String problem) -> {
                words.setText(problem);
                words.getStyleClass().setAll("label", "field-error");
                times.show(List.of(), null);
            }
            case CronReading.Right right -> {
                words.setText(right.words() + ".");
                words.getStyleClass().setAll("label", "cron-words");
                times.show(right.times(), right.zone());
            }
        }
    }
}
