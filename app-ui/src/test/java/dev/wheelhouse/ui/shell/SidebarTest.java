package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import javafx.geometry.Bounds;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sidebar with as many screens as the console is to have. */
@SuppressWarnings("NullAway.Init")
class SidebarTest extends FxTest {

    private static final Map<SidebarGroup, List<String>> SCREENS = Map.of(
            SidebarGroup.HOME, List.of("Overview"),
            SidebarGroup.DATA, List.of("Databases", "History", "Backups"),
            SidebarGroup.INFRASTRUCTURE, List.of("Servers", "Apps", "Logs", "Schedules", "Mail"),
            SidebarGroup.DELIVERY, List.of("Repositories", "Deployments"),
            SidebarGroup.AUTOMATION, List.of("Notifications", "Webhooks", "Assistant"),
            SidebarGroup.ADMINISTRATION, List.of("Access", "Settings"));

    private final ObservableSet<SidebarGroup> folded = FXCollections.observableSet();
    private final List<String> opened = new ArrayList<>();
    private Sidebar sidebar;
    private Scene scene;

    @BeforeEach
    void open() {
        List<ScreenEntry> entries = new ArrayList<>();
        SCREENS.forEach((group, titles) ->
                titles.forEach(title -> entries.add(new ScreenEntry(title, group, title, "fth-circle", "", () -> {
                    throw new AssertionError("Nothing is opened here");
                }))));
        scene = onFx(() -> {
            sidebar = new Sidebar(
                    entries,
                    id -> Action.of("open." + id, id, "fth-circle", () -> opened.add(id)),
                    List.of(Action.of("shell.theme", "Change theme", "fth-sun", () -> {})),
                    new ActionControls(_ -> {}),
                    folded);
            BorderPane root = new BorderPane();
            root.setLeft(sidebar);
            sidebar.setCollapsed(false);
            return show(root, 1280, 600);
        });
    }

    private ScrollPane scroll() {
        return (ScrollPane) sidebar.lookup(".scroll-pane");
    }

    private Button entry(String title) {
        return sidebar.lookupAll(".button").stream()
                .map(Button.class::cast)
                .filter(each -> title.equals(each.getText()))
                .findFirst()
                .orElseThrow();
    }

    private boolean isInView(String title) {
        Bounds bounds = entry(title).localToScene(entry(title).getLayoutBounds());
        return scroll().localToScene(scroll().getLayoutBounds()).contains(bounds);
    }

    @Test
    void bringsTheScreenInFrontIntoView() {
        assertThat(onFx(() -> isInView("Overview") && !isInView("Settings"))).isTrue();
        Pictures.take(scene, "sidebar");
        onFx(() -> {
            sidebar.markCurrent("Settings");
            return true;
        });
        waitFor("the last one", () -> isInView("Settings"));
        onFx(() -> {
            entry("Databases").requestFocus();
            return true;
        });
        waitFor("what has the keyboard", () -> isInView("Databases"));
        onFx(() -> {
            folded.addAll(List.of(SidebarGroup.INFRASTRUCTURE, SidebarGroup.DELIVERY));
            return true;
        });
        waitFor("room for all others", () -> isInView("Overview") && isInView("Settings"));
        Pictures.take(scene, "sidebar-folded");
        click("#" + id("Settings"));
        assertThat(opened).containsExactly("Settings");
    }

    private String id(String title) {
        return onFx(() -> {
            entry(title).setId("wanted");
            return "wanted";
        });
    }
}
