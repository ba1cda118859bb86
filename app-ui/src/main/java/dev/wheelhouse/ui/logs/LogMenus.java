package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.LogPattern;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Keys;
import dev.wheelhouse.ui.controls.log.LogView;
import dev.wheelhouse.ui.controls.log.TimeColumn;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import org.kordamp.ikonli.javafx.FontIcon;

/** The menus of a log's pane. */
final class LogMenus {

    private final LogPaneViewModel model;
    private final LogActions actions;
    private final ViewOptions options;
    private final ActionControls controls;
    private final Workbench workbench;
    private final LogView view;
    /** Bound, which is weak: the options outlive every pane. */
    private final ObjectProperty<TimeColumn> times = new SimpleObjectProperty<>(this, "times");

    LogMenus(
            LogPaneViewModel model,
            LogActions actions,
            ViewOptions options,
            ActionControls controls,
            Workbench workbench,
            LogView view) {
        this.model = model;
        this.actions = actions;
        this.options = options;
        this.controls = controls;
        this.workbench = workbench;
        this.view = view;
        times.bindBidirectional(options.timesProperty());
    }

    void fill(MenuButton columns, MenuButton bookmarks, MenuButton more) {
        describe(columns, "fth-eye", "View options");
        List<MenuItem> shownOfLines = columnItems();
        ActionControls.fillWhileOpen(columns, () -> shownOfLines);
        describe(bookmarks, "fth-bookmark", "Bookmarks (" + keys(actions.bookmarks) + ")");
        ActionControls.fillWhileOpen(bookmarks, this::bookmarkItems);
        describe(more, "fth-more-horizontal", "More");
        ActionControls.fillWhileOpen(more, this::moreItems);
    }

    private static void describe(MenuButton button, String icon, String words) {
        button.setGraphic(new FontIcon(icon));
        button.setTooltip(new Tooltip(words));
        button.setAccessibleText(words);
    }

    private static String keys(Action action) {
        return action.shortcut().map(Keys::words).orElse("");
    }

    private List<MenuItem> columnItems() {
        List<MenuItem> items = new ArrayList<>();
        ToggleGroup group = new ToggleGroup();
        for (TimeColumn kind : TimeColumn.values()) {
            RadioMenuItem item = new RadioMenuItem(kind.words());
            item.setToggleGroup(group);
            item.setOnAction(_ -> times.set(kind));
            times.addListener((_, _, now) -> item.setSelected(now == kind));
            item.setSelected(times.get() == kind);
            items.add(item);
        }
        items.add(new SeparatorMenuItem());
        items.add(check(actions.numbers, options.numbersProperty()));
        items.add(check(actions.sources, options.sourcesProperty()));
        items.add(check(actions.json, options.jsonProperty()));
        items.add(check(actions.fold, options.foldingProperty()));
        items.add(check(actions.wrap, options.wrapProperty()));
        items.add(check(actions.detail, options.detailProperty()));
        return items;
    }

    private static CheckMenuItem check(Action action, BooleanProperty property) {
        CheckMenuItem item = new CheckMenuItem(action.title());
        action.shortcut().map(Keys::combination).ifPresent(item::setAccelerator);
        item.selectedProperty().bindBidirectional(property);
        return item;
    }

    private List<MenuItem> bookmarkItems() {
        List<MenuItem> items = new ArrayList<>(List.of(
                controls.item(actions.bookmark),
                controls.item(actions.nextBookmark),
                controls.item(actions.previousBookmark)));
        List<LogBookmarks.Bookmark> known = model.bookmarks().list();
        List<String> missing = model.bookmarks().missing();
        if (known.isEmpty() && missing.isEmpty()) {
            return items;
        }
        items.add(new SeparatorMenuItem());
        for (LogBookmarks.Bookmark each : known) {
            String number = each.number() < 0 ? "" : "%,d  ".formatted(each.number() + 1);
            MenuItem item = new MenuItem(number + each.words());
            item.setMnemonicParsing(false);
            item.setOnAction(_ -> model.going().to(each));
            items.add(item);
        }
        for (String words : missing) {
            MenuItem item = new MenuItem("Filtered out:  " + words);
            item.setMnemonicParsing(false);
            item.setDisable(true);
            items.add(item);
        }
        items.add(new SeparatorMenuItem());
        MenuItem clear = new MenuItem("Clear bookmarks");
        clear.setOnAction(_ -> {
            model.bookmarks().clear();
            view.refresh();
        });
        items.add(clear);
        return items;
    }

    private List<MenuItem> moreItems() {
        List<MenuItem> items = new ArrayList<>(List.of(
                controls.item(actions.export), controls.item(actions.exportAll), controls.item(actions.reload)));
        items.add(new SeparatorMenuItem());
        for (LogCalls.Call call : model.calls().all()) {
            MenuItem item = new MenuItem("Copy as curl: " + call.title(), new FontIcon("fth-terminal"));
            item.setOnAction(_ -> workbench.copyCurl(call.command()));
            items.add(item);
        }
        return items;
    }

    /** What a line offers. */
    ContextMenu ofLine() {
        ContextMenu menu = new ContextMenu();
        menu.setOnShowing(_ -> menu.getItems().setAll(lineItems()));
        menu.getItems().setAll(lineItems());
        return menu;
    }

    private List<MenuItem> lineItems() {
        List<MenuItem> items = new ArrayList<>();
        String selected = view.selectedText();
        items.add(item("Copy", "fth-copy", "Shortcut+C", () -> view.copy(false)));
        items.add(item("Copy with times", "fth-copy", "Shortcut+Shift+C", () -> view.copy(true)));
        items.add(new SeparatorMenuItem());
        if (!selected.isEmpty() && selected.length() <= PatternText.LONGEST) {
            items.add(item("Include selected text", "fth-plus-circle", null, () -> add(selected, false)));
            items.add(item("Exclude selected text", "fth-minus-circle", null, () -> add(selected, true)));
            items.add(new SeparatorMenuItem());
        }
        items.add(item("Fold or unfold", "fth-minimize-2", "Enter", view::toggleFold));
        items.add(controls.item(actions.detail));
        items.add(controls.item(actions.bookmark));
        items.add(new SeparatorMenuItem());
        items.addAll(moreItems());
        return items;
    }

    private void add(String text, boolean excludes) {
        model.filtering().add(new LogChip(new LogPattern(text, false, true), excludes));
    }

    private static MenuItem item(
            String words, String icon, @org.jspecify.annotations.Nullable String keys, Runnable work) {
        MenuItem item = new MenuItem(words, new FontIcon(icon));
        if (keys != null) {
            item.setAccelerator(Keys.combination(keys));
        }
        item.setOnAction(_ -> work.run());
        return item;
    }
}
