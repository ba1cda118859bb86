package dev.wheelhouse.ui.conversations;

import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.core.conversations.PlanStatus;
import dev.wheelhouse.core.conversations.PlanStep;
import dev.wheelhouse.core.conversations.StepStatus;
import dev.wheelhouse.core.conversations.tool.ToolEffect;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.VBox;

/** A plan as a checklist, with what the core says of each step. Made anew when the plan changes. */
final class PlanCard extends VBox {

    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cf}\\u2028\\u2029&&[^\\t\\n\\r]]|[\\p{Cc}&&[^\\t\\n\\r]]");

    private final Map<Integer, CheckBox> ticks = new LinkedHashMap<>();

    PlanCard(Plan plan, AssistantViewModel model, ActionControls controls, Clock clock, ZoneId zone) {
        super(8);
        getStyleClass().addAll("panel", "plan-card");
        getChildren().add(Nodes.wrapped(heading(plan, clock, zone), "h3"));
        plan.steps().forEach(each -> getChildren().add(step(each, plan)));
        if (plan.status() == PlanStatus.PROPOSED) {
            Action approve = Action.of("assistant.approve", "Approve", "fth-check", () -> model.approve(plan, ticked()))
                    .withCurl(() -> ConversationCalls.approve(plan, ticked()));
            Action reject = Action.of("assistant.reject", "Reject", "fth-x", () -> model.reject(plan))
                    .withCurl(() -> ConversationCalls.reject(plan));
            Runnable update = () -> approve.enabledProperty().set(!ticked().isEmpty());
            ticks.values().forEach(each -> each.selectedProperty().addListener(_ -> update.run()));
            Button approving = controls.wholeButton(approve);
            approving.getStyleClass().add("accent");
            getChildren().add(Nodes.line(8, approving, controls.wholeButton(reject)));
        }
    }

    private List<Integer> ticked() {
        return ticks.entrySet().stream()
                .filter(each -> each.getValue().isSelected())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String heading(Plan plan, Clock clock, ZoneId zone) {
        return switch (plan.status()) {
            case PROPOSED -> "Waits for your approval until " + Moments.of(plan.expiresAt(), clock.instant(), zone);
            case RUNNING -> "Being carried out";
            case SUCCEEDED -> "Carried out";
            case FAILED -> "Failed; what came after was not done";
            case REJECTED -> "Rejected";
            case EXPIRED -> "Expired; what was not approved is not done";
        };
    }

    private Node step(PlanStep step, Plan plan) {
        List<Node> lines = new ArrayList<>();
        lines.add(head(step, plan));
        if (step.effect() == ToolEffect.DESTROYS) {
            lines.add(Nodes.wrapped("What this changes may not come back.", "warning-text", "small"));
        }
        // An id says nothing to people.
        step.facts().stream()
                .filter(each -> !each.matches("[a-z]{2,8}_[0-9a-z]{26}"))
                .forEach(each -> lines.add(Nodes.wrapped(visible(each), "mono", "small")));
        step.estimates().forEach(each -> lines.add(Nodes.wrapped(each, "dim", "small")));
        if (step.result() != null) {
            lines.add(Nodes.wrapped(step.result(), step.status() == StepStatus.FAILED ? "danger-text" : "dim"));
        }
        VBox box = new VBox(4, lines.toArray(Node[]::new));
        box.getStyleClass().add("plan-step");
        return box;
    }

    /** Without what would show a text otherwise than it is: characters of direction, and lines of nothing. */
    private static String visible(String text) {
        String lines = text.replaceAll("(\\h*\\R){3,}", "\n\n");
        return UNSEEN.matcher(lines)
                .replaceAll(each -> "\\\\u%04x".formatted((int) each.group().charAt(0)));
    }

    private Node head(PlanStep step, Plan plan) {
        if (step.status() == StepStatus.PROPOSED && plan.status() == PlanStatus.PROPOSED) {
            CheckBox tick = new CheckBox(step.sentence());
            tick.setSelected(true);
            tick.setWrapText(true);
            ticks.put(step.ordinal(), tick);
            return tick;
        }
        return Nodes.line(8, sign(step.status()), Nodes.wrapped(step.sentence()));
    }

    private static Node sign(StepStatus status) {
        return switch (status) {
            case PROPOSED, SKIPPED -> Nodes.icon("fth-minus-circle", "dim");
            case APPROVED -> Nodes.icon("fth-clock", "dim");
            case RUNNING -> Nodes.icon("fth-loader", "accent-icon");
            case SUCCEEDED -> Nodes.icon("fth-check-circle", "success-icon");
            case FAILED -> Nodes.icon("fth-x-circle", "danger-icon");
        };
    }
}
