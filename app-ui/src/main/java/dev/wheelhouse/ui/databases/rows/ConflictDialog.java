package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.platform.json.RawJson;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Shows what was read, what is there now and what was to be written, cell by cell, and asks which one stays. */
public final class ConflictDialog {

    private static final int LONGEST = 120;
    private static final double WIDTH = 760;
    private static final double HEAD = 32;
    private static final double LINE = 34;
    private static final double HIGHEST = 420;

    private final RowEditing model;
    private final RefusedEdit dispute;
    private final RowShape shape;
    private final Map<Integer, RadioButton> theirs = new HashMap<>();
    private boolean decided;

    public ConflictDialog(RowEditing model, RefusedEdit dispute, RowShape shape) {
        this.model = model;
        this.dispute = dispute;
        this.shape = shape;
    }

    public void show(Node over) {
        VBox content = new VBox(12, words(), cells());
        content.setPrefWidth(WIDTH);
        String title = dispute.isGone() ? "This row is gone" : "Somebody else changed this row";
        RowsDialog dialog = new RowsDialog(over, title, content, true).cancel("Decide later");
        dialog.button(dispute.mine().isDeleted() ? "Do not delete" : "Discard my changes", false, () -> settle(null));
        if (!dispute.isGone()) {
            String yes = dispute.mine().isDeleted() ? "Delete anyway" : "Apply choices";
            dialog.button(yes, true, () -> settle(taken()));
        }
        dialog.setOnClosed(() -> {
            if (!decided) {
                model.postpone();
            }
        });
        dialog.show();
    }

    private void settle(@Nullable Set<Integer> taken) {
        decided = true;
        model.settle(dispute, taken);
    }

    private Set<Integer> taken() {
        Set<Integer> taken = new HashSet<>();
        theirs.forEach((column, button) -> {
            if (button.isSelected()) {
                taken.add(column);
            }
        });
        return taken;
    }

    private Label words() {
        String text = dispute.isGone()
                ? "Somebody deleted the row since it was read, so your edit has nothing to change. Nothing was written."
                : dispute.mine().isDeleted()
                        ? "The row that you want to delete was changed since it was read. Nothing was written."
                        : "Nothing was written. Choose for each cell which value it is to have.";
        Label label = new Label(text);
        label.setWrapText(true);
        return label;
    }

    private Node cells() {
        GridPane pane = new GridPane(16, 8);
        ColumnConstraints name = new ColumnConstraints(80, 140, 200);
        ColumnConstraints value = new ColumnConstraints(120, 180, Double.MAX_VALUE);
        value.setHgrow(Priority.ALWAYS);
        pane.getColumnConstraints().addAll(name, value, value, value);
        pane.addRow(0, head(""), head("As you read it"), head("Theirs, now"), head("Yours"));
        int line = 1;
        for (RefusedEdit.DisputedCell cell : dispute.cells()) {
            addLine(pane, line++, cell);
        }
        pane.setVisible(!dispute.isGone());
        pane.setManaged(!dispute.isGone());
        ScrollPane scroll = new ScrollPane(pane);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("edge-to-edge");
        // Wrapped values have no height before they have a width, and a dialog opens as high as is known then.
        scroll.setMinHeight(
                dispute.isGone()
                        ? 0
                        : Math.min(HIGHEST, HEAD + LINE * dispute.cells().size()));
        VBox.setVgrow(scroll, Priority.ALWAYS);
        return scroll;
    }

    private void addLine(GridPane pane, int line, RefusedEdit.DisputedCell cell) {
        Label name = new Label(cell.name());
        name.getStyleClass().add("text-bold");
        ToggleGroup group = new ToggleGroup();
        RadioButton their = choice(text(cell.column(), cell.theirs()), group);
        their.setAccessibleText(cell.name() + ": take theirs");
        pane.addRow(line, name, value(text(cell.column(), cell.base())), their);
        if (cell.mine() == null) {
            their.setSelected(true);
            pane.add(value("not edited"), 3, line);
            return;
        }
        RadioButton mine = choice(text(cell.column(), cell.mine()), group);
        mine.setAccessibleText(cell.name() + ": keep mine");
        mine.setSelected(true);
        pane.add(mine, 3, line);
        theirs.put(cell.column(), their);
    }

    private String text(int column, @Nullable RawJson value) {
        if (value == null) {
            return "too long to compare";
        }
        if (value.isNull()) {
            return "NULL";
        }
        ColumnDescription described = shape.columns().get(column);
        String text = CellText.of(value, described, shape.engine());
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    private static RadioButton choice(String text, ToggleGroup group) {
        RadioButton button = new RadioButton(text);
        button.setToggleGroup(group);
        button.setMnemonicParsing(false);
        button.setWrapText(true);
        button.getStyleClass().add("dispute-value");
        return button;
    }

    private static Label value(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll("dispute-value", "dim");
        label.setWrapText(true);
        return label;
    }

    private static Label head(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("dispute-head");
        return label;
    }
}
