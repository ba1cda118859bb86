package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.javafx.FontIcon;

/** The context menu of apps: what can be done, and the same as calls. */
public final class AppMenus {

    private AppMenus() {}

    public static List<MenuItem> items(List<Action> actions, ActionControls controls) {
        List<MenuItem> items = new ArrayList<>();
        actions.forEach(action -> items.add(controls.item(action)));
        Menu curl = new Menu("Copy as curl", new FontIcon("fth-terminal"));
        actions.stream().filter(action -> action.curl().isPresent()).forEach(action -> {
            MenuItem item = controls.curlItem(action);
            item.setText(action.title());
            item.setGraphic(new FontIcon(action.icon()));
            curl.getItems().add(item);
        });
        if (!curl.getItems().isEmpty()) {
            items.add(new SeparatorMenuItem());
            items.add(curl);
        }
        return items;
    }
}
