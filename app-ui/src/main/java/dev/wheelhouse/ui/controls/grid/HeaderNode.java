package dev.wheelhouse.ui.controls.grid;

import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The head of one column: name, type, and how the rows are ordered by it. */
final class HeaderNode extends BorderPane {

    private static final PseudoClass KEY = PseudoClass.getPseudoClass("key");
    private static final PseudoClass NUMBER = PseudoClass.getPseudoClass("number");
    private static final PseudoClass DESCENDING = PseudoClass.getPseudoClass("descending");
    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

    private final Label name = new Label();
    private final Label type = new Label();
    private final Region key = new Region();
    private final Region arrow = new Region();
    private final Label place = new Label();
    private final HBox sorting = new HBox(2, arrow, place);
    private final HBox title = new HBox(5, key, name);
    private final VBox texts = new VBox(1, title, type);
    private int position = -1;

    HeaderNode() {
        getStyleClass().setAll("grid-header");
        name.getStyleClass().setAll("grid-header-name");
        type.getStyleClass().setAll("grid-header-type");
        key.getStyleClass().setAll("grid-key");
        arrow.getStyleClass().setAll("grid-arrow");
        place.getStyleClass().setAll("grid-header-type");
        name.setMinWidth(0);
        type.setMinWidth(0);
        sorting.setAlignment(Pos.CENTER);
        setCenter(texts);
        setManaged(false);
        setAccessibleRole(AccessibleRole.TABLE_COLUMN);
    }

    int position() {
        return position;
    }

    void show(int newPosition, int index, GridColumn column, List<GridSort> order, boolean selected) {
        position = newPosition;
        String reference = column.reference();
        name.setText(VisibleText.of(column.name()));
        type.setText(reference == null ? column.type() : column.type() + " → " + reference);
        key.setVisible(column.key());
        key.setManaged(column.key());
        pseudoClassStateChanged(KEY, column.key());
        pseudoClassStateChanged(NUMBER, column.numeric());
        pseudoClassStateChanged(SELECTED, selected);
        Pos side = column.numeric() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT;
        title.setAlignment(side);
        texts.setAlignment(side);
        // Beside the figures and out of their way; a node stands in one place only.
        setLeft(null);
        setRight(null);
        if (column.numeric()) {
            setLeft(sorting);
        } else {
            setRight(sorting);
        }
        String told = column.name()
                + (column.type().isEmpty() ? "" : "\n" + type.getText())
                + (column.key() ? "\nPart of the key" : "");
        Tooltip shown = (Tooltip) getProperties().get(Tooltip.class);
        if (shown == null || !shown.getText().equals(told)) {
            Tooltip tooltip = new Tooltip(told);
            if (shown != null) {
                Tooltip.uninstall(this, shown);
            }
            Tooltip.install(this, tooltip);
            getProperties().put(Tooltip.class, tooltip);
        }
        showOrder(index, column, order);
    }

    private void showOrder(int index, GridColumn column, List<GridSort> order) {
        int rank = 0;
        for (int i = 0; i < order.size(); i++) {
            if (order.get(i).column() == index) {
                rank = i + 1;
                arrow.pseudoClassStateChanged(DESCENDING, order.get(i).descending());
            }
        }
        sorting.setVisible(rank > 0);
        sorting.setManaged(rank > 0);
        place.setText(order.size() > 1 && rank > 0 ? Integer.toString(rank) : "");
        String sorted = rank == 0 ? "" : ", sorted " + (order.get(rank - 1).descending() ? "descending" : "ascending");
        setAccessibleText(column.name() + " " + column.type() + sorted);
    }
}
