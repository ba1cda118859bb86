package dev.wheelhouse.ui.controls.form;

import java.util.List;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** A choice of a few, as buttons in a row of which one is always chosen. */
public final class Segments {

    private Segments() {}

    /**
     * A row of them.
     *
     * @param id of the row
     * @param chosen follows the buttons, and they follow it
     */
    public static <T> HBox row(String id, List<T> values, ObjectProperty<T> chosen, Function<T, String> words) {
        HBox row = new HBox();
        row.setId(id);
        row.setAlignment(Pos.CENTER_LEFT);
        fill(row, values, chosen, words);
        return row;
    }

    /** As {@link #row}, lower, for what stands above a list or a page. */
    public static <T> HBox lowRow(String id, List<T> values, ObjectProperty<T> chosen, Function<T, String> words) {
        HBox row = row(id, values, chosen, words);
        row.getStyleClass().add("range-buttons");
        return row;
    }

    /**
     * Fills a row.
     *
     * @param chosen follows the buttons, and they follow it
     */
    public static <T> void fill(HBox row, List<T> values, ObjectProperty<T> chosen, Function<T, String> words) {
        fill(row, values, chosen, words, _ -> null);
    }

    /** @param signs what stands in front of a value's words; null for nothing */
    public static <T> void fill(
            HBox row,
            List<T> values,
            ObjectProperty<T> chosen,
            Function<T, String> words,
            Function<T, @Nullable Node> signs) {
        ToggleGroup group = new ToggleGroup();
        for (int i = 0; i < values.size(); i++) {
            T value = values.get(i);
            ToggleButton button = new ToggleButton(words.apply(value), signs.apply(value));
            button.setMnemonicParsing(false);
            button.getStyleClass().add(i == 0 ? "left-pill" : i == values.size() - 1 ? "right-pill" : "center-pill");
            button.setToggleGroup(group);
            button.setSelected(value.equals(chosen.get()));
            button.setMinWidth(Region.USE_PREF_SIZE);
            // A second click on the chosen one must not leave none.
            button.setOnAction(_ -> button.setSelected(true));
            // The arrow keys select without an action.
            button.selectedProperty().addListener((_, _, selected) -> {
                if (selected) {
                    chosen.set(value);
                }
            });
            chosen.addListener((_, _, now) -> button.setSelected(value.equals(now)));
            row.getChildren().add(button);
        }
        if (!row.getStyleClass().contains("segments")) {
            row.getStyleClass().add("segments");
        }
    }
}
