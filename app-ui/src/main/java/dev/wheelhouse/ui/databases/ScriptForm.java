package dev.wheelhouse.ui.databases;

import atlantafx.base.theme.Styles;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Asks on which connection a script is opened, which then is all that it can run on. Belongs to the window's thread. */
final class ScriptForm implements Form {

    private static final double WIDTH = 520;
    private static final double GAP = 8;

    private final VBox root = new VBox();
    private final ComboBox<DatabaseConnection> connections = new ComboBox<>();

    /** @param first is chosen in the beginning */
    ScriptForm(
            Path script,
            List<DatabaseConnection> all,
            DatabaseConnection first,
            Consumer<DatabaseConnection> chosen,
            Runnable cancelled) {
        Label title = new Label("Open " + script.getFileName());
        title.getStyleClass().add("h2");
        VBox head = new VBox(title);
        head.getStyleClass().add("form-head");
        connections.setId("connection");
        connections.setConverter(
                new InWords<>(each -> each.name() + " · " + EnvironmentStyle.words(each.environment())));
        connections.getItems().setAll(all);
        connections.setValue(first);
        connections.setMaxWidth(Double.MAX_VALUE);
        Label words = new Label("Connection");
        words.getStyleClass().add("field-label");
        words.setLabelFor(connections);
        connections.setAccessibleText(words.getText());
        VBox body = new VBox(GAP, words, connections);
        body.getStyleClass().add("form-body");
        Button open = new Button("Open");
        open.setId("open");
        open.setDefaultButton(true);
        open.getStyleClass().add(Styles.ACCENT);
        open.setOnAction(_ -> chosen.accept(connections.getValue()));
        Button cancel = new Button("Cancel");
        cancel.setId("cancel");
        cancel.setCancelButton(true);
        cancel.setOnAction(_ -> cancelled.run());
        HBox foot = new HBox(GAP, cancel, open);
        foot.setAlignment(Pos.CENTER_RIGHT);
        foot.getStyleClass().add("form-foot");
        root.getStyleClass().add("connection-form");
        root.setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        root.getChildren().setAll(head, body, foot);
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void focus() {
        Focus.give(connections);
    }

    @Override
    public void close() {}
}
