package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.log.JsonText;
import dev.wheelhouse.ui.screen.DetailPane;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** All of one delivery: what was sent, what was answered, and each attempt. Belongs to the window's thread. */
final class DeliveryPane {

    private static final int COLUMNS = 54;
    private static final double TIME = 130;
    private static final double TOOK = 72;

    private final Function<DeliveryLine, List<Action>> actions;
    private final DetailPane pane;

    /** @param actions what can be done with a delivery */
    DeliveryPane(Function<DeliveryLine, List<Action>> actions, ActionControls controls) {
        this.actions = actions;
        this.pane = new DetailPane(controls, "run-output", "delivery-pane");
    }

    /**
     * Shows a delivery.
     *
     * @param line null for none
     * @param enabled whether its target is on
     */
    void show(@Nullable DeliveryLine line, boolean enabled) {
        if (line == null) {
            pane.show("", List.of(), () -> {});
        } else {
            pane.show(line.id(), List.of(line, enabled), () -> fill(line));
        }
    }

    private void fill(DeliveryLine line) {
        Delivery delivery = line.delivery();
        pane.add(head(line));
        String message = message(delivery.body());
        boolean isForPeople = !message.isEmpty();
        pane.heading(isForPeople ? "Message" : "Payload");
        pane.text("payload", "Payload", isForPeople ? message : JsonText.pretty(delivery.body()), COLUMNS);
        pane.heading("Attempts");
        line.tries().forEach(each -> pane.add(attempt(each)));
        if (!delivery.requestHeaders().isEmpty()) {
            pane.heading("Request headers");
            pane.text("requestHeaders", "Request headers", headers(delivery.requestHeaders()), COLUMNS);
        }
        if (delivery.responseHeaders() != null) {
            pane.heading("Answer");
            pane.text("responseHeaders", "Headers of the answer", headers(delivery.responseHeaders()), COLUMNS);
        }
        if (delivery.responseBody() != null && !delivery.responseBody().isEmpty()) {
            pane.text("responseBody", "Answer", JsonText.pretty(delivery.responseBody()), COLUMNS);
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
        actions.apply(line).forEach(each -> below.getChildren().add(pane.button(each)));
        return new VBox(Nodes.narrow(line.what(), "h3"), below);
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

    private static String headers(Map<String, String> headers) {
        return headers.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    Parent root() {
        return pane.root();
    }
}
