package dev.wheelhouse.ui.databases.editor;

import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.javafx.FontIcon;

/** Saved queries: open one, delete one, save the text under a name. */
final class QueriesPane extends BorderPane {

    private final TextField name = new TextField();
    private final QueriesModel model;

    /**
     * @param chosen gets the name of the query to open
     * @param saved gets the name to save the text under
     */
    QueriesPane(QueriesModel model, Consumer<String> chosen, Consumer<String> saved) {
        this.model = model;
        name.setPromptText("Name for the text of this tab");
        name.setAccessibleText("Name of the query");
        HBox.setHgrow(name, Priority.ALWAYS);
        Button save = new Button("Save", new FontIcon("fth-save"));
        save.setMinWidth(Region.USE_PREF_SIZE);
        save.disableProperty().bind(name.textProperty().isEmpty());
        save.setOnAction(_ -> saved.accept(name.getText()));
        name.setOnAction(_ -> save.fire());
        HBox top = new HBox(8, name, save);
        top.getStyleClass().addAll("side-search", "low-fields");
        setTop(top);
        ListView<String> list = new ListView<>(model.names());
        list.getStyleClass().add("query-list");
        list.setPlaceholder(new Label("No saved queries yet. They are plain .sql files in the home."));
        list.setOnMouseClicked(event -> {
            if (event.getClickCount() == 2) {
                choose(list, chosen);
            }
        });
        list.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                choose(list, chosen);
            } else if (event.getCode() == KeyCode.DELETE
                    && list.getSelectionModel().getSelectedItem() != null) {
                model.delete(list.getSelectionModel().getSelectedItem());
            }
        });
        setCenter(list);
    }

    private static void choose(ListView<String> list, Consumer<String> chosen) {
        String selected = list.getSelectionModel().getSelectedItem();
        if (selected != null) {
            chosen.accept(selected);
        }
    }

    void refresh() {
        model.load();
    }

    /** Asks for the name to save under. */
    void askName(String known) {
        name.setText(known);
        name.requestFocus();
        name.selectAll();
    }
}
