package dev.wheelhouse.ui.action;

import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
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

    /** As {@link #button}, with words that are never cut. */
    public Button wholeButton(Action action) {
        Button button = button(action);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
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
        action.shortcut().map(Keys::combination).ifPresent(item::setAccelerator);
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
        // Whether there is a call to copy changes with what is selected.
        fillWhileOpen(menu, () -> List.of(curlItem(action)));
        return menu;
    }

    /** The context menu of a control: what can be done when it opens, and below it the same as calls. */
    public ContextMenu menu(Supplier<List<Action>> actions) {
        ContextMenu menu = new ContextMenu();
        fillWhileOpen(menu, () -> items(actions.get()));
        return menu;
    }

    /**
     * Fills a menu when it opens and empties it when it has closed. The window brings keys to every item that a menu of
     * a control holds, whether it is open or not, and would so run what was there for something else.
     */
    public static void fillWhileOpen(ContextMenu menu, Supplier<List<MenuItem>> items) {
        menu.setOnShowing(_ -> menu.getItems().setAll(items.get()));
        // One without keys stays: a menu without items does not open.
        menu.setOnHidden(_ -> menu.getItems().setAll(new MenuItem()));
        menu.getItems().setAll(new MenuItem());
    }

    /** As {@link #fillWhileOpen(ContextMenu, Supplier)}, for a button that has a menu. */
    public static void fillWhileOpen(MenuButton button, Supplier<List<MenuItem>> items) {
        button.setOnShowing(_ -> button.getItems().setAll(items.get()));
        button.setOnHidden(_ -> button.getItems().clear());
    }

    private static String words(Action action) {
        return action.shortcut()
                .map(keys -> action.title() + " (" + Keys.words(keys) + ")")
                .orElse(action.title());
    }
}
