package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.shell.Layer;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** Lies over the tab and asks before statements destroy something. Escape means no, and so does a click beside it. */
final class ConfirmPane extends StackPane implements Layer {

    private static final double ITEM_HEIGHT = 62;
    private static final double MOST_HEIGHT = 310;

    private final Runnable refused;
    private final List<TextField> fields = new ArrayList<>();
    private final Button cancel = new Button("Cancel");

    ConfirmPane(Confirmation asked, Runnable refused) {
        this.refused = refused;
        getStyleClass().add("confirm-veil");
        VBox panel = new VBox();
        panel.getStyleClass().add("confirm-panel");
        if (asked.production()) {
            panel.getStyleClass().add("production");
        }
        HBox heading = heading(asked);
        VBox items = new VBox(8);
        asked.items().forEach(item -> items.getChildren().add(row(item)));
        ScrollPane list = new ScrollPane(items);
        list.setFitToWidth(true);
        list.setPrefViewportHeight(Math.min(MOST_HEIGHT, asked.items().size() * ITEM_HEIGHT));
        list.getStyleClass().add("edge-to-edge");
        VBox.setVgrow(list, Priority.SOMETIMES);
        panel.getChildren().addAll(heading, list);
        asked.typed().forEach(name -> panel.getChildren().add(typing(name)));
        panel.getChildren().add(buttons(asked));
        panel.setMaxHeight(Region.USE_PREF_SIZE);
        panel.setOnMouseClicked(javafx.event.Event::consume);
        setOnMouseClicked(_ -> refused.run());
        getChildren().add(panel);
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    }

    private void pressed(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            event.consume();
            refused.run();
        }
    }

    @Override
    public Parent root() {
        return this;
    }

    /** None but those of its fields and buttons. */
    @Override
    public List<Action> actions() {
        return List.of();
    }

    /** Puts the keyboard where nothing happens by a blind Enter. */
    @Override
    public void focus() {
        if (fields.isEmpty()) {
            cancel.requestFocus();
        } else {
            fields.getFirst().requestFocus();
        }
    }

    private static HBox heading(Confirmation asked) {
        FontIcon icon = new FontIcon("fth-alert-triangle");
        icon.getStyleClass().add("danger-text");
        String count = asked.items().size() == 1
                ? "This statement"
                : "These " + asked.items().size() + " statements";
        Label words =
                new Label(count + " on " + asked.connection() + (asked.production() ? ", which is production" : ""));
        words.getStyleClass().add("h3");
        words.setWrapText(true);
        HBox heading = new HBox(8, icon, words);
        heading.setAlignment(Pos.CENTER_LEFT);
        return heading;
    }

    private static VBox row(Confirmation.Item item) {
        Label command = new Label(item.command() + (item.object().isEmpty() ? "" : " " + item.object()));
        command.getStyleClass().add("command");
        command.setWrapText(true);
        Label detail = new Label(item.place() + " · " + item.reason() + " · " + item.impact());
        detail.getStyleClass().addAll("dim", "small");
        detail.setWrapText(true);
        VBox row = new VBox(4, command, detail);
        row.getStyleClass().add("confirm-item");
        return row;
    }

    private VBox typing(String name) {
        Label words = new Label("Type \u201c" + name + "\u201d to go on");
        words.getStyleClass().add("small");
        TextField field = new TextField();
        field.setPromptText(name);
        field.getStyleClass().add("mono");
        field.setUserData(name);
        fields.add(field);
        return new VBox(4, words, field);
    }

    private HBox buttons(Confirmation asked) {
        Button run = new Button("Run", new FontIcon("fth-play"));
        run.getStyleClass().add("danger");
        run.setOnAction(_ -> asked.confirmed().run());
        if (!fields.isEmpty()) {
            run.disableProperty()
                    .bind(Bindings.createBooleanBinding(
                            () -> !fields.stream()
                                    .allMatch(field -> field.getText().equals(field.getUserData())),
                            fields.stream().map(TextField::textProperty).toArray(javafx.beans.Observable[]::new)));
            fields.forEach(field -> field.setOnAction(_ -> run.fire()));
        }
        cancel.setOnAction(_ -> refused.run());
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox buttons = new HBox(8, space, cancel, run);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        return buttons;
    }
}
