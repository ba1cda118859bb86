package dev.wheelhouse.ui.controls.grid;

import java.util.Locale;
import java.util.Objects;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;

/** One cell on the screen; can be given another cell of the model at any time. */
final class CellNode extends Label {

    private static final PseudoClass NULL = PseudoClass.getPseudoClass("null");
    private static final PseudoClass NUMBER = PseudoClass.getPseudoClass("number");
    private static final PseudoClass CHANGED = PseudoClass.getPseudoClass("changed");
    private static final PseudoClass ADDED = PseudoClass.getPseudoClass("added");
    private static final PseudoClass DELETED = PseudoClass.getPseudoClass("deleted");
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");
    private static final PseudoClass LOADING = PseudoClass.getPseudoClass("loading");
    private static final PseudoClass REFERENCE = PseudoClass.getPseudoClass("reference");

    private final Label badge = new Label();
    private long row = -1;
    private int position = -1;
    private @Nullable GridColumn column;
    private @Nullable GridRow shownRow;
    private @Nullable GridCell shown;
    private boolean problem;

    CellNode() {
        getStyleClass().setAll("grid-cell");
        badge.getStyleClass().setAll("grid-badge");
        setContentDisplay(ContentDisplay.RIGHT);
        setAccessibleRole(AccessibleRole.TABLE_CELL);
        setFocusTraversable(false);
        setMouseTransparent(true);
    }

    long row() {
        return row;
    }

    int position() {
        return position;
    }

    /** @param newRow null while the row is being fetched */
    void show(long index, int newPosition, int columnIndex, GridColumn newColumn, @Nullable GridRow newRow) {
        boolean same =
                row == index && position == newPosition && newColumn.equals(column) && Objects.equals(shownRow, newRow);
        row = index;
        position = newPosition;
        if (same && newRow != null) {
            return;
        }
        column = newColumn;
        shownRow = newRow;
        GridRow.Mark mark = newRow == null ? GridRow.Mark.NONE : newRow.mark();
        problem = newRow != null && newRow.problem() != null;
        show(newRow == null ? null : newRow.cell(columnIndex), newColumn);
        pseudoClassStateChanged(ADDED, mark == GridRow.Mark.ADDED);
        pseudoClassStateChanged(DELETED, mark == GridRow.Mark.DELETED);
        pseudoClassStateChanged(PROBLEM, problem);
    }

    private void show(@Nullable GridCell cell, GridColumn of) {
        pseudoClassStateChanged(LOADING, cell == null);
        shown = cell;
        boolean absent = cell != null && (cell.kind() == GridCell.Kind.NULL || cell.kind() == GridCell.Kind.DEFAULT);
        setText(cell == null ? "" : VisibleText.of(cell.text()));
        if (cell != null && cell.kind() == GridCell.Kind.CUT) {
            badge.setText(ByteCount.of(cell.bytes()));
            setGraphic(badge);
        } else {
            setGraphic(null);
        }
        setAlignment(of.numeric() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
        pseudoClassStateChanged(NULL, absent);
        pseudoClassStateChanged(NUMBER, of.numeric() && !absent);
        pseudoClassStateChanged(CHANGED, cell != null && cell.changed());
        pseudoClassStateChanged(REFERENCE, of.reference() != null && cell != null && !absent);
    }

    /** The text and the column it belongs to, as it is read out. */
    String spoken() {
        if (column == null) {
            return "";
        }
        String where = String.format(Locale.ROOT, "%s, row %d: ", column.name(), row + 1);
        if (shown == null) {
            return where + "loading";
        }
        String what = shown.text().isEmpty() ? "empty text" : VisibleText.of(shown.text());
        GridRow.Mark mark = shownRow == null ? GridRow.Mark.NONE : shownRow.mark();
        return where
                + what
                + (shown.kind() == GridCell.Kind.CUT ? ", beginning of " + ByteCount.of(shown.bytes()) : "")
                + (shown.changed() ? ", changed" : "")
                + (mark == GridRow.Mark.NONE || mark == GridRow.Mark.CHANGED
                        ? ""
                        : ", row " + mark.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        return switch (attribute) {
            case ROW_INDEX -> (int) Math.min(row, Integer.MAX_VALUE);
            case COLUMN_INDEX -> position;
            case TEXT -> spoken();
            default -> super.queryAccessibleAttribute(attribute, parameters);
        };
    }
}
