package dev.wheelhouse.ui.action;

import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCombination;
import org.kordamp.ikonli.javafx.FontIcon;

/** Makes the buttons and menu items of actions, each with its shortcut and its "Copy as curl". */
public final class ActionControls {

    private final Consumer<CurlCommand> copyCurl;

    public ActionControls(Consumer<CurlCommand> copyCurl) {
        this.copyCurl = copyCurl;
    }

    /** A button with icon and words. */
    public Button button(Action action) {
        return fill(new Button(action.title()), action);
    }

    /** A button with its icon alone; the tooltip and screen readers have the words. */
    public Button iconButton(Action action) {
        Button button = fill(new Button(), action);
        button.getStyleClass().addAll("button-icon", "flat");
        return button;
    }

    /** Gives a button of an FXML file its action. */
    public <B extends ButtonBase> B fill(B button, Action action) {
        button.setGraphic(new FontIcon(action.icon()));
        button.setTooltip(new Tooltip(words(action)));
        button.setAccessibleText(action.title());
        button.disableProperty().bind(action.enabledProperty().not());
        button.setOnAction(_ -> action.run());
        button.setContextMenu(contextMenu(action));
        return button;
    }

    public MenuItem item(Action action) {
        MenuItem item = new MenuItem(action.title(), new FontIcon(action.icon()));
        action.shortcut().map(KeyCombination::valueOf).ifPresent(item::setAccelerator);
        item.disableProperty().bind(action.enabledProperty().not());
        item.setOnAction(_ -> action.run());
        return item;
    }

    /** What the action does over HTTP, as a menu item; disabled while there is nothing to copy. */
    public MenuItem curlItem(Action action) {
        MenuItem item = new MenuItem("Copy as curl", new FontIcon("fth-terminal"));
        item.setOnAction(_ -> action.curl().ifPresent(copyCurl));
        item.setDisable(action.curl().isEmpty());
        return item;
    }

    /** A whole context menu: what can be done, and below it the same as calls. */
    public List<MenuItem> items(List<Action> actions) {
        List<MenuItem> items = new ArrayList<>();
        actions.forEach(action -> items.add(item(action)));
        Menu curl = new Menu("Copy as curl", new FontIcon("fth-terminal"));
        actions.stream().filter(action -> action.curl().isPresent()).forEach(action -> {
            MenuItem item = curlItem(action);
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

    private ContextMenu contextMenu(Action action) {
        ContextMenu menu = new ContextMenu();
        // Filled when it opens: whether there is a call to copy changes with what is selected.
        menu.setOnShowing(_ -> menu.getItems().setAll(curlItem(action)));
        menu.getItems().add(new MenuItem("Copy as curl"));
        return menu;
    }

    private static String words(Action action) {
        return action.shortcut()
                .map(keys ->
                        action.title() + " (" + KeyCombination.valueOf(keys).getDisplayText() + ")")
                .orElse(action.title());
    }
}
