package dev.wheelhouse.ui.apps.page;

import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.logs.LogPane;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import org.jspecify.annotations.Nullable;

/** What the page of an app shows of it one at a time: its log, replicas, events and settings. */
final class AppTabs extends TabPane {

    private static final String TAB_KEY = "apps.tab";

    private final InstanceTable instances;
    private final EventRows events;
    private final SettingsPane settings = new SettingsPane();
    private final Tab replicasTab;
    private final Tab eventsTab;
    private final @Nullable LogPane log;
    private final @Nullable Tab logTab;
    private boolean isShown;
    private boolean isLogShown;

    AppTabs(AppPageViewModel model, @Nullable LogsWiring logs, Workbench workbench, ActionControls controls) {
        getStyleClass().add("app-tabs");
        setTabClosingPolicy(TabClosingPolicy.UNAVAILABLE);
        instances = new InstanceTable(model.clock());
        replicasTab = tab("replicas", "Replicas", instances);
        events = new EventRows(model.appId, logs, model.clock(), controls);
        eventsTab = tab("events", "Events", events);
        log = logs == null ? null : logs.pane(model.appId);
        logTab = log == null ? null : tab("log", "Log", log.root());
        if (logTab != null) {
            getTabs().add(logTab);
        }
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
            showLog();
        });
    }

    private static Tab tab(String id, String title, Node content) {
        Tab tab = new Tab(title, content);
        tab.setId(id);
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
        showLog();
    }

    void onHide() {
        isShown = false;
        showLog();
    }

    /** What can be done with what is seen. */
    List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        if (log != null && isLogShown) {
            actions.addAll(log.actions());
        }
        for (Tab each : getTabs()) {
            String id = Objects.requireNonNull(each.getId());
            actions.add(Action.of("apps.tab-" + id, "Show the " + id + " of this app", icon(id), () -> select(each)));
        }
        return actions;
    }

    private static String icon(String id) {
        return switch (id) {
            case "log" -> "fth-file-text";
            case "replicas" -> "fth-copy";
            case "events" -> "fth-activity";
            default -> "fth-sliders";
        };
    }

    private void select(Tab tab) {
        getSelectionModel().select(tab);
        if (log != null && tab.equals(logTab)) {
            log.focus();
        } else {
            Focus.give(tab.getContent());
        }
    }

    void dispose() {
        if (log != null) {
            log.dispose();
        }
    }

    /** A log is open only while it is seen. */
    private void showLog() {
        // Not by the tab, which learns later than the listeners that it was selected.
        boolean seen =
                isShown && logTab != null && logTab.equals(getSelectionModel().getSelectedItem());
        if (log == null || seen == isLogShown) {
            return;
        }
        isLogShown = seen;
        if (seen) {
            log.onShow();
        } else {
            log.onHide();
        }
    }
}
