package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.controls.log.LogView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.beans.property.BooleanProperty;

/** What can be done with a log, each with its key. */
final class LogActions {

    final Action filter;
    final Action showAll;
    final Action find;
    final Action findNext;
    final Action findPrevious;
    final Action jump;
    final Action wrap;
    final Action fold;
    final Action json;
    final Action times;
    final Action sources;
    final Action numbers;
    final Action detail;
    final Action bookmark;
    final Action nextBookmark;
    final Action previousBookmark;
    final Action bookmarks;
    final Action follow;
    final Action export;
    final Action exportAll;
    final Action curl;
    final Action reload;
    private final Map<LineLevel, Action> levels = new EnumMap<>(LineLevel.class);

    /** What only the pane can do. */
    interface Pane {

        void focusFilter();

        void openFind();

        void openJump();

        void showBookmarks();

        void export(boolean everything);
    }

    LogActions(Pane pane, LogPaneViewModel model, LogView view, ViewOptions options) {
        filter = Action.of("logs.filter", "Filter lines", "fth-filter", pane::focusFilter)
                .withShortcut("Shortcut+Shift+F");
        showAll = Action.of("logs.show-all", "Show all lines", "fth-x", model.filtering()::clear)
                .withShortcut("Alt+A");
        find = Action.of("logs.find", "Find", "fth-search", pane::openFind).withShortcut("Shortcut+F");
        findNext = Action.of(
                        "logs.find-next",
                        "Find next",
                        "fth-chevron-down",
                        () -> model.find().step(true))
                .withShortcut("F3");
        findPrevious = Action.of(
                        "logs.find-previous",
                        "Find previous",
                        "fth-chevron-up",
                        () -> model.find().step(false))
                .withShortcut("Shift+F3");
        jump = Action.of("logs.jump", "Go to a time or a line", "fth-crosshair", pane::openJump)
                .withShortcut("Shortcut+G");
        wrap = toggle("wrap", "Wrap lines", "fth-corner-down-left", options.wrapProperty(), "Alt+Z");
        fold = toggle("fold", "Fold stack traces", "fth-minimize-2", options.foldingProperty(), "Alt+F");
        json = toggle("json", "Pretty-print JSON", "fth-code", options.jsonProperty(), "Alt+J");
        times = Action.of(
                        "logs.times",
                        "Cycle time format",
                        "fth-clock",
                        () -> options.timesProperty()
                                .set(options.timesProperty().get().next()))
                .withShortcut("Alt+T");
        sources = toggle("sources", "Source names", "fth-tag", options.sourcesProperty(), "Alt+S");
        numbers = toggle("numbers", "Line numbers", "fth-hash", options.numbersProperty(), "Alt+N");
        detail = toggle("detail", "Line details", "fth-columns", options.detailProperty(), "Alt+D");
        bookmark = Action.of(
                        "logs.bookmark",
                        "Toggle bookmark",
                        "fth-bookmark",
                        () -> view.whenFetched(line -> {
                            model.bookmarks().toggle(line);
                            view.refresh();
                        }))
                .withShortcut("Shortcut+F2");
        nextBookmark = Action.of(
                        "logs.bookmark-next",
                        "Next bookmark",
                        "fth-arrow-down",
                        () -> model.going().stepBookmark(true))
                .withShortcut("F2");
        previousBookmark = Action.of(
                        "logs.bookmark-previous",
                        "Previous bookmark",
                        "fth-arrow-up",
                        () -> model.going().stepBookmark(false))
                .withShortcut("Shift+F2");
        bookmarks = Action.of("logs.bookmarks", "Bookmarks", "fth-bookmark", pane::showBookmarks)
                .withShortcut("Shortcut+Shift+F2");
        follow = Action.of("logs.follow", "Follow", "fth-chevrons-down", () -> turnFollowing(view))
                .withShortcut("Alt+End");
        export = Action.of("logs.export", "Export filtered lines…", "fth-download", () -> pane.export(false))
                .withShortcut("Shortcut+S");
        exportAll = Action.of("logs.export-all", "Export whole log…", "fth-download", () -> pane.export(true))
                .withShortcut("Shortcut+Shift+S");
        curl = Action.of("logs.curl", "Copy as curl", "fth-terminal", () -> {})
                .withCurl(() -> model.calls().newest());
        reload = Action.of("logs.reload", "Reopen", "fth-refresh-cw", model::open)
                .withShortcut("F5");
        int number = 0;
        for (LineLevel level : LineLevel.values()) {
            number++;
            levels.put(
                    level,
                    Action.of(
                                    "logs.level-" + number,
                                    "Lines of level " + level.words(),
                                    "fth-filter",
                                    () -> model.filtering().toggle(level))
                            .withShortcut("Alt+Shift+" + number));
        }
    }

    private static Action toggle(String id, String title, String icon, BooleanProperty property, String keys) {
        return Action.of("logs." + id, title, icon, () -> property.set(!property.get()))
                .withShortcut(keys);
    }

    private static void turnFollowing(LogView view) {
        if (view.followingProperty().get()) {
            view.pause();
        } else {
            view.followEnd();
        }
    }

    Action level(LineLevel level) {
        return Objects.requireNonNull(levels.get(level));
    }

    List<Action> all() {
        List<Action> all = new ArrayList<>(List.of(
                filter,
                showAll,
                find,
                findNext,
                findPrevious,
                jump,
                follow,
                wrap,
                fold,
                json,
                times,
                sources,
                numbers,
                detail,
                bookmark,
                nextBookmark,
                previousBookmark,
                bookmarks,
                export,
                exportAll,
                reload));
        all.addAll(levels.values());
        return all;
    }
}
