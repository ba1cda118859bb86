package dev.wheelhouse.ui.backups.restore;

import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.backups.RestoreRequest;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerPick;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** The form of a restore, as a card over the window. */
public final class RestoreFormView implements Form {

    private static final double WIDTH = 680;
    private static final double LABELS = 88;
    private static final double HINT_HEIGHT = 32;

    private final RestoreFormViewModel model;
    private final FormFrame<RestoreRequest> frame;
    private final TextField target;
    private final HBox kinds = new HBox();
    private final HBox plan = Nodes.line(8);
    private final Button retry;

    public RestoreFormView(RestoreFormViewModel model, ActionControls controls, FormFrame.Ends<RestoreRequest> ends) {
        this.model = model;
        this.retry = controls.button(Action.of("restore.retry", "Retry", "fth-refresh-cw", model::readPlan));
        FieldGrid grid = new FieldGrid(LABELS, model.form);
        this.target = FieldGrid.field(new TextField(), "target", model.target, "");
        fill(grid);
        this.frame = new FormFrame<>(model.form, "restore", "Restore " + model.line.database(), WIDTH, new VBox(grid));
        frame.addToHead(Nodes.wrapped(
                switch (model.line.config().type()) {
                    case PITR ->
                        "Restores a separate cluster into a new directory, on a free port. The database itself is not touched.";
                    case DUMP -> "Restores into a new database of the same server. The database itself is not touched.";
                    case SQLITE -> "Restores into a new file. The file itself is not touched.";
                },
                "dim",
                "small"));
        plan.setId("plan");
        model.planProperty().addListener((_, _, known) -> show(known));
        show(model.planProperty().get());
        frame.end(new FormFrame.Foot(List.of(plan), List.of(), List.of()), "Restore", model::call, ends, controls);
    }

    private void fill(FieldGrid grid) {
        if (model.line.isLogical()) {
            if (model.runId != null) {
                grid.place("Backup", Nodes.narrow(model.runId, "mono", "small"));
            }
            if (model.line.config().type() == BackupType.SQLITE) {
                TextField directory = FieldGrid.field(
                        new TextField(), "directory", model.directory, "Empty: the directory of the original");
                grid.row("Into", directory, directory, "targetDirectory");
            }
            return;
        }
        Segments.fill(kinds, List.of(TargetKind.values()), model.kind, TargetKind::words);
        target.getStyleClass().add("mono");
        target.promptTextProperty().bind(model.kind.map(TargetKind::prompt));
        target.accessibleTextProperty().bind(model.kind.map(TargetKind::words));
        Shown.when(target, model.kind.isNotEqualTo(TargetKind.LATEST));
        target.setOnKeyPressed(this::move);
        Label hint = Nodes.wrapped("", "dim", "small");
        hint.setMinHeight(HINT_HEIGHT);
        hint.setAlignment(Pos.TOP_LEFT);
        hint.textProperty().bind(model.kind.map(this::hint));
        grid.place(
                        "Target",
                        kinds,
                        target,
                        hint,
                        grid.problem(target, "targetTime"),
                        grid.problem(target, "beforeTransaction"),
                        grid.problem(target, "targetPosition"))
                .setSpacing(8);
        if (model.runId != null) {
            grid.place("Base backup", Nodes.narrow(model.runId, "mono", "small"));
        }
        ComboBox<ServerPick> server = new ComboBox<>();
        server.setId("server");
        server.setMaxWidth(Double.MAX_VALUE);
        ServerPick.fill(server, model.servers.rows(), model.serverId);
        grid.row("Server", server, server, "serverId");
        TextField directory = FieldGrid.field(
                new TextField(), "directory", model.directory, "Empty: new directory beside the original");
        grid.row("Into", directory, directory, "targetDirectory");
        TextField user = FieldGrid.field(
                new TextField(), "run-as", model.runAs, "Empty: owner of the original's files, or postgres");
        grid.row("Run as", user, user, "runAs");
        HBox afterwards = new HBox();
        Segments.fill(afterwards, List.of(Afterwards.values()), model.afterwards, Afterwards::words);
        Label becomes = Nodes.wrapped("", "dim", "small");
        becomes.textProperty().bind(model.afterwards.map(Afterwards::hint));
        grid.place("Afterwards", afterwards, becomes).setSpacing(8);
    }

    private void move(KeyEvent event) {
        int steps = event.getCode() == KeyCode.UP ? 1 : event.getCode() == KeyCode.DOWN ? -1 : 0;
        if (steps != 0 && model.move(steps, event.isShiftDown())) {
            target.end();
            event.consume();
        }
    }

    private String hint(TargetKind kind) {
        return switch (kind) {
            case LATEST -> "All WAL that is stored. " + model.line.stored() + ".";
            case TIME ->
                "Everything committed up to then by the database server's clock. Without an offset, the time is in "
                        + model.zone.getId() + ". Up and Down move it by a second, with Shift by a minute.";
            case TRANSACTION -> "Everything committed before this transaction, without it.";
            case POSITION -> "Up to and including the WAL record that begins there. Up and Down move it by a segment.";
        };
    }

    private void show(PlanState state) {
        plan.getChildren()
                .setAll(
                        switch (state) {
                            case PlanState.Waiting waiting -> line("fth-edit-3", "muted-icon", waiting.what(), "dim");
                            case PlanState.Planning _ -> line("fth-loader", "muted-icon", "Planning…", "dim");
                            case PlanState.Ready ready ->
                                line("fth-check-circle", "success-icon", ready.words(), "plan-words");
                            case PlanState.Refused refused ->
                                line("fth-x-circle", "danger-icon", refused.why(), "danger-text");
                            case PlanState.Failed failed ->
                                line("fth-x-circle", "danger-icon", "No plan: " + failed.why(), "danger-text");
                        });
        if (state instanceof PlanState.Failed) {
            plan.getChildren().addAll(Nodes.gap(), retry);
        }
    }

    private static List<Node> line(String icon, String style, String words, String wordsStyle) {
        return List.of(Nodes.icon(icon, style), Nodes.wrapped(words, wordsStyle));
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Node first = target.isVisible() ? target : kinds.getChildren().getFirst();
        Focus.give(model.line.isLogical() ? Objects.requireNonNull(frame.lookup("#save")) : first);
    }

    @Override
    public void close() {
        model.close();
    }
}
