package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.list.ScheduleRow;
import dev.wheelhouse.ui.schedules.list.ScheduleSigns;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What is due next, as a part of another screen: the next few of all schedules, or all of one server. */
final class NextSchedules implements ScreenPart {

    private static final double WHEN = 150;
    private static final double LAST = 190;

    private final ScheduleList list;
    private final Predicate<ScheduleLine> wanted;
    private final int most;
    private final Consumer<String> opens;
    private final ActionControls controls;
    private final VBox rows = new VBox();
    private final VBox root = new VBox(8);
    private final ListChangeListener<ScheduleRow> onRows = _ -> show();
    private List<ScheduleLine> shown = List.of();
    private Background.Handle watch = Background.Handle.NONE;

    /**
     * How the part looks.
     *
     * @param titleStyle of the heading, as the screen has it
     * @param wanted which schedules it tells of
     * @param most how many of them
     */
    record Look(String titleStyle, Predicate<ScheduleLine> wanted, int most) {}

    /**
     * @param opens the page of a schedule
     * @param all opens the screen of schedules
     */
    NextSchedules(ScheduleList list, Look look, Consumer<String> opens, Runnable all, ActionControls controls) {
        this.list = list;
        this.wanted = look.wanted();
        this.most = look.most();
        this.opens = opens;
        this.controls = controls;
        Label title = new Label("Next schedules");
        title.getStyleClass().add(look.titleStyle());
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        Button every = controls.button(Action.of("overview.schedules", "All schedules", "fth-calendar", all)
                .withCurl(ScheduleCalls::list));
        every.getStyleClass().add("flat");
        HBox head = new HBox(8, title, gap, every);
        head.setAlignment(Pos.CENTER_LEFT);
        rows.getStyleClass().add("overview-rows");
        root.getChildren().setAll(head, rows);
        root.managedProperty().bind(root.visibleProperty());
        root.setVisible(false);
    }

    @Override
    public Node root() {
        return root;
    }

    @Override
    public void onShow() {
        list.rows().addListener(onRows);
        watch = list.watch();
        show();
    }

    @Override
    public void onHide() {
        watch.cancel();
        list.rows().removeListener(onRows);
    }

    private void show() {
        List<ScheduleLine> now = list.rows().stream()
                .map(ScheduleRow::line)
                .filter(wanted)
                .sorted(Comparator.comparing(
                        (ScheduleLine line) -> Objects.requireNonNullElse(line.next(), Instant.MAX)))
                .limit(most)
                .toList();
        root.setVisible(!now.isEmpty());
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        List<Node> made = new ArrayList<>();
        now.forEach(line -> made.add(row(line)));
        rows.getChildren().setAll(made);
    }

    private HBox row(ScheduleLine line) {
        Label name = new Label(line.name());
        name.getStyleClass().add("h3");
        name.setMinWidth(0);
        Label server = new Label("on " + line.serverName());
        server.getStyleClass().addAll("dim", "small");
        VBox words = new VBox(2, name, server);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        Action open = Action.of("overview.schedule", "Open its runs", "fth-arrow-right", () -> opens.accept(line.id()))
                .withCurl(() -> ScheduleCalls.runs(line.id()));
        HBox row = new HBox(
                12,
                words,
                wide(ScheduleSigns.last(line), LAST),
                wide(ScheduleSigns.next(line), WHEN),
                controls.iconButton(open));
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().addAll("overview-row", "clickable");
        row.setFocusTraversable(true);
        row.setAccessibleText(line.name() + ", next run " + line.nextIn());
        row.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
                open.run();
            }
        });
        row.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER && row.equals(event.getTarget())) {
                open.run();
            }
        });
        return row;
    }

    private static HBox wide(Node node, double width) {
        HBox box = new HBox(node);
        box.setAlignment(Pos.CENTER_LEFT);
        box.setMinWidth(width);
        box.setMaxWidth(width);
        return box;
    }
}
