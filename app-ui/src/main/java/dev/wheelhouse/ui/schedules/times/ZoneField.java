package dev.wheelhouse.ui.schedules.times;

import dev.wheelhouse.ui.controls.Nodes;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.stage.Popup;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Lets a field propose time zones while somebody types in it; Down opens the whole list. */
public final class ZoneField {

    private static final double ROW = 28;
    private static final int MOST_ROWS = 8;
    private static final double MARGIN = 10;

    private final TextField field;
    private final List<ZoneChoice> all;
    private final Popup popup = new Popup();
    private final ListView<ZoneChoice> list = new ListView<>();
    private boolean isChoosing;

    /** @param field holds the name of the zone */
    public ZoneField(TextField field, List<ZoneChoice> all) {
        this.field = field;
        this.all = List.copyOf(all);
        list.getStyleClass().addAll("suggestions", "zone-list");
        list.setFixedCellSize(ROW);
        list.setFocusTraversable(false);
        list.setCellFactory(_ -> new ZoneCell());
        list.setOnMouseClicked(_ -> choose());
        popup.getContent().add(list);
        popup.setAutoHide(true);
        popup.setHideOnEscape(false);
        popup.setAutoFix(true);
        field.textProperty().addListener((_, _, typed) -> {
            if (field.isFocused() && !isChoosing) {
                show(ZoneChoice.matching(all, typed));
            }
        });
        field.focusedProperty().addListener((_, _, focused) -> {
            if (!focused) {
                popup.hide();
            }
        });
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::press);
    }

    private void press(KeyEvent event) {
        if (!popup.isShowing()) {
            switch (event.getCode()) {
                case DOWN -> show(all);
                default -> {
                    return;
                }
            }
            event.consume();
            return;
        }
        int at = list.getSelectionModel().getSelectedIndex();
        switch (event.getCode()) {
            case DOWN -> select(at + 1);
            case UP -> select(at - 1);
            case PAGE_DOWN -> select(at + MOST_ROWS);
            case PAGE_UP -> select(at - MOST_ROWS);
            case ENTER -> choose();
            case ESCAPE -> popup.hide();
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void select(int index) {
        int bounded = Math.clamp(index, 0, list.getItems().size() - 1);
        list.getSelectionModel().select(bounded);
        list.scrollTo(Math.max(0, bounded - MOST_ROWS / 2));
    }

    private void show(List<ZoneChoice> found) {
        if (found.isEmpty() || field.getScene() == null) {
            popup.hide();
            return;
        }
        list.getItems().setAll(found);
        list.setPrefHeight(Math.min(MOST_ROWS, found.size()) * ROW + MARGIN);
        list.setPrefWidth(field.getWidth());
        int chosen = found.stream()
                .map(ZoneChoice::id)
                .toList()
                .indexOf(field.getText().strip());
        select(Math.max(0, chosen));
        if (!popup.isShowing()) {
            Bounds place = field.localToScreen(field.getBoundsInLocal());
            popup.show(field, place.getMinX(), place.getMaxY() + 2);
        }
    }

    private void choose() {
        ZoneChoice chosen = list.getSelectionModel().getSelectedItem();
        popup.hide();
        if (chosen != null) {
            isChoosing = true;
            field.setText(chosen.id());
            field.end();
            isChoosing = false;
        }
    }

    private static final class ZoneCell extends ListCell<ZoneChoice> {

        private final Label name = new Label();
        private final Label offset = new Label();
        private final HBox row;

        ZoneCell() {
            offset.getStyleClass().addAll("dim", "small");
            row = new HBox(8, new FontIcon("fth-globe"), name, Nodes.gap(), offset);
            row.setAlignment(Pos.CENTER_LEFT);
        }

        @Override
        protected void updateItem(@Nullable ZoneChoice zone, boolean empty) {
            super.updateItem(zone, empty);
            setText(null);
            if (empty || zone == null) {
                setGraphic(null);
                return;
            }
            name.setText(zone.id().replace('_', ' '));
            offset.setText(zone.offset());
            setGraphic(row);
        }
    }
}
