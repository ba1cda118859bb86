package dev.wheelhouse.ui;

import java.util.List;
import javafx.application.Application;
import javafx.geometry.Insets;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;

/** A first window: says where the API answers. Its parameters are the API's address and the token's file. */
public final class ConsoleApp extends Application {

    private static final double SPACING = 12;

    @Override
    public void start(Stage stage) {
        List<String> told = getParameters().getRaw();
        VBox root = new VBox(
                SPACING,
                new Label("Wheelhouse is running. Its HTTP API answers at"),
                copyable(told.get(0)),
                new Label("with the token in"),
                copyable(told.get(1)));
        root.setPadding(new Insets(2 * SPACING));
        stage.setTitle("Wheelhouse");
        stage.setScene(new Scene(root, 560, 200));
        stage.show();
    }

    private static TextField copyable(String text) {
        TextField field = new TextField(text);
        field.setEditable(false);
        return field;
    }
}
