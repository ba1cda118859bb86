package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.platform.delivery.Attempt;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import java.util.Objects;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;

/** Channels, webhooks and deliveries as people read them. */
final class TargetLabels {

    private TargetLabels() {}

    static String kind(ChannelKind kind) {
        return switch (kind) {
            case WEBHOOK -> "Plain webhook";
            case SLACK -> "Slack";
            case DISCORD -> "Discord";
            case TELEGRAM -> "Telegram";
            case EMAIL -> "Email";
        };
    }

    static String kind(Target target) {
        return target instanceof Target.OfChannel(var channel) ? kind(channel.kind()) : "Webhook";
    }

    static String icon(Target target) {
        return target instanceof Target.OfChannel(var channel)
                ? switch (channel.kind()) {
                    case WEBHOOK -> "fth-code";
                    case SLACK -> "fth-slack";
                    case DISCORD -> "fth-message-circle";
                    case TELEGRAM -> "fth-send";
                    case EMAIL -> "fth-mail";
                }
                : "fth-zap";
    }

    static Look state(TargetLine line) {
        if (line.target().disabledReason() != null) {
            return new Look("Disabled", "fth-slash", "danger-icon");
        }
        if (!line.target().enabled()) {
            return new Look("Off", "fth-pause-circle", "muted-icon");
        }
        return line.failing()
                ? new Look("Failing", "fth-x-circle", "danger-icon")
                : new Look("On", "fth-check-circle", "success-icon");
    }

    /** What stands below the state; empty for nothing. */
    static String more(TargetLine line) {
        String reason = line.target().disabledReason();
        return reason != null ? reason : pending(line.pending());
    }

    private static String pending(int count) {
        return count == 0 ? "" : count + (count == 1 ? " retry pending" : " retries pending");
    }

    static Look look(DeliveryStatus status) {
        return switch (status) {
            case PENDING -> new Look("Pending", "fth-clock", "warning-icon");
            case SUCCEEDED -> new Look("Delivered", "fth-check-circle", "success-icon");
            case FAILED -> new Look("Failed", "fth-x-circle", "danger-icon");
        };
    }

    /** The kind as a sign, the name and below it the kind in words. */
    static HBox name(Target target) {
        HBox row = Nodes.line(
                12,
                Nodes.icon(icon(target), "target-icon"),
                Nodes.stacked(Nodes.narrow(target.name(), "h3"), Nodes.narrow(kind(target), "dim", "small")));
        row.getStyleClass().add("target-name");
        row.setMinWidth(0);
        Tooltip.install(row, new Tooltip(target.name()));
        return row;
    }

    /** Why an attempt failed, or the code that it was answered with; empty for neither. */
    static String outcome(Attempt attempt) {
        return Objects.requireNonNullElseGet(
                attempt.error(), () -> attempt.statusCode() == null ? "" : "HTTP " + attempt.statusCode());
    }
}
