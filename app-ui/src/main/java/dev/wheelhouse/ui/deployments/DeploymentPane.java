package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.core.deployments.DeploymentGateway;
import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.deployments.DeploymentStep;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.schedules.output.OutputPane;
import dev.wheelhouse.ui.schedules.output.RunOutput;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** All of one deployment: what came of it, its steps as they are done, and its log. Belongs to the window's thread. */
final class DeploymentPane {

    private static final Duration PACE = Duration.ofMillis(500);

    /** As far back as the last success is looked for. */
    private static final int BACK = 50;

    private final DeploymentList.Parts parts;
    private final ActionControls controls;
    private final Workbench workbench;
    private final Latest reads;
    private final RunOutput output;
    private final OutputPane log;
    private final StepLadder ladder;
    private final Label error = Nodes.wrapped("", "danger-text");
    private final Label facts = Nodes.wrapped("", "dim", "small");
    private final HBox tools = new HBox(8);
    private final VBox steps = new VBox(8);
    private @Nullable DeploymentLine shown;
    private @Nullable Steps read;
    private boolean isReading;
    private Background.Handle watch = Background.Handle.NONE;

    /**
     * @param isFinal whether they were read after it had ended
     * @param before those of the success before; empty for none
     */
    private record Steps(boolean isFinal, List<DeploymentStep> steps, List<DeploymentStep> before) {}

    DeploymentPane(DeploymentList.Parts parts, ActionControls controls, Workbench workbench) {
        this.parts = parts;
        this.controls = controls;
        this.workbench = workbench;
        this.reads = new Latest(workbench.background());
        DeploymentGateway service = parts.deployments().service();
        RunOutput.Log logs = (id, most) -> service.logEnd(workbench.callers().get(), id, most);
        this.output = new RunOutput(logs, workbench.background());
        this.log = new OutputPane(
                output,
                new OutputPane.Parts(
                        "deployments",
                        "Log",
                        DeploymentCalls::log,
                        id -> id + ".log",
                        OutputPane.saving(logs, workbench)),
                parts.zone(),
                controls,
                workbench);
        this.ladder = new StepLadder(this::showStep);
        showTools(List.of(), "");
        steps.getStyleClass().add("deployment-steps");
        steps.getChildren().setAll(error, facts, tools, ladder.root());
    }

    /** Shows a deployment as it is now; null for none. */
    void show(@Nullable DeploymentLine line) {
        boolean another = line == null || shown == null || !line.id().equals(shown.id());
        shown = line;
        if (another) {
            reads.cancel();
            isReading = false;
            read = null;
            ladder.show(List.of(), List.of(), parts.clock().instant());
        }
        output.show(line == null ? null : run(line));
        show(
                error,
                line == null ? "" : Objects.requireNonNullElse(line.deployment().error(), ""));
        show(facts, line == null ? "" : facts(line));
        poll();
    }

    private static void show(Label label, String words) {
        label.setText(words);
        Shown.when(label, !words.isEmpty());
    }

    /**
     * Shows what can be done with it, where that is not shown elsewhere.
     *
     * @param version what the actions were made from
     */
    void showTools(List<Action> actions, Object version) {
        List<Object> now = List.of(version, actions.stream().map(Action::id).toList());
        if (!now.equals(tools.getUserData())) {
            boolean hasKeyboard = Focus.isWithin(tools);
            tools.setUserData(now);
            tools.getChildren().setAll(actions.stream().map(controls::button).toList());
            if (hasKeyboard) {
                Focus.give(log.area());
            }
        }
        Shown.when(tools, !actions.isEmpty());
    }

    private static RunOutput.Run run(DeploymentLine line) {
        Deployment deployment = line.deployment();
        return new RunOutput.Run(
                deployment.id(),
                "Log",
                "",
                deployment.status() == DeploymentStatus.QUEUED
                        ? "Queued. It begins after those before it on this server."
                        : "No log here. It is kept by the console that did the deployment.",
                deployment.status().isFinal(),
                deployment.startedAt() != null);
    }

    /** What came of it, where that is not said elsewhere. */
    private static String facts(DeploymentLine line) {
        Deployment deployment = line.deployment();
        Long gap = deployment.gapMillis();
        String listened = gap == null
                ? ""
                : gap == 0
                        ? "Somebody listened all the time during the switch."
                        : "Nobody listened for " + gap + " ms during the switch.";
        Boolean restored = deployment.restored();
        String back = restored == null
                ? ""
                : restored
                        ? "The release before serves again."
                        : "What served before could not be put back. Look at the app.";
        return (back + " " + listened).strip();
    }

    private void poll() {
        output.poll();
        DeploymentLine line = shown;
        Steps before = read;
        if (line == null || isReading || (before != null && before.isFinal())) {
            return;
        }
        isReading = true;
        reads.run(
                () -> read(workbench.callers().get(), line.deployment(), before),
                now -> {
                    isReading = false;
                    read = now;
                    showSteps();
                },
                _ -> isReading = false);
    }

    private Steps read(Caller caller, Deployment deployment, @Nullable Steps before) {
        DeploymentGateway service = parts.deployments().service();
        List<DeploymentStep> last = before != null
                ? before.before()
                : service.list(caller, deployment.appId(), new PageRequest(BACK, null)).items().stream()
                        .filter(each -> each.status() == DeploymentStatus.SUCCEEDED
                                && (each.rollbackTo() == null) == (deployment.rollbackTo() == null)
                                && each.createdAt().isBefore(deployment.createdAt()))
                        .findFirst()
                        .map(each -> service.steps(caller, each.id()))
                        .orElse(List.of());
        return new Steps(deployment.status().isFinal(), service.steps(caller, deployment.id()), last);
    }

    private void showSteps() {
        Steps now = read;
        if (now != null) {
            ladder.show(now.steps(), now.before(), parts.clock().instant());
        }
    }

    private void showStep(DeploymentStep step) {
        if (!log.area().reveal("== " + step.name().wireName())) {
            workbench.say(Notice.info("Its part of the log is not shown. “Show all” shows the whole log."));
        }
    }

    void onShow() {
        watch = workbench.background().every(PACE, this::poll);
        poll();
    }

    void onHide() {
        watch.cancel();
        reads.cancel();
        isReading = false;
        output.cancel();
    }

    /** What came of it, and its steps. */
    Parent steps() {
        return steps;
    }

    Parent log() {
        return log;
    }

    /** Where the keyboard goes. */
    Node area() {
        return log.area();
    }

    List<Action> actions() {
        return log.actions();
    }
}
