package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.json.JsonEditor;
import java.io.File;
import java.util.Optional;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;

/** Shows one value whole, to be read or edited. */
public final class ValueDialogs {

    private static final double WIDTH = 720;
    private static final double JSON_WIDTH = 900;
    private static final double HEIGHT = 420;

    private final RowEditing model;
    private final CellValues values;
    private final Node over;

    public ValueDialogs(RowEditing model, CellValues values, Node over) {
        this.model = model;
        this.values = values;
        this.over = over;
    }

    /** Opens the value of a cell; a long one is fetched first. */
    public void open(long row, int column) {
        RowShape shape = model.shape().orElse(null);
        if (shape == null) {
            return;
        }
        ColumnDescription described = shape.columns().get(column);
        Optional<RawJson> value = model.valueAt(row, column);
        LoadedRow loaded = model.loadedAt(row);
        if (value.isPresent() || loaded == null) {
            String text = value.filter(json -> !json.isNull())
                    .map(json -> CellText.of(json, described, shape.engine()))
                    .orElse("");
            show(row, column, described, new CellValues.Shown(text, true), loaded);
            return;
        }
        if (!WholeCells.canFetch(shape, loaded, column)) {
            String beginning = new ShownRow(shape, loaded, null).cell(column).text();
            show(row, column, described, new CellValues.Shown(beginning, false), loaded);
            return;
        }
        values.read(loaded, described, shown -> show(row, column, described, shown, loaded));
    }

    private void show(
            long row, int column, ColumnDescription described, CellValues.Shown shown, @Nullable LoadedRow loaded) {
        Optional<String> obstacle = model.obstacle(row, column);
        boolean editable = obstacle.isEmpty() && shown.whole();
        boolean tree = described.uiType() == UiType.JSON
                && shown.whole()
                && !shown.text().isEmpty();
        JsonEditor json = tree ? new JsonEditor(shown.text(), editable) : null;
        TextArea area = json == null ? new TextArea(shown.text()) : json.area();
        area.getStyleClass().add("mono");
        area.setWrapText(described.uiType() != UiType.JSON);
        area.setEditable(editable);
        area.setAccessibleText("Value of " + described.name());
        Label problem = new Label();
        problem.getStyleClass().addAll("danger-text", "small");
        problem.setWrapText(true);
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        Node editor = json == null ? area : json;
        VBox content = new VBox(8, editor, problem);
        VBox.setVgrow(editor, Priority.ALWAYS);
        content.setPrefSize(json == null ? WIDTH : JSON_WIDTH, HEIGHT);
        if (!shown.whole()) {
            content.getChildren()
                    .addFirst(dim("This is the beginning; the value is too long to be edited here. "
                            + (isNamed(loaded, column)
                                    ? "Save it to a file to see all of it."
                                    : "Export the result to see all of it.")));
        } else if (obstacle.isPresent()) {
            content.getChildren().addFirst(dim(obstacle.get()));
        }
        RowsDialog dialog = new RowsDialog(over, described.name(), content, true).cancel(editable ? "Cancel" : "Close");
        if (isNamed(loaded, column) && loaded != null) {
            dialog.button("Save to file…", false, () -> save(loaded, described));
        }
        if (editable) {
            Button take = dialog.button("Use this value", true, () -> {});
            take.addEventFilter(ActionEvent.ACTION, event -> {
                if (!take(row, column, area.getText(), problem)) {
                    event.consume();
                }
            });
        }
        dialog.show();
        area.requestFocus();
    }

    private boolean isNamed(@Nullable LoadedRow loaded, int column) {
        return loaded != null && WholeCells.canFetch(model.shape().orElseThrow(), loaded, column);
    }

    private static Label dim(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll("dim", "small");
        label.setWrapText(true);
        return label;
    }

    private boolean take(long row, int column, String text, Label problem) {
        try {
            model.setText(row, column, text);
            return true;
        } catch (IllegalArgumentException e) {
            problem.setText(e.getMessage());
            return false;
        }
    }

    private void save(LoadedRow row, ColumnDescription column) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Save the value of " + column.name());
        chooser.setInitialFileName(column.name().replaceAll("[^\\p{L}\\p{N}_.-]", "_")
                + (column.uiType() == UiType.BINARY ? ".bin" : ".txt"));
        File file = chooser.showSaveDialog(over.getScene().getWindow());
        if (file != null) {
            values.save(row, column, file.toPath());
        }
    }
}
