package dev.wheelhouse.ui.screen;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** What somebody should look after first, above a page; takes no room while there is nothing. */
public final class PageBanner extends HBox {

    private static final String DANGER = "danger-banner";

    private final ActionControls controls;
    private final FontIcon icon = new FontIcon("fth-alert-triangle");
    private final Label title = new Label();
    private final VBox words = new VBox(4, title);
    private final HBox buttons = new HBox(8);

    /** @param content stands below the title */
    public PageBanner(ActionControls controls, Node content) {
        super(12);
        this.controls = controls;
        getStyleClass().add("server-banner");
        setAlignment(Pos.CENTER_LEFT);
        title.setId("bannerTitle");
        title.getStyleClass().add("h3");
        title.setWrapText(true);
        title.setMinHeight(Region.USE_PREF_SIZE);
        words.setMinWidth(0);
        words.getChildren().add(content);
        setHgrow(words, Priority.ALWAYS);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        getChildren().setAll(icon, words, buttons);
        managedProperty().bind(visibleProperty());
        setVisible(false);
    }

    public void show(String literal, String text, boolean danger, List<Action> actions) {
        icon.setIconLiteral(literal);
        getStyleClass().remove(DANGER);
        if (danger) {
            getStyleClass().add(DANGER);
        }
        buttons.getChildren().clear();
        for (Action action : actions) {
            Button button = controls.button(action);
            button.setMinWidth(Region.USE_PREF_SIZE);
            buttons.getChildren().add(button);
        }
        setTitle(text);
        setVisible(true);
    }

    /** Where only the words are others. */
    public void setTitle(String text) {
        title.setText(text);
    }
}
