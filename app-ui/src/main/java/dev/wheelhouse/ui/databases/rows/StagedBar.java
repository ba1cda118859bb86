package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** What is staged and what can be done with it, at the foot of a grid; also why rows are read-only, and how copying goes. */
public final class StagedBar extends HBox {

    private static final double GAP = 8;

    public StagedBar(RowEditing editing, RowActions actions, RowCopying copying, ActionControls controls) {
        super(GAP);
        setAlignment(Pos.CENTER_LEFT);
        setMinWidth(0);
        BooleanBinding any = editing.stagedCountProperty().greaterThan(0);
        Label staged = new Label();
        staged.setId("staged");
        staged.getStyleClass().add("staged-count");
        staged.setMinWidth(Region.USE_PREF_SIZE);
        staged.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> editing.stagedCountProperty().get() == 1
                                ? "1 row changed"
                                : editing.stagedCountProperty().get() + " rows changed",
                        editing.stagedCountProperty()));
        shown(staged, any);
        Label note = new Label();
        note.setId("note");
        note.getStyleClass().addAll("dim", "small", "rows-note");
        note.setMinWidth(0);
        note.textProperty().bind(editing.noteProperty());
        shown(note, editing.noteProperty().isNotEmpty());
        Label progress = new Label();
        progress.getStyleClass().addAll("dim", "figures");
        progress.setMinWidth(Region.USE_PREF_SIZE);
        progress.textProperty().bind(copying.progressProperty());
        BooleanBinding busy = copying.progressProperty().isNotEmpty();
        shown(progress, busy);
        Button stop = new Button("Stop copying");
        stop.getStyleClass().add("small");
        stop.setMinWidth(Region.USE_PREF_SIZE);
        stop.setOnAction(event -> copying.cancel());
        shown(stop, busy);
        Button apply = button("apply", actions.apply(), any, controls);
        apply.getStyleClass().add("accent");
        getChildren()
                .setAll(
                        staged,
                        button("preview", actions.preview(), any, controls),
                        button("revert", actions.revert(), any, controls),
                        apply,
                        note,
                        progress,
                        stop);
    }

    private static Button button(String id, Action action, BooleanBinding visible, ActionControls controls) {
        Button button = new Button();
        button.setId(id);
        button.getStyleClass().add("small");
        button.setMinWidth(Region.USE_PREF_SIZE);
        controls.fill(button, action);
        button.setText(action.title());
        shown(button, visible);
        return button;
    }

    private static void shown(Node node, BooleanBinding visible) {
        node.visibleProperty().bind(visible);
        node.managedProperty().bind(visible);
    }
}
