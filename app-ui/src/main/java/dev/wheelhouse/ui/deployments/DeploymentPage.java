package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageFrame;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Parent;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.HBox;

/** The page of one deployment: what it brings, its steps and its log. */
final class DeploymentPage implements Page {

    private static final double STEPS_SHARE = 0.4;

    private final LiveRow<DeploymentLine> row;
    private final DeploymentCommands commands;
    private final DeploymentPane pane;
    private final Action goesBack;
    private final PageFrame<DeploymentLine> frame;

    /** @param back leaves for the list */
    DeploymentPage(
            LiveRow<DeploymentLine> row,
            DeploymentCommands commands,
            Runnable back,
            Workbench workbench,
            ActionControls controls) {
        this.row = row;
        this.commands = commands;
        DeploymentList list = commands.list();
        this.pane = new DeploymentPane(list.parts(), controls, workbench);
        this.goesBack = Action.of("deployments.back", "All deployments", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(() -> DeploymentCalls.list(null));
        this.frame = new PageFrame<>(
                "deployment-page",
                row,
                new PageFrame.Reads(list, list, list.clock(), list.parts().zone()),
                goesBack,
                new HBox(),
                this::show,
                workbench,
                controls);
        ScrollPane steps = new ScrollPane(pane.steps());
        steps.setFitToWidth(true);
        steps.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        steps.getStyleClass().add("edge-to-edge");
        SplitPane split = new SplitPane(steps, pane.log());
        split.getStyleClass().add("schedule-split");
        split.setDividerPositions(STEPS_SHARE);
        frame.state().showContent(split);
        show();
    }

    private void show() {
        DeploymentLine line = row.line();
        Deployment deployment = line.deployment();
        frame.head()
                .show(
                        "fth-upload-cloud",
                        line.name(),
                        Nodes.stated(DeploymentLabels.look(deployment.status()), line.serves() ? "serves now" : ""));
        frame.head().showTools(commands.all(line), DeploymentCommands.version(line), List.of());
        frame.setFacts(Stream.of(
                        Objects.requireNonNullElse(deployment.ref(), "default branch"),
                        Objects.requireNonNullElse(deployment.author(), ""),
                        DeploymentLabels.trigger(deployment.trigger()),
                        line.began(),
                        line.took())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining("  ·  ")));
        pane.show(line);
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return frame.root();
    }

    @Override
    public void onShow() {
        frame.onShow();
        pane.onShow();
    }

    @Override
    public void onHide() {
        pane.onHide();
        frame.onHide();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        actions.addAll(commands.all(row.line()));
        actions.addAll(pane.actions());
        return actions;
    }

    @Override
    public void focus() {
        Focus.give(pane.area());
    }
}
