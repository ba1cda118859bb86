package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.controls.tabs.TabHeader;
import dev.wheelhouse.ui.controls.tabs.TabStrip;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import dev.wheelhouse.ui.state.WindowState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.scene.Parent;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** The open logs: each once, back after a restart. Belongs to the window's thread. */
final class LogTabs implements TabStrip.Host<LogTabs.OpenLog> {

    private static final String KEY = "logs.tabs";
    private static final int MOST_CLOSED = 20;

    private final WindowState state;
    private final Function<LogTarget, LogPane> panes;
    private final TabStrip<OpenLog> strip = new TabStrip<>("log-tabs", this);
    private final List<LogTarget> closed = new ArrayList<>();
    private boolean restored;

    /** A log in its tab. */
    record OpenLog(LogTarget target, LogPane pane) implements TabStrip.Content {

        @Override
        public String title() {
            return pane.titleProperty().get();
        }

        @Override
        public String icon() {
            boolean several = target.origins().size() != 1;
            boolean app = !several && target.origins().getFirst().kind() == LogOrigin.Kind.APP;
            return several ? "fth-git-merge" : app ? "fth-box" : "fth-file-text";
        }

        @Override
        public Parent root() {
            return pane.root();
        }

        @Override
        public void onShow() {
            pane.onShow();
        }

        @Override
        public void focus() {
            pane.focus();
        }

        @Override
        public void onHide() {
            pane.onHide();
        }

        @Override
        public List<Action> actions() {
            return pane.actions();
        }
    }

    /** As the window remembers them. */
    private record Saved(@Nullable List<LogTarget> targets, int selected) {}

    LogTabs(WindowState state, Function<LogTarget, LogPane> panes) {
        this.state = state;
        this.panes = panes;
    }

    /** Puts a log in front; opens it if it is not open. */
    LogPane open(LogTarget target) {
        restore();
        OpenLog log = strip.inOrder().stream()
                .filter(each -> each.target().equals(target))
                .findFirst()
                .orElseGet(() -> add(target));
        strip.select(log);
        return log.pane();
    }

    private OpenLog add(LogTarget target) {
        OpenLog made = new OpenLog(target, panes.apply(target));
        TabHeader header = new TabHeader();
        header.show(made.icon(), made.title(), null);
        made.pane().titleProperty().addListener(_ -> header.show(made.icon(), made.title(), null));
        Tab tab = strip.add(made, header);
        Tooltip tooltip = new Tooltip();
        tooltip.textProperty().bind(made.pane().model().facts().whereProperty());
        tab.setTooltip(tooltip);
        MenuItem others = new MenuItem("Close others");
        others.setOnAction(
                _ -> strip.inOrder().stream().filter(each -> !each.equals(made)).forEach(this::close));
        MenuItem itself = new MenuItem("Close");
        itself.setOnAction(_ -> close(made));
        tab.setContextMenu(new ContextMenu(itself, others));
        return made;
    }

    @Override
    public void close(OpenLog log) {
        if (strip.remove(log)) {
            log.pane().dispose();
            closed.add(log.target());
            if (closed.size() > MOST_CLOSED) {
                closed.removeFirst();
            }
            changed();
        }
    }

    @Override
    public boolean canReopen() {
        return !closed.isEmpty();
    }

    @Override
    public void reopen() {
        if (canReopen()) {
            open(closed.removeLast());
        }
    }

    private void restore() {
        if (restored) {
            return;
        }
        Saved saved = state.read(KEY, Saved.class).orElse(new Saved(List.of(), -1));
        for (LogTarget each : Objects.requireNonNullElse(saved.targets(), List.<LogTarget>of())) {
            if (!each.origins().isEmpty()) {
                add(each);
            }
        }
        restored = true;
        List<OpenLog> all = strip.inOrder();
        if (saved.selected() >= 0 && saved.selected() < all.size()) {
            strip.select(all.get(saved.selected()));
        }
        changed();
    }

    @Override
    public void changed() {
        if (restored) {
            List<OpenLog> all = strip.inOrder();
            int selected = strip.inFront().map(all::indexOf).orElse(-1);
            state.write(KEY, new Saved(all.stream().map(OpenLog::target).toList(), selected));
        }
    }

    void onShow() {
        restore();
        strip.onShow();
    }

    void onHide() {
        strip.onHide();
    }

    void onClose() {
        changed();
        strip.inOrder().forEach(each -> each.pane().dispose());
    }

    /** All logs that are open, as one target; empty while there are not two. */
    Optional<LogTarget> together() {
        List<OpenLog> all = strip.inOrder();
        List<LogOrigin> origins = all.stream()
                .flatMap(each -> each.target().origins().stream())
                .distinct()
                .toList();
        return all.size() < 2 || origins.size() < 2 ? Optional.empty() : Optional.of(new LogTarget(origins));
    }

    void focus() {
        strip.focus();
    }

    List<Action> actions() {
        return strip.actions();
    }

    ReadOnlyBooleanProperty emptyProperty() {
        return strip.emptyProperty();
    }

    TabPane root() {
        return strip.root();
    }
}
