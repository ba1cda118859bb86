package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.log.JsonText;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** All of one delivery: what was sent, what was answered, and each attempt. Belongs to the window's thread. */
final class DeliveryPane {

    private static final int MOST_LINES = 20;

    /** How many letters a line holds before it is wrapped, where the pane is narrow. */
    private static final int COLUMNS = 54;

    private static final double TIME = 130;
    private static final double TOOK = 72;

    private final Function<DeliveryLine, List<Action>> actions;
    private final ActionControls controls;
    private final VBox body = new VBox(8);
    private final ScrollPane root = new ScrollPane(body);
    private List<Object> shown = List.of();
    private String shownId = "";

    /** @param actions what can be done with a delivery */
    DeliveryPane(Function<DeliveryLine, List<Action>> actions, ActionControls controls) {
        this.actions = actions;
        this.controls = controls;
        body.getStyleClass().add("delivery-body");
        root.setFitToWidth(true);
        root.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        root.getStyleClass().addAll("edge-to-edge", "run-output", "delivery-pane");
    }

    /**
     * Shows a delivery, unless it is shown as it is: what was selected in its texts stays.
     *
     * @param line null for none
     * @param enabled whether its target is on
     */
    void show(@Nullable DeliveryLine line, boolean enabled) {
        List<Object> now = line == null ? List.of() : List.of(line, enabled);
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        if (line == null) {
            body.getChildren().clear();
        } else {
            double place = line.id().equals(shownId) ? root.getVvalue() : 0;
            shownId = line.id();
            fill(line);
            root.setVvalue(place);
        }
    }

    private void fill(DeliveryLine line) {
        Delivery delivery = line.delivery();
        body.getChildren().setAll(head(line));
        String message = message(delivery.body());
        boolean isForPeople = !message.isEmpty();
        heading(isForPeople ? "Message" : "Payload");
        body.getChildren().add(text("payload", isForPeople ? message : JsonText.pretty(delivery.body())));
        heading("Attempts");
        line.tries().forEach(each -> body.getChildren().add(attempt(each)));
        if (!delivery.requestHeaders().isEmpty()) {
            heading("Request headers");
            body.getChildren().add(headers("requestHeaders", delivery.requestHeaders()));
        }
        if (delivery.responseHeaders() != null) {
            heading("Answer");
            body.getChildren().add(headers("responseHeaders", delivery.responseHeaders()));
        }
        if (delivery.responseBody() != null && !delivery.responseBody().isEmpty()) {
            body.getChildren().add(text("responseBody", JsonText.pretty(delivery.responseBody())));
        }
    }

    /** What people read of a channel's message; empty for what is not for people. */
    private static String message(String body) {
        try {
            Map<String, Object> fields = Json.readObject(body);
            return fields.get("title") instanceof String title && fields.get("lines") instanceof List<?> lines
                    ? title + lines.stream().map(each -> "\n" + each).collect(Collectors.joining())
                    : "";
        } catch (UncheckedIOException _) {
            return "";
        }
    }

    private VBox head(DeliveryLine line) {
        Node state = Nodes.stated(TargetLabels.look(line.delivery().status()), line.next());
        HBox below = Nodes.line(8, state, Nodes.gap());
        for (Action each : actions.apply(line)) {
            Button button = controls.button(each);
            button.setId(each.id().substring(each.id().indexOf('.') + 1));
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.getStyleClass().add("small-button");
            below.getChildren().add(button);
        }
        return new VBox(Nodes.narrow(line.what(), "h3"), below);
    }

    private void heading(String words) {
        body.getChildren().add(Nodes.label(words, "dim", "small"));
    }

    private static HBox attempt(DeliveryLine.Tried tried) {
        Label at = Nodes.label(tried.at(), "figures");
        at.setMinWidth(TIME);
        Label took = Nodes.label(tried.took(), "figures", "dim");
        took.setMinWidth(TOOK);
        Label outcome = Nodes.wrapped(tried.outcome(), tried.failed() ? "danger-text" : "success-text");
        HBox.setHgrow(outcome, Priority.ALWAYS);
        HBox line = new HBox(8, at, took, outcome);
        line.getStyleClass().add("attempt");
        return line;
    }

    private static Node headers(String id, Map<String, String> headers) {
        return text(
                id,
                headers.entrySet().stream()
                        .map(each -> each.getKey() + ": " + each.getValue())
                        .collect(Collectors.joining("\n")));
    }

    /** Text to read and to copy, as high as it is up to a bound. */
    private static TextArea text(String id, String text) {
        TextArea area = new TextArea(text);
        area.setId(id);
        area.setEditable(false);
        area.setWrapText(true);
        int lines = text.lines().mapToInt(each -> 1 + each.length() / COLUMNS).sum();
        area.setPrefRowCount(Math.clamp(lines + 1, 1, MOST_LINES));
        area.getStyleClass().addAll("mono", "small", "command-area");
        return area;
    }

    Parent root() {
        return root;
    }
}
