package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.controls.tabs.TabStrip;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;

/** What the page of an app shows of it one at a time: its log, replicas, what other areas lend, events and settings. */
final class AppTabs extends TabPane {

    private static final String TAB_KEY = "apps.tab";
    private static final PseudoClass TALL = PseudoClass.getPseudoClass("tall");

    private final InstanceTable instances;
    private final EventRows events;
    private final SettingsPane settings = new SettingsPane();
    private final Tab replicasTab;
    private final Tab eventsTab;
    private final Map<Tab, AppTab> lent = new LinkedHashMap<>();
    private boolean isShown;
    private @Nullable AppTab seen;
    private Subscription tall = Subscription.EMPTY;

    /** @param more which other areas lend */
    AppTabs(
            AppPageViewModel model,
            @Nullable LogsWiring logs,
            List<AppTab> more,
            Workbench workbench,
            ActionControls controls) {
        getStyleClass().add("app-tabs");
        setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
        instances = new InstanceTable(model.clock());
        replicasTab = tab("replicas", "Replicas", instances);
        events = new EventRows(model.appId, logs, model.clock(), controls);
        eventsTab = tab("events", "Events", events);
        if (logs != null) {
            lend(new AppLog(logs.pane(model.appId)));
        }
        more.forEach(this::lend);
        getTabs().addAll(List.of(replicasTab, eventsTab, tab("settings", "Settings", settings)));
        String remembered = workbench
                .state()
                .read(TAB_KEY, String.class)
                .orElse(getTabs().getFirst().getId());
        getTabs().stream()
                .filter(each -> remembered.equals(each.getId()))
                .findFirst()
                .ifPresent(getSelectionModel()::select);
        getSelectionModel().selectedItemProperty().addListener((_, _, now) -> {
            if (now != null) {
                workbench.state().write(TAB_KEY, Objects.requireNonNull(now.getId()));
            }
            showSeen();
        });
    }

    private void lend(AppTab of) {
        Tab tab = tab(of.id(), of.title(), of.root());
        lent.put(tab, of);
        getTabs().add(tab);
    }

    private static Tab tab(String id, String title, Node content) {
        Tab tab = new Tab(title, content);
        tab.setId(id);
        TabStrip.leaveKeyboard(tab);
        return tab;
    }

    void show(AppLine line, Set<String> environment) {
        instances.show(line);
        int replicas = line.instances().size();
        replicasTab.setText(replicas > 1 ? "Replicas  " + replicas : "Replicas");
        settings.show(line, environment);
    }

    void showEvents(List<AppEvent> told) {
        events.show(told);
        long crashes = told.stream().filter(AppEvent::isCrash).count();
        eventsTab.setText(crashes == 0 ? "Events" : "Events  ·  " + (crashes == 1 ? "1 crash" : crashes + " crashes"));
    }

    void onShow() {
        isShown = true;
        showSeen();
    }

    void onHide() {
        isShown = false;
        showSeen();
    }

    /** What can be done with what is seen. */
    List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        if (seen != null) {
            actions.addAll(seen.actions());
        }
        for (Tab each : getTabs()) {
            String id = Objects.requireNonNull(each.getId());
            actions.add(Action.of("apps.tab-" + id, "Show the " + id + " of this app", icon(each), () -> select(each)));
        }
        return actions;
    }

    private String icon(Tab tab) {
        AppTab of = lent.get(tab);
        return of != null
                ? of.icon()
                : switch (Objects.requireNonNull(tab.getId())) {
                    case "replicas" -> "fth-copy";
                    case "events" -> "fth-activity";
                    default -> "fth-sliders";
                };
    }

    private void select(Tab tab) {
        getSelectionModel().select(tab);
        AppTab of = lent.get(tab);
        if (of != null) {
            of.focus();
        } else {
            Focus.give(tab.getContent());
        }
    }

    void dispose() {
        lent.values().forEach(AppTab::dispose);
    }

    /** What is lent works only while it is seen. */
    private void showSeen() {
        // Not by the tab, which learns later than the listeners that it was selected.
        AppTab now = isShown ? lent.get(getSelectionModel().getSelectedItem()) : null;
        if (Objects.equals(now, seen)) {
            return;
        }
        tall.unsubscribe();
        pseudoClassStateChanged(TALL, false);
        tall = now == null ? Subscription.EMPTY : now.tall().subscribe(wanted -> pseudoClassStateChanged(TALL, wanted));
        AppTab before = seen;
        seen = now;
        if (before != null) {
            before.onHide();
        }
        if (now != null) {
            now.onShow();
        }
    }
}
