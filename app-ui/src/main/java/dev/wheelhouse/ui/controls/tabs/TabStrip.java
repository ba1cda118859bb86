package dev.wheelhouse.ui.controls.tabs;

import dev.wheelhouse.ui.action.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.collections.ListChangeListener;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/**
 * Tabs in a strip: the one in front is shown and called back, each is closed by its cross, a middle click or a key, and keys move
 * between them. What closing means, and what comes back, its host says. Belongs to the window's thread.
 *
 * @param <T> what a tab holds
 */
public final class TabStrip<T extends TabStrip.Content> {

    private static final int NUMBERED = 9;
    /** The width of a tab's cross and of the button that lists all tabs. */
    private static final double CONTROLS = 48;

    private final TabPane pane = new TabPane();
    private final List<Held<T>> open = new ArrayList<>();
    private final Host<T> host;
    private final ReadOnlyBooleanWrapper empty = new ReadOnlyBooleanWrapper(this, "empty", true);
    private @Nullable T inFront;
    private boolean shown;
    private boolean looks;
    private boolean settles;

    /** What a tab holds. */
    public interface Content {

        String title();

        /** An Ikonli literal such as {@code fth-grid}. */
        String icon();

        /** Built once; the same node at every call. */
        Parent root();

        /** The tab is in front now and its screen is shown; called again after each hide. */
        void onShow();

        /** Takes the keyboard. */
        void focus();

        /** Releases what {@link #onShow} registered. */
        void onHide();

        /** For the palette and the shortcuts, while the tab is in front. */
        List<Action> actions();
    }

    /** Who decides what happens to tabs. */
    public interface Host<T> {

        /** A person wants it closed; to agree, call {@link TabStrip#remove}. */
        void close(T content);

        /** Whether there is a closed tab to open again. */
        boolean canReopen();

        /** Opens the tab again that was closed last. */
        void reopen();

        /** Another one is in front, or the tabs or their order are other ones. */
        void changed();
    }

    private record Held<T>(T content, Tab tab) {}

    /** @param styleClass of the tab pane, beside its own */
    public TabStrip(String styleClass, Host<T> host) {
        this.host = host;
        pane.getStyleClass().add(styleClass);
        pane.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        pane.setTabDragPolicy(TabPane.TabDragPolicy.REORDER);
        pane.getSelectionModel().selectedItemProperty().addListener(_ -> front());
        pane.widthProperty().addListener(_ -> lookAfterLayout());
        pane.getTabs().addListener((ListChangeListener<Tab>) _ -> {
            empty.set(pane.getTabs().isEmpty());
            host.changed();
        });
    }

    /** Adds a tab at the end, not in front; the tab is for its tooltip and its menu. */
    public Tab add(T content, TabHeader header) {
        Tab tab = new Tab();
        tab.setContent(content.root());
        leaveKeyboard(tab);
        tab.setGraphic(header);
        tab.setOnCloseRequest(event -> {
            event.consume();
            host.close(content);
        });
        header.setOnMiddleClick(() -> host.close(content));
        header.widthProperty().addListener(_ -> lookAfterLayout());
        open.add(new Held<>(content, tab));
        pane.getTabs().add(tab);
        return tab;
    }

    /** Lets what is clicked in a tab have the keyboard, which its pane would take. For tabs whose content is set. */
    public static void leaveKeyboard(Tab tab) {
        tab.getContent().addEventHandler(MouseEvent.MOUSE_PRESSED, MouseEvent::consume);
    }

    /** Takes a tab away; false when it is not there. */
    public boolean remove(T content) {
        Optional<Held<T>> held = held(content);
        held.ifPresent(each -> {
            pane.getTabs().remove(each.tab());
            open.remove(each);
        });
        return held.isPresent();
    }

    /** Puts a tab in front, with the keyboard. */
    public void select(T content) {
        held(content).ifPresent(each -> pane.getSelectionModel().select(each.tab()));
        focus();
    }

    /** Gives the keyboard to the tab in front, at once: what is typed next is meant for it. */
    public void focus() {
        if (inFront != null && shown) {
            // What lies in a split pane comes into the window only with its skin.
            inFront.root().applyCss();
            inFront.root().layout();
            inFront.focus();
        }
    }

    private Optional<Held<T>> held(T content) {
        return open.stream().filter(each -> each.content().equals(content)).findFirst();
    }

    private void lookAfterLayout() {
        Scene scene = pane.getScene();
        if (scene == null || looks) {
            return;
        }
        looks = true;
        scene.addPostLayoutPulseListener(new Runnable() {
            @Override
            public void run() {
                scene.removePostLayoutPulseListener(this);
                looks = false;
                bringFrontIntoSight();
            }
        });
    }

    /** The pane scrolls its strip for a selection only, and not when the strip or a title has become another width. */
    private void bringFrontIntoSight() {
        Tab tab = pane.getSelectionModel().getSelectedItem();
        Node header = tab == null ? null : tab.getGraphic();
        if (header == null || header.getScene() == null) {
            return;
        }
        Bounds seen = pane.localToScene(pane.getLayoutBounds());
        Bounds wanted = header.localToScene(header.getLayoutBounds());
        if (wanted.getMinX() < seen.getMinX() || wanted.getMaxX() + CONTROLS > seen.getMaxX()) {
            Node keyboard = header.getScene().getFocusOwner();
            settles = true;
            pane.getSelectionModel().clearSelection();
            pane.getSelectionModel().select(tab);
            settles = false;
            if (keyboard != null) {
                keyboard.requestFocus();
            }
        }
    }

    private void front() {
        if (settles) {
            return;
        }
        Tab selected = pane.getSelectionModel().getSelectedItem();
        T next = open.stream()
                .filter(each -> each.tab().equals(selected))
                .findFirst()
                .map(Held::content)
                .orElse(null);
        T before = inFront;
        if (Objects.equals(next, before)) {
            return;
        }
        if (before != null && shown) {
            before.onHide();
        }
        inFront = next;
        if (next != null && shown) {
            next.onShow();
            next.focus();
        }
        host.changed();
    }

    private void step(int by) {
        int count = pane.getTabs().size();
        if (count > 0) {
            int now = pane.getSelectionModel().getSelectedIndex();
            pane.getSelectionModel().select(Math.floorMod(now + by, count));
            focus();
        }
    }

    /** The screen is shown. */
    public void onShow() {
        shown = true;
        if (inFront != null) {
            inFront.onShow();
        }
    }

    /** The screen is hidden. */
    public void onHide() {
        shown = false;
        if (inFront != null) {
            inFront.onHide();
        }
    }

    public boolean isShown() {
        return shown;
    }

    public Optional<T> inFront() {
        return Optional.ofNullable(inFront);
    }

    /** As they stand, after whatever drags. */
    public List<T> inOrder() {
        return pane.getTabs().stream()
                .flatMap(tab -> open.stream().filter(each -> each.tab().equals(tab)))
                .map(Held::content)
                .toList();
    }

    /** The actions of the tab in front, then those of the tabs themselves. */
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        T now = inFront;
        if (now != null) {
            actions.addAll(now.actions());
            actions.add(Action.of("tabs.close", "Close tab", "fth-x", () -> host.close(now))
                    .withShortcut("Shortcut+W"));
        }
        if (host.canReopen()) {
            actions.add(Action.of("tabs.reopen", "Reopen closed tab", "fth-rotate-ccw", host::reopen)
                    .withShortcut("Shortcut+Shift+T"));
        }
        if (open.size() > 1) {
            actions.add(Action.of("tabs.next", "Next tab", "fth-arrow-right", () -> step(1))
                    .withShortcut("Ctrl+Tab"));
            actions.add(Action.of("tabs.previous", "Previous tab", "fth-arrow-left", () -> step(-1))
                    .withShortcut("Ctrl+Shift+Tab"));
        }
        List<T> ordered = inOrder();
        for (int i = 0; i < Math.min(NUMBERED, ordered.size()); i++) {
            T each = ordered.get(i);
            actions.add(Action.of("tabs.select-" + (i + 1), "Tab " + each.title(), each.icon(), () -> select(each))
                    .withShortcut("Shortcut+" + (i + 1)));
        }
        return actions;
    }

    public ReadOnlyBooleanProperty emptyProperty() {
        return empty.getReadOnlyProperty();
    }

    public TabPane root() {
        return pane;
    }
}
