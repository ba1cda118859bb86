package dev.wheelhouse.ui.deployments;

import dev.wheelhouse.core.deployments.Deployment;
import dev.wheelhouse.ui.controls.Look;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.list.ListColumns;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;
import javafx.scene.control.Tooltip;

/** The columns of lists of deployments. */
final class DeploymentColumns {

    private static final double STATE = 124;

    private final ListColumns<LiveRow<DeploymentLine>, DeploymentLine> columns = ListColumns.ofRows(_ -> false);

    /** Of those of one app, beside all of the selected one. */
    List<TableColumn<LiveRow<DeploymentLine>, DeploymentLine>> ofApp() {
        return unsorted(List.of(state(), release(), began(), took()));
    }

    /** Of those of several apps. */
    List<TableColumn<LiveRow<DeploymentLine>, DeploymentLine>> all() {
        return unsorted(List.of(
                state(),
                columns.column("App", 150, (cell, line) -> cell.setGraphic(Nodes.narrow(line.app(), "h3"))),
                release(),
                began(),
                took(),
                columns.figures("Gap", 76, (cell, line) -> {
                    String gap = DeploymentLabels.gap(line.deployment());
                    cell.setText(gap);
                    if (!gap.isEmpty()) {
                        cell.setTooltip(new Tooltip("For how long nobody listened during the switch"));
                    }
                })));
    }

    /** They are newest first, and a page more is shown on demand. */
    private static List<TableColumn<LiveRow<DeploymentLine>, DeploymentLine>> unsorted(
            List<TableColumn<LiveRow<DeploymentLine>, DeploymentLine>> all) {
        all.forEach(each -> each.setSortable(false));
        return all;
    }

    private TableColumn<LiveRow<DeploymentLine>, DeploymentLine> state() {
        TableColumn<LiveRow<DeploymentLine>, DeploymentLine> column =
                columns.column("State", STATE, (cell, line) -> cell.setGraphic(state(line)));
        column.setMinWidth(STATE);
        return column;
    }

    private TableColumn<LiveRow<DeploymentLine>, DeploymentLine> release() {
        return columns.column("Release", 250, (cell, line) -> cell.setGraphic(what(line.deployment())));
    }

    private TableColumn<LiveRow<DeploymentLine>, DeploymentLine> began() {
        return columns.column("Started", 140, (cell, line) -> cell.setText(line.began()));
    }

    private TableColumn<LiveRow<DeploymentLine>, DeploymentLine> took() {
        return columns.figures("Duration", 96, (cell, line) -> cell.setText(line.took()));
    }

    private static Node state(DeploymentLine line) {
        Look look = DeploymentLabels.look(line.deployment().status());
        return line.serves()
                ? Nodes.stated(new Look("Serves", "fth-radio", "success-icon"), "")
                : Nodes.stated(look, Boolean.FALSE.equals(line.deployment().restored()) ? "not restored" : "");
    }

    /** The commit and its subject; below, what asked for it and who wrote it. */
    private static Node what(Deployment deployment) {
        String what = DeploymentLabels.what(deployment);
        String from = DeploymentLabels.trigger(deployment.trigger());
        String ref = Objects.requireNonNullElse(deployment.ref(), "");
        String author = Objects.requireNonNullElse(deployment.author(), "");
        String below = String.join(
                "  ·  ",
                List.of(ref, author, from).stream()
                        .filter(each -> !each.isEmpty())
                        .toList());
        Node both = Nodes.stacked(Nodes.narrow(what), Nodes.narrow(below, "dim", "small"));
        Tooltip.install(both, new Tooltip(what + "\n" + below));
        return both;
    }
}
