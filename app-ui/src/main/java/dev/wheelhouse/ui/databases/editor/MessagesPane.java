package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.ui.fx.Focus;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Every statement that ran in the tab, with its time and rows, and what the server said. */
final class MessagesPane extends StackPane {

    private final ListView<RunMessage> list;

    MessagesPane(ObservableList<RunMessage> messages) {
        list = new ListView<>(messages);
        list.getStyleClass().add("message-list");
        list.setPlaceholder(new Label("Nothing ran in this tab yet. Ctrl+Enter runs the statement at the caret."));
        list.setCellFactory(_ -> new MessageCell());
        messages.addListener((ListChangeListener<RunMessage>) _ -> {
            if (!messages.isEmpty()) {
                list.scrollTo(messages.size() - 1);
            }
        });
        getChildren().setAll(list);
    }

    /** Gives the messages the keyboard. */
    void focus() {
        Focus.give(list);
    }

    private static final class MessageCell extends ListCell<RunMessage> {
        private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);
        private final FontIcon icon = new FontIcon("fth-check");
        private final Label time = new Label();
        private final Label text = new Label();
        private final Label sql = new Label();
        private final HBox row;

        MessageCell() {
            time.getStyleClass().addAll("dim", "figures");
            time.setMinWidth(Region.USE_PREF_SIZE);
            text.setWrapText(true);
            text.setMinHeight(Region.USE_PREF_SIZE);
            sql.getStyleClass().addAll("mono", "dim", "small");
            VBox words = new VBox(2, text, sql);
            row = new HBox(12, icon, time, words);
            row.setAlignment(Pos.TOP_LEFT);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(RunMessage message, boolean empty) {
            super.updateItem(message, empty);
            setText(null);
            if (empty || message == null) {
                setGraphic(null);
                return;
            }
            icon.getStyleClass().removeAll("danger-text", "success-text", "dim");
            switch (message.level()) {
                case DONE -> dress("fth-check", "success-text");
                case NOTICE -> dress("fth-info", "dim");
                case FAILED -> dress("fth-x", "danger-text");
            }
            time.setText(TIME.format(message.at().atZone(ZoneId.systemDefault())));
            text.setText(message.text());
            text.getStyleClass().removeAll("danger-text");
            if (message.level() == RunMessage.Level.FAILED) {
                text.getStyleClass().add("danger-text");
            }
            String shown = message.sql().length() > 200 ? message.sql().substring(0, 200) + " …" : message.sql();
            sql.setText(shown.replaceAll("\\s+", " "));
            sql.setVisible(!shown.isEmpty());
            sql.setManaged(!shown.isEmpty());
            setGraphic(row);
        }

        private void dress(String literal, String style) {
            icon.setIconLiteral(literal);
            icon.getStyleClass().add(style);
        }
    }
}
