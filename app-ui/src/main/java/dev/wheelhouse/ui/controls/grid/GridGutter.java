package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Rectangle;
import org.jspecify.annotations.Nullable;

/** The numbers of the rows on the screen, with a mark where a number is a guess or something is wrong with the row. */
final class GridGutter extends Pane {

    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");
    private static final PseudoClass ADDED = PseudoClass.getPseudoClass("added");
    private static final PseudoClass DELETED = PseudoClass.getPseudoClass("deleted");
    private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
    private static final double FIGURE_WIDTH = 7.4;
    private static final double MARGINS = 20;

    private final Rectangle window = new Rectangle();
    private final List<Label> numbers = new ArrayList<>();

    GridGutter() {
        setClip(window);
        getStyleClass().add("grid-gutter");
    }

    @Override
    protected void layoutChildren() {
        window.setWidth(getWidth());
        window.setHeight(getHeight());
    }

    static double width(long rowCount) {
        int figures = Math.max(3, String.format(Locale.ROOT, "%,d", rowCount).length() + 1);
        return Math.rint(MARGINS + figures * FIGURE_WIDTH);
    }

    void show(GridModel model, GridViewport viewport, GridSelection selection) {
        layoutChildren();
        int rows = (int) Math.max(0, viewport.lastRow() - viewport.firstRow() + 1);
        while (numbers.size() < rows) {
            Label number = new Label();
            number.getStyleClass().setAll("grid-number");
            number.setManaged(false);
            number.setMouseTransparent(false);
            numbers.add(number);
            getChildren().add(number);
        }
        for (int i = 0; i < numbers.size(); i++) {
            Label number = numbers.get(i);
            number.setVisible(i < rows);
            if (i < rows) {
                show(number, viewport.firstRow() + i, model, viewport, selection);
            }
        }
    }

    private void show(Label number, long row, GridModel model, GridViewport viewport, GridSelection selection) {
        String exactness = model.isPlaceExact(row) ? "" : "~";
        number.setText(exactness + model.rowLabel(row));
        number.resizeRelocate(0, viewport.yOf(row), getWidth(), viewport.rowHeight());
        GridRow content = model.rowAt(row);
        GridRow.Mark mark = content == null ? GridRow.Mark.NONE : content.mark();
        @Nullable String problem = content == null ? null : content.problem();
        number.pseudoClassStateChanged(SELECTED, selection.containsRow(row));
        number.pseudoClassStateChanged(PROBLEM, problem != null);
        number.pseudoClassStateChanged(ADDED, mark == GridRow.Mark.ADDED);
        number.pseudoClassStateChanged(DELETED, mark == GridRow.Mark.DELETED);
        number.pseudoClassStateChanged(CHANGED, mark == GridRow.Mark.CHANGED);
        Tooltip shown = number.getTooltip();
        if (problem == null) {
            number.setTooltip(null);
        } else if (shown == null || !problem.equals(shown.getText())) {
            number.setTooltip(new Tooltip(problem));
        }
    }
}
