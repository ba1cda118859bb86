package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.EmbeddedList;
import dev.wheelhouse.ui.screen.EmbeddedRow;
import dev.wheelhouse.ui.screen.EmbeddedRows;
import dev.wheelhouse.ui.shell.ScreenPart;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The channels and webhooks that fail, as a part of the overview; takes no room while none does. */
final class FailingTargets {

    private static final int MOST = 5;

    private final Consumer<String> opens;
    private final ActionControls controls;

    /** @param opens the page of one */
    FailingTargets(Consumer<String> opens, ActionControls controls) {
        this.opens = opens;
        this.controls = controls;
    }

    /** @param all opens the screen of notifications */
    ScreenPart of(TargetList list, Runnable all) {
        Button every = controls.button(Action.of("overview.notifications", "All notifications", "fth-bell", all)
                .withCurl(TargetCalls::channels));
        every.getStyleClass().add("flat");
        EmbeddedRows<TargetLine> rows = new EmbeddedRows<>(TargetLine::id, this::row);
        rows.setId("failingTargets");
        rows.setVisible(false);
        return new EmbeddedList<>(list, Nodes.label("Failing notifications", "h2"), every, rows, lines -> {
            List<TargetLine> now =
                    lines.stream().filter(TargetLine::isFailing).limit(MOST).toList();
            rows.show(now);
            rows.setVisible(!now.isEmpty());
        });
    }

    private EmbeddedRow<TargetLine> row(String id) {
        FontIcon sign = Nodes.icon("fth-x-circle", "danger-icon");
        Label name = Nodes.narrow("", "h3");
        Label why = Nodes.narrow("", "dim", "small");
        why.setTooltip(new Tooltip());
        why.getTooltip().textProperty().bind(why.textProperty());
        VBox words = Nodes.stacked(name, why);
        HBox.setHgrow(words, Priority.ALWAYS);
        Action open = Action.of("overview.target", "Open its page", "fth-arrow-right", () -> opens.accept(id));
        return new EmbeddedRow<>(
                open::run,
                (row, line) -> {
                    open.withCurl(() -> TargetCalls.deliveries(line.target()));
                    name.setText(title(line));
                    String reason = line.target().disabledReason();
                    why.setText(reason == null ? line.error() : reason);
                    row.setAccessibleText(name.getText() + ". " + why.getText());
                },
                sign,
                words,
                controls.iconButton(open));
    }

    /** Such as {@code Ops on Slack fails since 14:03}. */
    private static String title(TargetLine line) {
        String what = line.target().isWebhook()
                ? "Webhook " + line.name()
                : line.name() + " on " + TargetLabels.kind(line.target());
        return line.target().disabledReason() == null ? what + " " + line.fails() : what + " was turned off";
    }
}
