package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleList;
import dev.wheelhouse.ui.schedules.list.ScheduleSigns;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;

/** What is due next, as a part of another screen: the next few of all schedules, or all of one server. */
final class NextSchedules implements ScreenPart {

    private static final double WHEN = 150;
    private static final double LAST = 190;

    private final ScheduleList list;
    private final Predicate<ScheduleLine> wanted;
    private final int most;
    private final Consumer<String> opens;
    private final ActionControls controls;
    private final Map<String, Row> rows = new HashMap<>();
    private final VBox place = new VBox();
    private final VBox root = new VBox(8);
    private final ListChangeListener<LiveRow<ScheduleLine>> onRows = _ -> show();
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
        place.getStyleClass().add("overview-rows");
        root.getChildren().setAll(head, place);
        root.managedProperty().bind(root.visibleProperty());
        root.setVisible(false);
    }

    @Override
    public Node root() {
        return root;
    }

    @Override
    public Optional<Refreshable> reading() {
        return Optional.of(list);
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
                .map(LiveRow::line)
                .filter(wanted)
                .sorted(Comparator.comparing(
                        (ScheduleLine line) -> Objects.requireNonNullElse(line.next(), Instant.MAX)))
                .limit(most)
                .toList();
        root.setVisible(!now.isEmpty());
        List<String> ids = now.stream().map(ScheduleLine::id).toList();
        rows.keySet().retainAll(ids);
        now.forEach(line -> rows.computeIfAbsent(line.id(), Row::new).show(line));
        List<Node> nodes = new ArrayList<>();
        ids.forEach(id -> nodes.add(rows.get(id)));
        if (!nodes.equals(place.getChildren())) {
            place.getChildren().setAll(nodes);
        }
    }

    /** One schedule. It stays the same node while its times go on, and keeps the keyboard and a click. */
    private final class Row extends HBox {

        private final Label name = new Label();
        private final Label server = new Label();
        private final HBox last = place(LAST);
        private final HBox next = place(WHEN);
        private @Nullable ScheduleLine shown;

        private Row(String id) {
            super(12);
            name.getStyleClass().add("h3");
            name.setMinWidth(0);
            server.getStyleClass().addAll("dim", "small");
            VBox words = new VBox(2, name, server);
            words.setMinWidth(0);
            HBox.setHgrow(words, Priority.ALWAYS);
            Action open = Action.of("overview.schedule", "Open its runs", "fth-arrow-right", () -> opens.accept(id))
                    .withCurl(() -> ScheduleCalls.runs(id));
            getChildren().addAll(words, last, next, controls.iconButton(open));
            setAlignment(Pos.CENTER_LEFT);
            getStyleClass().addAll("overview-row", "clickable");
            setFocusTraversable(true);
            setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY) {
                    open.run();
                }
            });
            setOnKeyPressed(event -> {
                if (event.getCode() == KeyCode.ENTER && equals(event.getTarget())) {
                    open.run();
                }
            });
        }

        private void show(ScheduleLine line) {
            if (line.equals(shown)) {
                return;
            }
            shown = line;
            name.setText(line.name());
            server.setText("on " + line.serverName());
            last.getChildren().setAll(ScheduleSigns.last(line));
            next.getChildren().setAll(ScheduleSigns.next(line));
            setAccessibleText(line.name() + ", next run " + line.nextIn());
        }
    }

    private static HBox place(double width) {
        HBox box = new HBox();
        box.setAlignment(Pos.CENTER_LEFT);
        box.setMinWidth(width);
        box.setMaxWidth(width);
        return box;
    }
}
