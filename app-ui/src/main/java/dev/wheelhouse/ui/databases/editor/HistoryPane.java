package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.history.HistoryEntry;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** The history of the tab's connection, with search; what is chosen goes into the editor. */
final class HistoryPane extends BorderPane {

    private final TextField search = new TextField();
    private final HistoryModel model;

    HistoryPane(HistoryModel model, Consumer<String> chosen) {
        this.model = model;
        search.setPromptText("Search what ran here, from the window and over HTTP");
        search.setAccessibleText("Search the history");
        search.textProperty().addListener((_, _, text) -> model.load(text));
        HBox.setHgrow(search, Priority.ALWAYS);
        HBox top = new HBox(search);
        top.getStyleClass().addAll("side-search", "low-fields");
        setTop(top);
        ListView<HistoryEntry> list = new ListView<>(model.entries());
        list.getStyleClass().add("history-list");
        list.setPlaceholder(new Label("Nothing ran here yet."));
        list.setCellFactory(_ -> new EntryCell());
        list.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                choose(list, chosen);
            }
        });
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                choose(list, chosen);
            }
        });
        setCenter(list);
    }

    private static void choose(ListView<HistoryEntry> list, Consumer<String> chosen) {
        HistoryEntry entry = list.getSelectionModel().getSelectedItem();
        if (entry != null) {
            chosen.accept(entry.statement());
        }
    }

    void refresh() {
        model.load(search.getText());
    }

    private static final class EntryCell extends ListCell<HistoryEntry> {
        private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM HH:mm:ss", Locale.ENGLISH);
        private final FontIcon icon = new FontIcon("fth-check");
        private final Label statement = new Label();
        private final Label origin = new Label();
        private final Label facts = new Label();
        private final HBox row;

        EntryCell() {
            statement.getStyleClass().add("mono");
            statement.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(statement, Priority.ALWAYS);
            origin.getStyleClass().addAll("dim", "small");
            facts.getStyleClass().addAll("dim", "figures");
            facts.setMinWidth(Region.USE_PREF_SIZE);
            origin.setMinWidth(Region.USE_PREF_SIZE);
            row = new HBox(12, icon, statement, origin, facts);
            row.setAlignment(Pos.CENTER_LEFT);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(HistoryEntry entry, boolean empty) {
            super.updateItem(entry, empty);
            setText(null);
            if (empty || entry == null) {
                setGraphic(null);
                setTooltip(null);
                return;
            }
            boolean done = entry.outcome().equals("succeeded");
            icon.setIconLiteral(done ? "fth-check" : entry.outcome().equals("cancelled") ? "fth-slash" : "fth-x");
            icon.getStyleClass().removeAll("danger-text", "success-text");
            icon.getStyleClass().add(done ? "success-text" : "danger-text");
            statement.setText(oneLine(entry.statement()));
            origin.setText(
                    switch (entry.origin()) {
                        case WINDOW -> "window";
                        case HTTP -> "HTTP";
                        case ASSISTANT -> "assistant";
                        case MCP -> "MCP";
                        case CONSOLE -> "console";
                        case HOOK -> "signed request";
                    });
            String rows = entry.rowCount() == null ? "" : entry.rowCount() + " rows · ";
            facts.setText(rows + entry.elapsedMillis() + " ms · "
                    + TIME.format(entry.startedAt().atZone(ZoneId.systemDefault())));
            setTooltip(entry.error() == null ? null : new Tooltip(entry.error()));
            setGraphic(row);
        }

        private static String oneLine(String text) {
            String cut = text.length() > 300 ? text.substring(0, 300) : text;
            return cut.replaceAll("\\s+", " ").strip();
        }
    }
}
