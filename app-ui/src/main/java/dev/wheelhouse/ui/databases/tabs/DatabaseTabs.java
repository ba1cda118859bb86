package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.shell.Band;
import dev.wheelhouse.ui.shell.Question;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.collections.ListChangeListener;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;

/**
 * The open tabs: the same table once, back after a restart, a question before something is lost. Belongs to the window's
 * thread.
 */
public final class DatabaseTabs implements TabNavigator, ConnectionCommands.OpenWork {

    private static final String STATE_KEY = "databases.tabs";
    private static final int NUMBERED = 9;

    private final ConnectionList connections;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Map<String, TabFactory> factories;
    private final TabPane pane = new TabPane();
    private final List<OpenTab> open = new ArrayList<>();
    private final ClosedTabs closed = new ClosedTabs(this::forget);
    private final Set<String> asked = new HashSet<>();
    private final Set<String> agreed = new HashSet<>();
    private final ReadOnlyBooleanWrapper empty = new ReadOnlyBooleanWrapper(this, "empty", true);
    private boolean shown;
    private boolean restored;
    private @Nullable OpenTab inFront;

    /** @param factories by the kinds of {@link TabState}; a kind without one cannot be opened */
    public DatabaseTabs(
            ConnectionList connections,
            Workbench workbench,
            ActionControls controls,
            Map<String, TabFactory> factories) {
        this.connections = connections;
        this.workbench = workbench;
        this.controls = controls;
        this.factories = Map.copyOf(factories);
        pane.getStyleClass().add("database-tabs");
        pane.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        pane.setTabDragPolicy(TabPane.TabDragPolicy.REORDER);
        pane.getSelectionModel().selectedItemProperty().addListener(_ -> front());
        pane.getTabs().addListener((ListChangeListener<Tab>) _ -> {
            empty.set(pane.getTabs().isEmpty());
            stateChanged();
        });
        connections.items().addListener((ListChangeListener<DatabaseConnection>) _ -> followConnections());
    }

    public boolean canOpen(String kind) {
        return factories.containsKey(kind);
    }

    @Override
    public void open(TabState state) {
        Optional<OpenTab> there = open.stream()
                .filter(each -> each.opening().isSamePlaceAs(state))
                .findFirst();
        if (there.isPresent()) {
            pane.getSelectionModel().select(there.get().tab());
            return;
        }
        add(state).ifPresent(made -> pane.getSelectionModel().select(made.tab()));
    }

    private Optional<OpenTab> add(TabState state) {
        TabFactory factory = factories.get(state.kind());
        Optional<DatabaseConnection> connection = connections.find(state.connectionId());
        if (factory == null || connection.isEmpty()) {
            return Optional.empty();
        }
        DatabaseTab content = factory.open(connection.get(), state, this);
        OpenTab made = new OpenTab(state, content, connection.get());
        made.tab().setOnCloseRequest(event -> {
            event.consume();
            close(made);
        });
        made.header().setOnMiddleClick(() -> close(made));
        made.tab().setContextMenu(menu(made));
        open.add(made);
        pane.getTabs().add(made.tab());
        return Optional.of(made);
    }

    private ContextMenu menu(OpenTab made) {
        MenuItem others = new MenuItem("Close others");
        others.setOnAction(_ ->
                List.copyOf(inOrder()).stream().filter(each -> each != made).forEach(this::close));
        MenuItem all = new MenuItem("Close all");
        all.setOnAction(_ -> List.copyOf(inOrder()).forEach(this::close));
        return new ContextMenu(
                controls.item(Action.of("tabs.close-this", "Close", "fth-x", () -> close(made))),
                others,
                all,
                controls.item(Action.of("tabs.reopen-item", "Reopen closed tab", "fth-rotate-ccw", this::reopen)));
    }

    private void close(OpenTab made) {
        List<String> unsaved = made.content().unsaved();
        ask(
                new Question(
                        "Close " + made.content().title() + "?",
                        "Lost when it closes: " + String.join("; ", unsaved) + ".",
                        "Close and lose it",
                        true),
                unsaved,
                () -> remove(made, true));
    }

    private void ask(Question question, List<String> unsaved, Runnable close) {
        if (unsaved.isEmpty()) {
            close.run();
        } else {
            workbench.ask(question, close);
        }
    }

    private void remove(OpenTab made, boolean comesBack) {
        TabState last = made.content().saved().orElse(made.opening());
        if (!pane.getTabs().remove(made.tab())) {
            return;
        }
        open.remove(made);
        made.content().dispose();
        if (comesBack) {
            closed.push(last);
        }
        stateChanged();
    }

    private void closeFront() {
        if (inFront != null) {
            close(inFront);
        }
    }

    private void reopen() {
        closed.pop().ifPresent(this::open);
    }

    private void step(int by) {
        int count = pane.getTabs().size();
        if (count > 0) {
            int now = pane.getSelectionModel().getSelectedIndex();
            pane.getSelectionModel().select(Math.floorMod(now + by, count));
        }
    }

    private void front() {
        Tab selected = pane.getSelectionModel().getSelectedItem();
        OpenTab next = open.stream()
                .filter(each -> each.tab().equals(selected))
                .findFirst()
                .orElse(null);
        if (next == inFront) {
            return;
        }
        if (inFront != null && shown) {
            inFront.content().onHide();
        }
        inFront = next;
        if (next != null && shown) {
            next.content().onShow();
        }
        showBand();
        stateChanged();
    }

    private void showBand() {
        if (!shown || inFront == null || !inFront.connection().isProduction()) {
            workbench.showBand(null);
            return;
        }
        DatabaseConnection connection = inFront.connection();
        workbench.showBand(
                new Band(connection.name() + " · production", Objects.requireNonNullElse(connection.color(), "")));
    }

    private void followConnections() {
        for (OpenTab each : List.copyOf(open)) {
            Optional<DatabaseConnection> now =
                    connections.find(each.connection().id());
            now.filter(known -> !known.equals(each.connection())).ifPresent(each::connectionChanged);
            if (now.isEmpty() && connections.knownProperty().get()) {
                connectionDeleted(each);
            }
        }
        if (shown) {
            showBand();
        }
    }

    /** The question of the deletion told already what is lost; it is asked again where somebody else deleted. */
    private void connectionDeleted(OpenTab made) {
        List<String> unsaved = made.content().unsaved();
        String id = made.connection().id();
        if (agreed.contains(id) || unsaved.isEmpty()) {
            removeDeleted(made);
        } else if (asked.add(id + made.tab().hashCode())) {
            workbench.ask(
                    new Question(
                            "Close " + made.content().title() + "?",
                            "The connection " + made.connection().name() + " was deleted elsewhere. Lost when its tab"
                                    + " closes: " + String.join("; ", unsaved) + ".",
                            "Close and lose it",
                            true),
                    () -> removeDeleted(made));
        }
    }

    private void removeDeleted(OpenTab made) {
        made.content().connectionDeleted();
        remove(made, false);
        closed.forgetConnection(made.connection().id());
        stateChanged();
    }

    @Override
    public List<String> unsaved(String connectionId) {
        return inOrder().stream()
                .filter(each -> each.connection().id().equals(connectionId))
                .flatMap(each -> each.content().unsaved().stream())
                .toList();
    }

    @Override
    public void agreeToLose(String connectionId) {
        agreed.add(connectionId);
    }

    /** Opens the tabs of last time, once the connections are known. */
    private void restore() {
        if (restored || !connections.knownProperty().get()) {
            return;
        }
        restored = true;
        SavedTabs saved =
                workbench.state().read(STATE_KEY, SavedTabs.class).orElse(new SavedTabs(List.of(), -1, List.of()));
        List<TabState> states = Objects.requireNonNullElse(saved.tabs(), List.of());
        closed.restore(Objects.requireNonNullElse(saved.closed(), List.of()));
        OpenTab selected = null;
        for (int i = 0; i < states.size(); i++) {
            OpenTab made = add(states.get(i)).orElse(null);
            selected = i == saved.selected() && made != null ? made : selected;
        }
        if (selected != null) {
            pane.getSelectionModel().select(selected.tab());
        }
        List<TabState> known = new ArrayList<>(states);
        known.addAll(closed.all());
        factories.values().forEach(factory -> factory.restored(List.copyOf(known)));
    }

    private void forget(TabState state) {
        TabFactory factory = factories.get(state.kind());
        if (factory != null) {
            factory.forget(state);
        }
    }

    @Override
    public void stateChanged() {
        if (!restored) {
            return;
        }
        List<TabState> states = new ArrayList<>();
        int selected = -1;
        for (OpenTab each : inOrder()) {
            Optional<TabState> state = each.content().saved();
            if (state.isPresent()) {
                selected = each.equals(inFront) ? states.size() : selected;
                states.add(state.get());
            }
        }
        workbench.state().write(STATE_KEY, new SavedTabs(List.copyOf(states), selected, closed.all()));
    }

    private List<OpenTab> inOrder() {
        List<OpenTab> ordered = new ArrayList<>();
        for (Tab tab : pane.getTabs()) {
            open.stream().filter(each -> each.tab().equals(tab)).forEach(ordered::add);
        }
        return ordered;
    }

    public void onShow() {
        shown = true;
        connections.knownProperty().addListener(_ -> restore());
        restore();
        if (inFront != null) {
            inFront.content().onShow();
        }
        showBand();
    }

    public void onHide() {
        shown = false;
        if (inFront != null) {
            inFront.content().onHide();
        }
        showBand();
    }

    /** The window closes: every tab writes what waits. */
    public void onClose() {
        open.forEach(each -> each.content().onClose());
        stateChanged();
    }

    /** Runs {@code close} when nothing is lost with the window; else asks one question for all tabs. */
    public void requestClose(Runnable close) {
        List<String> unsaved = inOrder().stream()
                .flatMap(each -> each.content().unsaved().stream())
                .toList();
        ask(
                new Question(
                        "Close the window?",
                        "Lost when it closes: " + String.join("; ", unsaved) + ".",
                        "Close and lose it",
                        true),
                unsaved,
                close);
    }

    /** The actions of the tab in front, then those of the tabs themselves. */
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        if (inFront != null) {
            actions.addAll(inFront.content().actions());
            actions.add(Action.of("tabs.close", "Close tab", "fth-x", this::closeFront)
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
        List<OpenTab> ordered = inOrder();
        for (int i = 0; i < Math.min(NUMBERED, ordered.size()); i++) {
            OpenTab each = ordered.get(i);
            actions.add(Action.of(
                            "tabs.select-" + (i + 1),
                            "Tab " + each.content().title(),
                            each.content().icon(),
                            () -> pane.getSelectionModel().select(each.tab()))
                    .withShortcut("Shortcut+" + (i + 1)));
        }
        return actions;
    }

    /** Whose database is in front; empty without a tab. */
    public Optional<DatabaseConnection> connectionInFront() {
        return Optional.ofNullable(inFront).map(OpenTab::connection);
    }

    public ReadOnlyBooleanProperty emptyProperty() {
        return empty.getReadOnlyProperty();
    }

    public TabPane root() {
        return pane;
    }
}
