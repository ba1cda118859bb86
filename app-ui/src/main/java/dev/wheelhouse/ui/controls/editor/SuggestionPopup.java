package dev.wheelhouse.ui.controls.editor;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.stage.Popup;
import org.kordamp.ikonli.javafx.FontIcon;

/** The list of proposals under the caret. The editor keeps the keyboard and sends it the keys that are its own. */
final class SuggestionPopup {

    private static final double ROW = 24;
    private static final double WIDTH = 420;
    private static final int MOST_ROWS = 10;
    private static final double MARGIN = 10;

    private final Popup popup = new Popup();
    private final ListView<Suggestion> list = new ListView<>();
    private Suggestions shown = Suggestions.NONE;

    SuggestionPopup(Consumer<Suggestion> chosen, String stylesheet) {
        list.getStyleClass().add("suggestions");
        list.getStylesheets().add(stylesheet);
        list.setFixedCellSize(ROW);
        list.setPrefWidth(WIDTH);
        list.setFocusTraversable(false);
        list.setCellFactory(_ -> new SuggestionCell());
        list.setOnMouseClicked(_ -> selected().ifPresent(chosen));
        popup.getContent().add(list);
        popup.setAutoHide(true);
        popup.setHideOnEscape(false);
        popup.setAutoFix(true);
    }

    boolean isShowing() {
        return popup.isShowing();
    }

    Suggestions shown() {
        return shown;
    }

    ListView<Suggestion> list() {
        return list;
    }

    Optional<Suggestion> selected() {
        return Optional.ofNullable(list.getSelectionModel().getSelectedItem());
    }

    void show(Node owner, Bounds caret, Suggestions suggestions) {
        if (suggestions.items().isEmpty()) {
            hide();
            return;
        }
        shown = suggestions;
        list.getItems().setAll(suggestions.items());
        list.getSelectionModel().select(0);
        list.scrollTo(0);
        list.setPrefHeight(Math.min(MOST_ROWS, suggestions.items().size()) * ROW + MARGIN);
        popup.show(owner, caret.getMinX(), caret.getMaxY() + 2);
    }

    void hide() {
        popup.hide();
    }

    /** Whether the key was the list's. */
    boolean takes(KeyCode code) {
        int at = list.getSelectionModel().getSelectedIndex();
        int last = list.getItems().size() - 1;
        switch (code) {
            case DOWN -> select(at == last ? 0 : at + 1);
            case UP -> select(at == 0 ? last : at - 1);
            case PAGE_DOWN -> select(Math.min(last, at + MOST_ROWS));
            case PAGE_UP -> select(Math.max(0, at - MOST_ROWS));
            case ESCAPE -> hide();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void select(int index) {
        list.getSelectionModel().select(index);
        list.scrollTo(Math.max(0, index - MOST_ROWS / 2));
    }

    private static final class SuggestionCell extends ListCell<Suggestion> {
        private final FontIcon icon = new FontIcon();
        private final Label label = new Label();
        private final Label detail = new Label();
        private final HBox row;

        SuggestionCell() {
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            detail.getStyleClass().addAll("dim", "small");
            label.getStyleClass().add("mono");
            label.setMinWidth(Region.USE_PREF_SIZE);
            row = new HBox(8, icon, label, space, detail);
            row.setAlignment(Pos.CENTER_LEFT);
            row.setMaxWidth(WIDTH - 40);
        }

        @Override
        protected void updateItem(Suggestion item, boolean empty) {
            super.updateItem(item, empty);
            setText(null);
            if (empty || item == null) {
                setGraphic(null);
                return;
            }
            icon.setIconLiteral(item.icon());
            label.setText(item.label());
            detail.setText(item.detail());
            setGraphic(row);
        }
    }
}
