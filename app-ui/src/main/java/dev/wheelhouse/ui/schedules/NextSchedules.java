package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleIcons;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** What is due next, as a part of another screen: the next few of all schedules, or all of one server. */
final class NextSchedules {

    private static final double WHEN = 150;
    private static final double LAST = 190;
    private static final Comparator<ScheduleLine> BY_NEXT =
            Comparator.comparing(line -> Objects.requireNonNullElse(line.next(), Instant.MAX));

    private final Consumer<String> opens;
    private final ActionControls controls;

    /** @param opens the page of a schedule */
    NextSchedules(Consumer<String> opens, ActionControls controls) {
        this.opens = opens;
        this.controls = controls;
    }

    /**
     * @param titleStyle of the heading, as the screen has it
     * @param wanted which schedules are shown
     * @param most how many of them
     * @param all opens the screen of schedules
     */
    ScreenPart part(ScheduleList list, String titleStyle, Predicate<ScheduleLine> wanted, int most, Runnable all) {
        Label title = new Label("Next schedules");
        title.getStyleClass().add(titleStyle);
        Button every = controls.button(Action.of("overview.schedules", "All schedules", "fth-calendar", all)
                .withCurl(ScheduleCalls::list));
        every.getStyleClass().add("flat");
        EmbeddedRows<ScheduleLine> rows = new EmbeddedRows<>(ScheduleLine::id, this::row);
        rows.setVisible(false);
        return new EmbeddedList<>(list, title, every, rows, lines -> {
            List<ScheduleLine> now =
                    lines.stream().filter(wanted).sorted(BY_NEXT).limit(most).toList();
            rows.show(now);
            rows.setVisible(!now.isEmpty());
        });
    }

    private EmbeddedRow<ScheduleLine> row(String id) {
        Label name = Nodes.narrow("", "h3");
        Label server = Nodes.label("", "dim", "small");
        VBox words = new VBox(2, name, server);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        StackPane last = EmbeddedRow.fixed(LAST);
        StackPane next = EmbeddedRow.fixed(WHEN);
        Action open = Action.of("overview.schedule", "Open its runs", "fth-arrow-right", () -> opens.accept(id))
                .withCurl(() -> ScheduleCalls.runs(id));
        return new EmbeddedRow<>(
                open::run,
                (row, line) -> {
                    name.setText(line.name());
                    server.setText("on " + line.serverName());
                    last.getChildren().setAll(ScheduleIcons.last(line));
                    next.getChildren().setAll(ScheduleIcons.next(line));
                    row.setAccessibleText(line.name() + ", next run " + line.nextIn());
                },
                words,
                last,
                next,
                controls.iconButton(open));
    }
}
