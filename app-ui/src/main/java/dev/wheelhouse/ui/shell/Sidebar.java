package dev.wheelhouse.ui.shell;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.javafx.FontIcon;

/** The screens, one below the other; icons alone when it is collapsed. */
final class Sidebar extends VBox {

    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final double WIDTH = 184;
    private static final double COLLAPSED_WIDTH = 52;

    private final Map<String, Button> screens = new TreeMap<>();
    private final Label name = new Label("Wheelhouse");

    /**
     * @param screenActions id of the screen to the action that opens it, in the order to show them
     * @param below actions at the bottom
     */
    Sidebar(Map<String, Action> screenActions, List<Action> below, ActionControls controls) {
        getStyleClass().add("sidebar");
        name.getStyleClass().add("h3");
        FontIcon mark = new FontIcon("fth-anchor");
        mark.getStyleClass().add("accent-icon");
        HBox head = new HBox(8, mark, name);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("sidebar-head");
        getChildren().add(head);
        screenActions.forEach((id, action) -> {
            Button button = entry(controls.button(action));
            screens.put(id, button);
            getChildren().add(button);
        });
        Region gap = new Region();
        VBox.setVgrow(gap, Priority.ALWAYS);
        getChildren().add(gap);
        below.forEach(action -> getChildren().add(entry(controls.button(action))));
    }

    private static Button entry(Button button) {
        button.getStyleClass().addAll("sidebar-entry", "flat");
        button.setMaxWidth(Double.MAX_VALUE);
        button.setAlignment(Pos.CENTER_LEFT);
        return button;
    }

    void markCurrent(String screen) {
        screens.forEach((id, button) -> button.pseudoClassStateChanged(CURRENT, id.equals(screen)));
    }

    void setCollapsed(boolean collapsed) {
        double width = collapsed ? COLLAPSED_WIDTH : WIDTH;
        setMinWidth(width);
        setPrefWidth(width);
        setMaxWidth(width);
        name.setVisible(!collapsed);
        name.setManaged(!collapsed);
        for (var child : getChildren()) {
            if (child instanceof Button button) {
                button.setContentDisplay(collapsed ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT);
                button.setAlignment(collapsed ? Pos.CENTER : Pos.CENTER_LEFT);
            }
        }
    }
}
