package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.controls.timeline.DayStrip;
import dev.wheelhouse.ui.schedules.list.DayAhead;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The next 24 hours above the list: a mark for each time, and in words those that are due all the time. */
final class DayPane extends VBox {

    private static final int MOST_NAMED = 3;

    private final SchedulesViewModel model;
    private final DayStrip strip;
    private final Label title = new Label("Next 24 hours");
    private final HBox often = new HBox(4);

    DayPane(SchedulesViewModel model) {
        super(6);
        this.model = model;
        this.strip = new DayStrip(model.list().zone());
        getStyleClass().add("day-pane");
        title.getStyleClass().addAll("dim", "small");
        title.setMinWidth(Region.USE_PREF_SIZE);
        often.setAlignment(Pos.CENTER_LEFT);
        often.setMinWidth(0);
        HBox head = new HBox(16, title, often);
        head.setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(head, strip);
        strip.setOnChosen(model::choose);
        model.dayProperty().addListener(_ -> show());
        model.selectedProperty().addListener((_, _, id) -> strip.select(id));
        show();
    }

    private void show() {
        DayAhead day = model.dayProperty().get();
        if (day == null) {
            return;
        }
        strip.show(day.range(), day.marks());
        strip.select(model.selectedProperty().get());
        boolean paused = model.list().pausedSinceProperty().get() != null;
        title.setText(paused ? "Next 24 hours: nothing, all are paused" : titleWords(day));
        often.getChildren().clear();
        List<DayAhead.Often> all = day.often();
        if (all.isEmpty()) {
            return;
        }
        often.getChildren().add(dim("All day:"));
        all.stream().limit(MOST_NAMED).forEach(each -> often.getChildren().add(link(each)));
        if (all.size() > MOST_NAMED) {
            Label more = dim("and " + (all.size() - MOST_NAMED) + " more");
            more.setTooltip(new Tooltip(String.join(
                    "\n",
                    all.stream()
                            .skip(MOST_NAMED)
                            .map(each -> each.name() + ", " + each.words())
                            .toList())));
            often.getChildren().add(more);
        }
    }

    private static String titleWords(DayAhead day) {
        int times = day.marks().size();
        if (times == 0) {
            return day.often().isEmpty() ? "Next 24 hours: nothing is due" : "Next 24 hours";
        }
        return "Next 24 hours: " + (times == 1 ? "one run" : times + " runs");
    }

    private static Label dim(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll("dim", "small");
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    private Hyperlink link(DayAhead.Often each) {
        Hyperlink link = new Hyperlink(each.name());
        link.getStyleClass().add("small");
        link.setTooltip(new Tooltip(each.name() + ", " + each.words()));
        link.setOnAction(_ -> {
            link.setVisited(false);
            model.choose(List.of(each.id()));
        });
        link.setMinWidth(0);
        return link;
    }
}
