package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.Conversation;
import dev.wheelhouse.core.conversations.ConversationMessage;
import dev.wheelhouse.core.conversations.MessageRole;
import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.shell.SidePanel;
import java.time.Clock;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.beans.InvalidationListener;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The assistant beside the screens: a conversation, what is typed, and who is told what. */
final class AssistantPanel implements SidePanel {

    /** Older ones are left out; the API has all. */
    private static final int MOST_SHOWN = 200;

    private static final int INPUT_ROWS = 3;
    /** In pixels. */
    private static final double NEAR_END = 40;

    private static final String NEW = "New conversation";

    private final AssistantViewModel model;
    private final ActionControls controls;
    private final Clock clock;
    private final ZoneId zone;
    private final ComboBox<@Nullable Conversation> choice = new ComboBox<>();
    private final VBox said = new VBox(12);
    private final VBox underWay = new VBox();
    private final ScrollPane scroll = new ScrollPane(new VBox(12, said, underWay));
    private final TextArea input = new TextArea();
    private final VBox root = new VBox();
    private final List<Action> actions;
    /** By message and plan; what did not change stays as it is, with its ticks and what was unfolded. */
    private Map<Object, Node> shown = Map.of();

    private boolean choosing;
    /** Whether the newest is in sight. */
    private boolean atEnd = true;

    /** @param zone in which times are shown */
    AssistantPanel(AssistantViewModel model, ActionControls controls, Clock clock, ZoneId zone) {
        this.model = model;
        this.controls = controls;
        this.clock = clock;
        this.zone = zone;
        Action begin = Action.of("assistant.new", NEW, "fth-plus", () -> {
                    model.choose(null);
                    focus();
                })
                .withCurl(ConversationCalls::begin);
        Action delete = Action.of("assistant.delete", "Delete conversation", "fth-trash-2", model::deleteCurrent)
                .withCurl(model::deleteCall);
        Action send = Action.of("assistant.send", "Send", "fth-send", () -> {
                    model.send();
                    // Its button rests now.
                    focus();
                })
                .withCurl(model::sendCall);
        Action stop = Action.of("assistant.cancel", "Stop the assistant", "fth-square", model::cancel)
                .withCurl(model::cancelCall);
        actions = List.of(begin, delete, send, stop);
        send.enabledProperty()
                .bind(model.draftProperty()
                        .isNotEmpty()
                        .and(model.answeringProperty().not()));
        stop.enabledProperty().bind(model.answeringProperty());
        delete.enabledProperty().bind(model.currentProperty().isNotNull());
        root.getStyleClass().add("assistant");
        root.getChildren().addAll(head(begin, delete), told(), conversation(), foot(send, stop));
        listen();
    }

    private Node head(Action begin, Action delete) {
        choice.setId("conversations");
        choice.setAccessibleText("Conversation");
        choice.setPromptText(NEW);
        choice.setMaxWidth(Double.MAX_VALUE);
        choice.setMinWidth(0);
        HBox.setHgrow(choice, Priority.ALWAYS);
        choice.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable Conversation conversation) {
                return conversation == null ? NEW : conversation.title();
            }

            @Override
            public @Nullable Conversation fromString(String text) {
                throw new UnsupportedOperationException();
            }
        });
        choice.setItems(model.conversations());
        choice.valueProperty().addListener((_, _, chosen) -> {
            if (!choosing && chosen != null) {
                model.choose(chosen);
            }
        });
        HBox head = Nodes.line(4, choice, controls.iconButton(begin), controls.iconButton(delete));
        head.getStyleClass().add("assistant-head");
        return head;
    }

    private Node told() {
        Label told = Nodes.wrapped("", "dim", "small", "assistant-told");
        told.setId("told");
        told.textProperty().bind(model.toldProperty());
        return told;
    }

    private Node conversation() {
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("edge-to-edge");
        scroll.setId("messages");
        ((VBox) scroll.getContent()).getStyleClass().add("assistant-messages");
        VBox.setVgrow(scroll, Priority.ALWAYS);
        return scroll;
    }

    private Node foot(Action send, Action stop) {
        input.setId("message");
        input.setPromptText("Ask, or type / for a command");
        input.setAccessibleText("Message to the assistant");
        input.setWrapText(true);
        input.setPrefRowCount(INPUT_ROWS);
        input.setMinHeight(Region.USE_PREF_SIZE);
        input.textProperty().bindBidirectional(model.draftProperty());
        input.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() != KeyCode.ENTER) {
                return;
            }
            event.consume();
            if (event.isShiftDown()) {
                input.replaceSelection("\n");
            } else {
                model.send();
            }
        });
        Label trouble = Nodes.wrapped("", "danger-text");
        trouble.setId("trouble");
        trouble.textProperty().bind(model.troubleProperty());
        trouble.managedProperty().bind(model.troubleProperty().isNotEmpty());
        trouble.visibleProperty().bind(trouble.managedProperty());
        Button sending = controls.wholeButton(send);
        sending.getStyleClass().add("accent");
        Button stopping = controls.wholeButton(stop);
        stopping.visibleProperty().bind(model.answeringProperty());
        stopping.managedProperty().bind(stopping.visibleProperty());
        Label keys = Nodes.narrow("Enter sends, Shift+Enter begins a line", "dim", "small");
        VBox foot = new VBox(8, trouble, input, Nodes.line(8, keys, Nodes.gap(), stopping, sending));
        foot.getStyleClass().add("assistant-foot");
        return foot;
    }

    private void listen() {
        model.messages().addListener((ListChangeListener<ConversationMessage>) _ -> showSaid());
        model.plans().addListener((InvalidationListener) _ -> showSaid());
        model.usedNow().addListener((InvalidationListener) _ -> showUnderWay());
        model.writtenNowProperty().addListener(_ -> showUnderWay());
        model.answeringProperty().addListener(_ -> showUnderWay());
        model.currentProperty().addListener((_, _, now) -> {
            choosing = true;
            choice.setValue(now);
            choosing = false;
        });
        keepTheNewestInSight();
    }

    /** Unless somebody scrolled up. JavaFX keeps what is on top when the content grows. */
    private void keepTheNewestInSight() {
        scroll.vvalueProperty().addListener((_, _, now) -> {
            if (atEnd && now.doubleValue() < scroll.getVmax()) {
                scroll.setVvalue(scroll.getVmax());
            }
        });
        scroll.addEventFilter(ScrollEvent.SCROLL, event -> atEnd = event.getDeltaY() < 0 && isNearEnd());
        scroll.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> atEnd = false);
        scroll.addEventFilter(KeyEvent.KEY_PRESSED, _ -> atEnd = false);
        scroll.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> atEnd = isNearEnd());
        scroll.addEventFilter(KeyEvent.KEY_RELEASED, _ -> atEnd = isNearEnd());
        ((VBox) scroll.getContent()).heightProperty().addListener(_ -> {
            if (atEnd) {
                scroll.setVvalue(scroll.getVmax());
            }
        });
    }

    private boolean isNearEnd() {
        double hidden = ((VBox) scroll.getContent()).getHeight()
                - scroll.getViewportBounds().getHeight();
        return (scroll.getVmax() - scroll.getVvalue()) * hidden < NEAR_END;
    }

    private void showSaid() {
        List<ConversationMessage> all = model.messages();
        Map<Object, Node> nodes = new LinkedHashMap<>();
        for (ConversationMessage each : all.subList(Math.max(0, all.size() - MOST_SHOWN), all.size())) {
            nodes.put(each, Objects.requireNonNullElseGet(shown.get(each), () -> node(each)));
            // What came of a plan stands below the plan that was filed, not again.
            Plan plan = each.planId() == null || each.role() == MessageRole.SYSTEM
                    ? null
                    : model.plans().get(each.planId());
            if (plan != null) {
                nodes.put(
                        plan,
                        Objects.requireNonNullElseGet(
                                shown.get(plan), () -> new PlanCard(plan, model, controls, clock, zone)));
            }
        }
        boolean hadKeyboard = Focus.isWithin(said);
        shown = nodes;
        said.getChildren().setAll(nodes.values());
        if (hadKeyboard && !Focus.isWithin(said)) {
            // The button is gone with what it was for.
            focus();
        }
    }

    private Node node(ConversationMessage message) {
        Action copy = Action.of("assistant.copy", "Copy message", "fth-copy", () -> model.copy(message))
                .withCurl(() -> ConversationCalls.messages(message.conversationId()));
        if (message.role() == MessageRole.SYSTEM && message.planId() != null) {
            // The plan's card has the rest.
            String came = message.content().lines().findFirst().orElse("");
            return new MessageNode(MessageNode.Voice.CONSOLE, came, false, List.of(), controls.iconButton(copy));
        }
        boolean isCommand = model.before(message)
                .filter(each -> each.role() == MessageRole.USER
                        && each.content().stripLeading().startsWith("/"))
                .isPresent();
        return new MessageNode(
                switch (message.role()) {
                    case USER -> MessageNode.Voice.PERSON;
                    case ASSISTANT -> MessageNode.Voice.ASSISTANT;
                    case SYSTEM -> MessageNode.Voice.CONSOLE;
                },
                message.content(),
                isCommand && message.role() == MessageRole.ASSISTANT && message.planId() == null,
                isCommand ? List.of() : Objects.requireNonNullElse(message.toolEvents(), List.of()),
                controls.iconButton(copy));
    }

    private void showUnderWay() {
        if (!model.answeringProperty().get()) {
            underWay.getChildren().clear();
            return;
        }
        String text = model.writtenNowProperty().get();
        underWay.getChildren()
                .setAll(new MessageNode(
                        MessageNode.Voice.ASSISTANT,
                        text.isBlank() ? "Working…" : text,
                        false,
                        List.copyOf(model.usedNow()),
                        null));
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        model.onShow();
    }

    @Override
    public void onHide() {
        model.onHide();
    }

    @Override
    public List<Action> actions() {
        return actions;
    }

    @Override
    public void focus() {
        Focus.give(input);
    }
}
