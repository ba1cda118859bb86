package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.page.AppTab;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.screen.SplitList;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The deployments of one app on its page: where they come from, and all of the selected one. */
final class AppDeployments implements AppTab {

    private static final double TABLE_SHARE = 0.55;

    private final DeploymentCommands commands;
    private final DeploymentList list;
    private final ActionControls controls;
    private final DeploymentPane pane;
    private final StatePane state;
    private final StaleLine stale;
    private final SplitList<DeploymentLine> split;
    private final Action deploys;
    private final Action sets;
    private final Label source = Nodes.narrow("", "dim", "small");
    private final Label trouble = Nodes.wrapped("", "warning-line", "source-trouble");
    private final VBox root = new VBox(8);
    private Background.Handle watch = Background.Handle.NONE;

    /** @param sets opens the form of the app's source */
    AppDeployments(
            String appId, DeploymentCommands commands, Action sets, Workbench workbench, ActionControls controls) {
        this.commands = commands;
        this.list = commands.list();
        this.sets = sets;
        this.controls = controls;
        this.deploys = commands.deploy(appId);
        this.pane = new DeploymentPane(list.parts(), controls, workbench);
        this.state = new StatePane(workbench.background());
        this.stale = new StaleLine(list.clock(), list.parts().zone(), List.of(list));
        ListModel<DeploymentLine> model = new ListModel<>(list, (_, _) -> true);
        LiveTable<DeploymentLine> table = new LiveTable<>(
                "run-table",
                model,
                new DeploymentColumns().ofApp(),
                chosen -> chosen.isEmpty() ? List.of() : commands.all(chosen.getFirst()),
                deploys,
                controls);
        Button older = controls.button(
                Action.of("deployments.older", "Load older deployments", "fth-chevron-down", list::readMore)
                        .withCurl(() -> DeploymentCalls.list(appId)));
        VBox.setVgrow(table.root(), Priority.ALWAYS);
        VBox left = new VBox(table.root(), Shown.when(older, list.hasMoreProperty()));
        VBox detail = new VBox(pane.steps(), pane.log());
        VBox.setVgrow(pane.log(), Priority.ALWAYS);
        this.split = new SplitList<>(
                model,
                table,
                new SplitList.Sides(left, detail, pane.area(), TABLE_SHARE),
                state,
                this::showOne,
                this::show,
                workbench);
        HBox head = Nodes.line(8, source, Nodes.gap(), small(sets), small(deploys));
        head.getStyleClass().add("deployments-head");
        VBox.setVgrow(state, Priority.ALWAYS);
        root.getStyleClass().add("app-deployments");
        root.getChildren().setAll(head, trouble, stale, state);
        list.sourceProperty().addListener(_ -> show());
        show();
    }

    private Button small(Action action) {
        Button button = controls.button(action);
        button.getStyleClass().add("small-button");
        return button;
    }

    /** Its page is here: what else there is stands above. */
    private void showOne(@Nullable DeploymentLine line) {
        pane.show(line);
        if (line == null) {
            pane.showTools(List.of(), "");
        } else {
            pane.showTools(commands.ofOne(line), DeploymentCommands.version(line));
        }
    }

    private void show() {
        AppSource now = list.sourceProperty().get();
        source.setText(DeploymentLabels.source(now));
        String hinders = now == null ? null : now.trouble();
        trouble.setText(hinders == null ? "" : "No push is seen: " + hinders);
        Shown.when(trouble, hinders != null);
        split.show(() -> state.showEmpty(
                "fth-upload-cloud",
                now == null
                        ? "No deployments. A source says from which repository this app is deployed, how it is built and"
                                + " what shows that it works."
                        : "Nothing was deployed yet.",
                controls,
                now == null ? sets : deploys));
    }

    @Override
    public String id() {
        return "deployments";
    }

    @Override
    public String title() {
        return "Deployments";
    }

    @Override
    public String icon() {
        return "fth-upload-cloud";
    }

    @Override
    public Node root() {
        return root;
    }

    @Override
    public ObservableValue<Boolean> tall() {
        return Bindings.isNotEmpty(list.rows());
    }

    @Override
    public void onShow() {
        watch = list.watch();
        stale.onShow();
        pane.onShow();
    }

    @Override
    public void onHide() {
        pane.onHide();
        stale.onHide();
        watch.cancel();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>(List.of(deploys, sets));
        split.table().actions().stream()
                .filter(each -> actions.stream().noneMatch(other -> other.id().equals(each.id())))
                .forEach(actions::add);
        actions.addAll(pane.actions());
        return actions;
    }

    @Override
    public void focus() {
        split.focus(source);
    }
}
