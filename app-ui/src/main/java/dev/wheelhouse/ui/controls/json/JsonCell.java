package dev.wheelhouse.ui.controls.json;

import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeCell;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.jspecify.annotations.Nullable;

/** One line of the tree: name and value, either of which can become a field. */
final class JsonCell extends TreeCell<JsonNode> {

    private static final int LONGEST = 120;
    private static final List<String> KINDS = List.of("object", "array", "string", "number", "literal");

    private final JsonEditor editor;
    private final Label name = new Label();
    private final Label value = new Label();
    private final HBox line = new HBox(6, name, value);
    private boolean editing;

    JsonCell(JsonEditor editor) {
        this.editor = editor;
        name.getStyleClass().add("json-name");
        value.getStyleClass().add("json-value");
        name.setMinWidth(Label.USE_PREF_SIZE);
        line.setAlignment(Pos.CENTER_LEFT);
        setText(null);
    }

    @Override
    protected void updateItem(@Nullable JsonNode node, boolean empty) {
        super.updateItem(node, empty);
        editing = false;
        if (empty || node == null) {
            setGraphic(null);
            return;
        }
        show(node);
    }

    private void show(JsonNode node) {
        String title = editor.nameOf(node);
        boolean element = getTreeItem() instanceof JsonItem item && item.index() >= 0 && title == null;
        name.setText(title != null ? title + ":" : element ? ((JsonItem) getTreeItem()).index() + ":" : "");
        value.getStyleClass().removeAll(KINDS);
        value.getStyleClass().add(node.kind().name().toLowerCase(Locale.ROOT));
        value.setText(words(node));
        // A field may have borrowed them.
        line.getChildren().setAll(name, value);
        setGraphic(line);
    }

    private String words(JsonNode node) {
        int count = node.children().size();
        if (node.kind() == JsonNode.Kind.OBJECT) {
            return count == 1 ? "{1 member}" : "{" + count + " members}";
        }
        if (node.kind() == JsonNode.Kind.ARRAY) {
            return count == 1 ? "[1 element]" : "[" + count + " elements]";
        }
        String written = editor.writtenOf(node);
        return written.length() > LONGEST ? written.substring(0, LONGEST) + "…" : written;
    }

    /** Turns the name or the value into a field. */
    void edit(boolean names) {
        JsonNode node = getItem();
        if (node == null) {
            return;
        }
        String title = editor.nameOf(node);
        TextField field = new TextField(names && title != null ? title : editor.writtenOf(node));
        field.getStyleClass().add("json-field");
        field.setAccessibleText(names ? "Name" : "Value");
        HBox.setHgrow(field, Priority.ALWAYS);
        field.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.ESCAPE) {
                event.consume();
                end(node, names, event.getCode() == KeyCode.ENTER ? field.getText() : null);
            }
        });
        field.focusedProperty().addListener((changed, before, now) -> {
            if (before && !now) {
                end(node, names, field.getText());
            }
        });
        editing = true;
        setGraphic(names ? new HBox(6, field, value) : new HBox(6, name, field));
        field.requestFocus();
        field.selectAll();
    }

    private void end(JsonNode node, boolean names, @Nullable String text) {
        if (!editing) {
            // The field that goes loses the keyboard, which is no second end.
            return;
        }
        editing = false;
        setGraphic(line);
        line.getChildren().setAll(name, value);
        if (text != null) {
            editor.take(node, names, text);
        }
        editor.focusTree();
    }
}
