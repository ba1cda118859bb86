package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import java.util.HashMap;
import java.util.Map;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TextFormatter;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** Names and values below each other. Several lines that are pasted become as many entries. */
final class EnvironmentTable extends VBox {

    private static final double NAME = 180;

    private final EnvironmentEntries entries;
    private final ActionControls controls;
    private final Map<EnvironmentEntry, Node> rows = new HashMap<>();
    private final Button add;

    EnvironmentTable(EnvironmentEntries entries, ActionControls controls) {
        super(6);
        this.entries = entries;
        this.controls = controls;
        Action adds = Action.of("app.environment-add", "Add a variable", "fth-plus", this::addEntry);
        add = controls.button(adds);
        add.getStyleClass().addAll("flat", "small-button");
        entries.entries.addListener((ListChangeListener<EnvironmentEntry>) _ -> show());
        show();
    }

    private void addEntry() {
        EnvironmentEntry entry = entries.add();
        Node row = rows.get(entry);
        if (row instanceof HBox box) {
            box.getChildren().getFirst().requestFocus();
        }
    }

    private void show() {
        rows.keySet().retainAll(entries.entries);
        getChildren().clear();
        for (EnvironmentEntry entry : entries.entries) {
            getChildren().add(rows.computeIfAbsent(entry, this::row));
        }
        Label hint = Nodes.label("or paste lines of NAME=value", "dim", "small");
        HBox last = Nodes.line(8, add, hint);
        getChildren().add(last);
    }

    private HBox row(EnvironmentEntry entry) {
        TextField name = new TextField();
        name.getStyleClass().addAll("mono", "small");
        name.setPromptText("NAME");
        name.setMinWidth(NAME);
        name.setMaxWidth(NAME);
        name.textProperty().bindBidirectional(entry.name);
        name.setTextFormatter(new TextFormatter<>(change -> {
            if (change.getText().length() > 1
                    && change.getText().contains("=")
                    && entries.paste(change.getText(), entry)) {
                return null;
            }
            return change;
        }));
        TextField value = new TextField();
        value.getStyleClass().addAll("mono", "small");
        value.setPromptText(entry.isStored ? "sealed, unchanged" : "value");
        value.textProperty().bindBidirectional(entry.value);
        HBox.setHgrow(value, Priority.ALWAYS);
        Action removes = Action.of("app.environment-remove", "Remove", "fth-x", () -> entries.remove(entry));
        HBox row = Nodes.line(6, name, value, controls.iconButton(removes));
        return row;
    }
}
