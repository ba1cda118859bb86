package dev.wheelhouse.ui.notifications;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.EventWords;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** An event and whom it reached, as a card over the window. Belongs to the window's thread. */
final class EventCard implements Form {

    private static final double WIDTH = 620;
    private static final double LEAST_HEIGHT = 120;
    private static final double STATE = 190;

    private final EventService events;
    private final TargetList list;
    private final String eventId;
    private final Consumer<String> opens;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Latest reading;
    private final Label title = Nodes.wrapped("", "h2");
    private final StatePane state;
    private final Button close = new Button("Done");
    private final VBox root = new VBox();

    /** What was read at once. */
    private record Read(Event event, Map<String, Target> targets, List<Delivery> reached) {}

    /**
     * @param opens the page of a target
     * @param done closes the card
     */
    EventCard(
            EventService events,
            TargetList list,
            String eventId,
            Consumer<String> opens,
            Runnable done,
            Workbench workbench,
            ActionControls controls) {
        this.events = events;
        this.list = list;
        this.eventId = eventId;
        this.opens = opens;
        this.workbench = workbench;
        this.controls = controls;
        this.reading = new Latest(workbench.background());
        this.state = new StatePane(workbench.background());
        state.setMinHeight(LEAST_HEIGHT);
        root.getStyleClass().addAll("connection-form", "event-card");
        root.setMaxWidth(WIDTH);
        root.setPrefWidth(WIDTH);
        root.setMaxHeight(Region.USE_PREF_SIZE);
        title.setId("title");
        VBox head = new VBox(title);
        head.getStyleClass().add("form-head");
        close.setId("done");
        close.setCancelButton(true);
        close.getStyleClass().add(Styles.ACCENT);
        close.setOnAction(_ -> done.run());
        Action refreshes = Action.of("event.refresh", "Refresh", "fth-refresh-cw", this::read)
                .withCurl(() -> TargetCalls.reached(eventId));
        VBox foot = new VBox(Nodes.line(8, controls.button(refreshes), Nodes.gap(), close));
        foot.getStyleClass().add("form-foot");
        root.getChildren().setAll(head, state, foot);
        read();
    }

    private void read() {
        state.showLoading();
        reading.run(
                () -> read(workbench.callers().get()),
                this::show,
                failure -> state.showFailure(
                        ErrorPresenter.present(failure),
                        this::read,
                        details -> workbench.copy(details, "The details")));
    }

    private Read read(Caller caller) {
        Event event = events.get(caller, eventId);
        Map<String, Target> targets = list.targets().read(caller).targets().stream()
                .collect(Collectors.toMap(Target::id, Function.identity()));
        return new Read(event, targets, list.targets().reached(caller, event));
    }

    private void show(Read read) {
        Event event = read.event();
        EventWords words = EventWords.of(event);
        title.setText(words.title());
        VBox body = new VBox(8);
        body.getStyleClass().add("form-body");
        body.getChildren()
                .add(Nodes.wrapped(
                        event.kind() + "  ·  "
                                + Moments.exactly(
                                        event.occurredAt(), list.clock().instant(), list.zone()) + "  ·  "
                                + event.subjectId(),
                        "dim",
                        "small"));
        words.details().forEach(each -> body.getChildren().add(Nodes.wrapped(each)));
        body.getChildren().add(Nodes.label("Sent to", "h3"));
        if (read.reached().isEmpty()) {
            body.getChildren()
                    .add(Nodes.wrapped("Nobody: no channel and no webhook hears of it, or it is not sent yet.", "dim"));
        }
        read.reached()
                .forEach(each ->
                        body.getChildren().add(reached(each, read.targets().get(each.targetId()))));
        state.showContent(body);
    }

    private Node reached(Delivery delivery, @Nullable Target target) {
        if (target == null) {
            return Nodes.label("A target that was deleted since", "dim");
        }
        DeliveryLine line = DeliveryLine.of(delivery, list.clock().instant(), list.zone());
        Region how = Nodes.stated(
                TargetLabels.look(delivery.status()),
                line.next().isEmpty() ? line.tries().getFirst().at() : line.next());
        how.setPrefWidth(STATE);
        Action open = Action.of(
                        "event.target", "Open " + target.name(), "fth-arrow-right", () -> opens.accept(target.id()))
                .withCurl(() -> TargetCalls.deliveries(target));
        return Nodes.line(12, TargetLabels.name(target), Nodes.gap(), how, controls.iconButton(open));
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void focus() {
        Focus.give(close);
    }

    @Override
    public void close() {
        reading.cancel();
    }
}
