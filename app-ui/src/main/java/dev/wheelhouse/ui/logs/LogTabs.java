package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.logs.desk.LogOrigin;
import dev.wheelhouse.ui.logs.desk.LogTarget;
import dev.wheelhouse.ui.state.WindowState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.collections.ListChangeListener;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** The open logs: each once, back after a restart. Belongs to the window's thread. */
final class LogTabs {

    private static final String KEY = "logs.tabs";
    private static final int NUMBERED = 9;
    private static final int MOST_CLOSED = 20;

    private final WindowState state;
    private final Function<LogTarget, LogPane> panes;
    private final TabPane root = new TabPane();
    private final List<OpenLog> open = new ArrayList<>();
    private final List<LogTarget> closed = new ArrayList<>();
    private final ReadOnlyBooleanWrapper empty = new ReadOnlyBooleanWrapper(this, "empty", true);
    private @Nullable OpenLog inFront;
    private boolean shown;
    private boolean restored;

    private record OpenLog(LogTarget target, LogPane pane, Tab tab) {}

    /** As the window remembers them. */
    private record Saved(@Nullable List<LogTarget> targets, int selected) {}

    LogTabs(WindowState state, Function<LogTarget, LogPane> panes) {
        this.state = state;
        this.panes = panes;
        root.getStyleClass().add("log-tabs");
        root.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        root.setTabDragPolicy(TabPane.TabDragPolicy.REORDER);
        root.getSelectionModel().selectedItemProperty().addListener(_ -> front());
        root.getTabs().addListener((ListChangeListener<Tab>) _ -> {
            empty.set(root.getTabs().isEmpty());
            save();
        });
    }

    /** Puts a log in front; opens it if it is not open. */
    LogPane open(LogTarget target) {
        restore();
        Optional<OpenLog> there =
                open.stream().filter(each -> each.target().equals(target)).findFirst();
        OpenLog log = there.orElseGet(() -> add(target));
        root.getSelectionModel().select(log.tab());
        return log.pane();
    }

    private OpenLog add(LogTarget target) {
        LogPane pane = panes.apply(target);
        Tab tab = new Tab();
        OpenLog made = new OpenLog(target, pane, tab);
        tab.setContent(pane.root());
        tab.setGraphic(new FontIcon(icon(target)));
        tab.textProperty().bind(pane.titleProperty());
        Tooltip tooltip = new Tooltip();
        tooltip.textProperty().bind(pane.model().whereProperty());
        tab.setTooltip(tooltip);
        tab.setOnCloseRequest(event -> {
            event.consume();
            close(made);
        });
        Objects.requireNonNull(tab.getGraphic()).addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
            if (event.getButton() == MouseButton.MIDDLE) {
                close(made);
            }
        });
        MenuItem others = new MenuItem("Close others");
        others.setOnAction(_ ->
                List.copyOf(open).stream().filter(each -> !each.equals(made)).forEach(this::close));
        MenuItem this_ = new MenuItem("Close");
        this_.setOnAction(_ -> close(made));
        tab.setContextMenu(new ContextMenu(this_, others));
        open.add(made);
        root.getTabs().add(tab);
        return made;
    }

    private static String icon(LogTarget target) {
        if (target.origins().size() != 1) {
            return "fth-git-merge";
        }
        LogOrigin.Kind kind = target.origins().getFirst().kind();
        return kind == LogOrigin.Kind.APP ? "fth-box" : "fth-file-text";
    }

    private void close(OpenLog log) {
        if (root.getTabs().remove(log.tab())) {
            open.remove(log);
            log.pane().dispose();
            closed.add(log.target());
            if (closed.size() > MOST_CLOSED) {
                closed.removeFirst();
            }
            save();
        }
    }

    private void reopen() {
        if (!closed.isEmpty()) {
            open(closed.removeLast());
        }
    }

    private void front() {
        Tab selected = root.getSelectionModel().getSelectedItem();
        OpenLog next = open.stream()
                .filter(each -> each.tab().equals(selected))
                .findFirst()
                .orElse(null);
        if (Objects.equals(next, inFront)) {
            return;
        }
        if (inFront != null && shown && open.contains(inFront)) {
            inFront.pane().onHide();
        }
        inFront = next;
        if (next != null && shown) {
            next.pane().onShow();
        }
        save();
    }

    private void restore() {
        if (restored) {
            return;
        }
        Saved saved = state.read(KEY, Saved.class).orElse(new Saved(List.of(), -1));
        List<LogTarget> targets = Objects.requireNonNullElse(saved.targets(), List.of());
        for (LogTarget each : targets) {
            if (!each.origins().isEmpty()) {
                add(each);
            }
        }
        restored = true;
        if (saved.selected() >= 0 && saved.selected() < root.getTabs().size()) {
            root.getSelectionModel().select(saved.selected());
        }
        save();
    }

    private void save() {
        if (restored) {
            List<LogTarget> targets = inOrder().stream().map(OpenLog::target).toList();
            state.write(KEY, new Saved(targets, root.getSelectionModel().getSelectedIndex()));
        }
    }

    private List<OpenLog> inOrder() {
        return root.getTabs().stream()
                .flatMap(tab -> open.stream().filter(each -> each.tab().equals(tab)))
                .toList();
    }

    void onShow() {
        shown = true;
        restore();
        if (inFront != null) {
            inFront.pane().onShow();
        }
    }

    void onHide() {
        shown = false;
        if (inFront != null) {
            inFront.pane().onHide();
        }
    }

    void onClose() {
        save();
        open.forEach(each -> each.pane().dispose());
    }

    /** All logs that are open, as one target; empty while there are not two. */
    Optional<LogTarget> together() {
        List<LogOrigin> origins = inOrder().stream()
                .flatMap(each -> each.target().origins().stream())
                .distinct()
                .toList();
        return open.size() < 2 || origins.size() < 2 ? Optional.empty() : Optional.of(new LogTarget(origins));
    }

    void focus() {
        if (inFront != null) {
            inFront.pane().focus();
        }
    }

    /** The actions of the log in front, then those of the tabs themselves. */
    List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        OpenLog now = inFront;
        if (now != null) {
            actions.addAll(now.pane().actions());
            actions.add(Action.of("tabs.close", "Close tab", "fth-x", () -> close(now))
                    .withShortcut("Shortcut+W"));
        }
        if (!closed.isEmpty()) {
            actions.add(Action.of("tabs.reopen", "Reopen closed tab", "fth-rotate-ccw", this::reopen)
                    .withShortcut("Shortcut+Shift+T"));
        }
        if (open.size() > 1) {
            actions.add(Action.of("tabs.next", "Next tab", "fth-arrow-right", () -> step(1))
                    .withShortcut("Ctrl+Tab"));
            actions.add(Action.of("tabs.previous", "Previous tab", "fth-arrow-left", () -> step(-1))
                    .withShortcut("Ctrl+Shift+Tab"));
        }
        List<OpenLog> ordered = inOrder();
        for (int i = 0; i < Math.min(NUMBERED, ordered.size()); i++) {
            OpenLog each = ordered.get(i);
            actions.add(Action.of(
                            "tabs.select-" + (i + 1),
                            "Tab " + each.pane().titleProperty().get(),
                            icon(each.target()),
                            () -> root.getSelectionModel().select(each.tab()))
                    .withShortcut("Shortcut+" + (i + 1)));
        }
        return actions;
    }

    private void step(int by) {
        int now = root.getSelectionModel().getSelectedIndex();
        root.getSelectionModel().select(Math.floorMod(now + by, root.getTabs().size()));
    }

    ReadOnlyBooleanProperty emptyProperty() {
        return empty.getReadOnlyProperty();
    }

    TabPane root() {
        return root;
    }
}
