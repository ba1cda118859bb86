package dev.wheelhouse.ui.databases.tabs;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.controls.tabs.TabStrip;
import dev.wheelhouse.ui.databases.connections.ConnectionCommands;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.shell.WarningBand;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javafx.beans.InvalidationListener;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.collections.ListChangeListener;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;

/**
 * The open tabs: the same table once, back after a restart, a question before something is lost. Belongs to the window's
 * thread.
 */
public final class DatabaseTabs implements TabNavigator, ConnectionCommands.OpenWork, TabStrip.Host<OpenTab> {

    private static final String STATE_KEY = "databases.tabs";

    private final ConnectionList connections;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Map<String, TabFactory> factories;
    private final TabStrip<OpenTab> strip = new TabStrip<>("database-tabs", this);
    private final ClosedTabs closed = new ClosedTabs(this::forget);
    private final Set<OpenTab> asked = new HashSet<>();
    private final Set<String> agreed = new HashSet<>();
    private final InvalidationListener onKnown = _ -> restore();
    private boolean restored;

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
        connections.items().addListener((ListChangeListener<DatabaseConnection>) _ -> followConnections());
    }

    public boolean canOpen(String kind) {
        return factories.containsKey(kind);
    }

    @Override
    public void open(TabState state) {
        strip.inOrder().stream()
                .filter(each -> each.opening().isSamePlaceAs(state))
                .findFirst()
                .or(() -> add(state))
                .ifPresent(strip::select);
    }

    private Optional<OpenTab> add(TabState state) {
        TabFactory factory = factories.get(state.kind());
        Optional<DatabaseConnection> connection = connections.find(state.connectionId());
        if (factory == null || connection.isEmpty()) {
            return Optional.empty();
        }
        DatabaseTab content = factory.open(connection.get(), state, this);
        OpenTab made = new OpenTab(state, content, connection.get());
        Tab tab = strip.add(made, made.header());
        tab.setContextMenu(menu(made));
        made.setTab(tab);
        return Optional.of(made);
    }

    private ContextMenu menu(OpenTab made) {
        MenuItem others = new MenuItem("Close others");
        others.setOnAction(
                _ -> close(strip.inOrder().stream().filter(each -> each != made).toList()));
        MenuItem all = new MenuItem("Close all");
        all.setOnAction(_ -> close(strip.inOrder()));
        return new ContextMenu(
                controls.item(Action.of("tabs.close-this", "Close", "fth-x", () -> close(made))),
                others,
                all,
                controls.item(Action.of("tabs.reopen-item", "Reopen closed tab", "fth-rotate-ccw", this::reopen)));
    }

    @Override
    public void close(OpenTab made) {
        close(List.of(made));
    }

    /** One question for all of them. */
    private void close(List<OpenTab> tabs) {
        List<String> unsaved =
                tabs.stream().flatMap(each -> each.content().unsaved().stream()).toList();
        boolean one = tabs.size() == 1;
        ask(
                new Question(
                        "Close " + (one ? tabs.getFirst().content().title() : tabs.size() + " tabs") + "?",
                        "Lost when " + (one ? "it closes: " : "they close: ") + String.join("; ", unsaved) + ".",
                        "Discard and close",
                        true),
                unsaved,
                () -> tabs.forEach(each -> remove(each, true)));
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
        if (!strip.remove(made)) {
            return;
        }
        made.content().dispose();
        if (comesBack) {
            closed.push(last);
        }
        stateChanged();
    }

    @Override
    public boolean canReopen() {
        return !closed.isEmpty();
    }

    @Override
    public void reopen() {
        closed.pop().ifPresent(this::open);
    }

    @Override
    public void changed() {
        showBand();
        stateChanged();
    }

    private void showBand() {
        WarningBand band = strip.inFront()
                .map(OpenTab::connection)
                .filter(connection -> strip.isShown() && connection.isProduction())
                .map(connection -> new WarningBand(
                        connection.name() + " · production", Objects.requireNonNullElse(connection.color(), "")))
                .orElse(null);
        workbench.showBand(band);
    }

    private void followConnections() {
        for (OpenTab each : strip.inOrder()) {
            Optional<DatabaseConnection> now =
                    connections.find(each.connection().id());
            now.filter(known -> !known.equals(each.connection())).ifPresent(each::connectionChanged);
            if (now.isEmpty() && connections.knownProperty().get()) {
                connectionDeleted(each);
            }
        }
        if (strip.isShown()) {
            showBand();
        }
    }

    /** The question of the deletion already said what is lost; it is asked again where somebody else deleted. */
    private void connectionDeleted(OpenTab made) {
        List<String> unsaved = made.content().unsaved();
        String id = made.connection().id();
        if (agreed.contains(id) || unsaved.isEmpty()) {
            removeDeleted(made);
        } else if (asked.add(made)) {
            workbench.ask(
                    new Question(
                            "Close " + made.content().title() + "?",
                            "The connection " + made.connection().name() + " was deleted elsewhere. Lost when its tab"
                                    + " closes: " + String.join("; ", unsaved) + ".",
                            "Discard and close",
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
        return strip.inOrder().stream()
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
            strip.select(selected);
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
        for (OpenTab each : strip.inOrder()) {
            Optional<TabState> state = each.content().saved();
            if (state.isPresent()) {
                selected = strip.inFront().filter(each::equals).isPresent() ? states.size() : selected;
                states.add(state.get());
            }
        }
        workbench.state().write(STATE_KEY, new SavedTabs(List.copyOf(states), selected, closed.all()));
    }

    public void onShow() {
        connections.knownProperty().addListener(onKnown);
        restore();
        strip.onShow();
        showBand();
    }

    public void onHide() {
        connections.knownProperty().removeListener(onKnown);
        strip.onHide();
        showBand();
    }

    /** The window closes: every tab writes what waits. */
    public void onClose() {
        strip.inOrder().forEach(each -> each.content().onClose());
        stateChanged();
    }

    /** Runs {@code close} when nothing is lost with the window; else asks one question for all tabs. */
    public void requestClose(Runnable close) {
        List<String> unsaved = strip.inOrder().stream()
                .flatMap(each -> each.content().unsaved().stream())
                .toList();
        ask(
                new Question(
                        "Close the window?",
                        "Lost when it closes: " + String.join("; ", unsaved) + ".",
                        "Discard and close",
                        true),
                unsaved,
                close);
    }

    /** The actions of the tab in front, then those of the tabs themselves. */
    public List<Action> actions() {
        return strip.actions();
    }

    /** Whose database is in front; empty without a tab. */
    public Optional<DatabaseConnection> connectionInFront() {
        return strip.inFront().map(OpenTab::connection);
    }

    /** Gives the keyboard to the tab in front. */
    public void focus() {
        strip.focus();
    }

    public ReadOnlyBooleanProperty emptyProperty() {
        return strip.emptyProperty();
    }

    public TabPane root() {
        return strip.root();
    }
}
