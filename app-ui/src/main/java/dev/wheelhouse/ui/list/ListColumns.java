package dev.wheelhouse.ui.list;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import org.jspecify.annotations.Nullable;

/**
 * Makes the columns of a list. They keep their place, and a cell begins empty each time it is drawn.
 *
 * @param <S> a row of the table
 * @param <L> what is known of it at one moment
 */
public final class ListColumns<S, L> {

    /** On a cell whose values are not those of now. */
    public static final PseudoClass DIMMED = PseudoClass.getPseudoClass("dimmed");

    private final Function<S, ObservableValue<L>> lineOf;
    private final Predicate<L> isDimmed;

    private ListColumns(Function<S, ObservableValue<L>> lineOf, Predicate<L> isDimmed) {
        this.lineOf = lineOf;
        this.isDimmed = isDimmed;
    }

    /**
     * Of a table of rows that stay while their lines change.
     *
     * @param isDimmed which of them are dimmed in every column
     */
    public static <L> ListColumns<LiveRow<L>, L> ofRows(Predicate<L> isDimmed) {
        return new ListColumns<>(LiveRow::lineProperty, isDimmed);
    }

    /**
     * Of a table of lines that are replaced when they change.
     *
     * @param isDimmed which of them are dimmed in every column
     */
    public static <L> ListColumns<L, L> ofLines(Predicate<L> isDimmed) {
        return new ListColumns<>(ReadOnlyObjectWrapper::new, isDimmed);
    }

    /** One whose cells the caller makes. */
    public TableColumn<S, L> bare(String title, double width) {
        TableColumn<S, L> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setReorderable(false);
        column.setCellValueFactory(row -> lineOf.apply(row.getValue()));
        return column;
    }

    /** As {@link #bare}, always as wide as it is. */
    public TableColumn<S, L> fixed(String title, double width) {
        TableColumn<S, L> column = bare(title, width);
        column.setResizable(false);
        column.setMinWidth(width);
        column.setMaxWidth(width);
        return column;
    }

    public TableColumn<S, L> column(String title, double width, BiConsumer<TableCell<S, L>, L> draw) {
        return drawn(title, width, Pos.CENTER_LEFT, draw);
    }

    /** Of figures, which stand below each other at the right. */
    public TableColumn<S, L> figures(String title, double width, BiConsumer<TableCell<S, L>, L> draw) {
        TableColumn<S, L> column = drawn(title, width, Pos.CENTER_RIGHT, draw);
        column.getStyleClass().addAll("figures-column", "right-column");
        return column;
    }

    private TableColumn<S, L> drawn(String title, double width, Pos place, BiConsumer<TableCell<S, L>, L> draw) {
        TableColumn<S, L> column = bare(title, width);
        column.setCellFactory(_ -> new TableCell<>() {
            @Override
            protected void updateItem(@Nullable L line, boolean empty) {
                super.updateItem(line, empty);
                setText(null);
                setGraphic(null);
                setTooltip(null);
                setAlignment(place);
                boolean drawn = !empty && line != null;
                pseudoClassStateChanged(DIMMED, drawn && isDimmed.test(line));
                if (drawn) {
                    draw.accept(this, line);
                }
            }
        });
        return column;
    }
}
