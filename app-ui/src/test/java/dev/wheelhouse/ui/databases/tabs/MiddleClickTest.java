package dev.wheelhouse.ui.databases.tabs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.editor.SqlFiles;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.databases.editor.SqlServices;
import dev.wheelhouse.ui.databases.editor.SqlTab;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.TabPane;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiddleClickTest extends FxTest {

    @TempDir
    private Path folder;

    @Test
    void closesTheTabUnderTheMouse() {
        try (OpenCore core = new OpenCore(folder)) {
            DatabaseConnection file = core.connect(Engine.SQLITE);
            FakeWorkbench workbench = new FakeWorkbench(new FxBackground(), core::caller);
            ActionControls controls = new ActionControls(workbench::copyCurl);
            SqlServices services = new SqlServices(
                    core.databases(),
                    SqlFiles.queries(core.core().home()),
                    SqlFiles.drafts(core.core().home()),
                    Clock.systemUTC());
            ConnectionList connections =
                    onFx(() -> new ConnectionList(core.databases().connections(), workbench, Clock.systemUTC()));
            onFx(() -> {
                connections.refresh();
                return true;
            });
            waitFor("the connection", () -> !connections.items().isEmpty());
            DatabaseTabs tabs = onFx(() -> new DatabaseTabs(
                    connections,
                    workbench,
                    controls,
                    Map.of(
                            TabState.SQL,
                            (connection, state, navigator) ->
                                    new SqlTab(services, workbench, controls, connection, state, navigator))));
            show(onFx(() -> new BorderPane(tabs.root())), 1280, 720);
            for (String sql : new String[] {"SELECT 1", "SELECT 2", "SELECT 3"}) {
                onFx(() -> {
                    tabs.open(TabState.sql(file.id(), sql));
                    return true;
                });
            }
            TabPane pane = onFx(() -> (TabPane) tabs.root().lookup(".database-tabs"));
            waitFor("three headers", () -> headers() == 3);
            // Not the one in front.
            robot().clickOn(onFx(() -> centre(0)), MouseButton.MIDDLE);
            waitFor("two tabs", () -> pane.getTabs().size() == 2);
            assertThat(onFx(() -> pane.getSelectionModel().getSelectedIndex())).isEqualTo(1);
            onFx(() -> {
                tabs.actions().stream()
                        .filter(action -> action.id().equals("tabs.reopen"))
                        .forEach(action -> action.run());
                return true;
            });
            waitFor("the closed one again", () -> pane.getTabs().size() == 3);
        }
    }

    private int headers() {
        return robot().lookup(".tab-header").queryAll().size();
    }

    private javafx.geometry.Point2D centre(int index) {
        Node header = robot().lookup(".tab-header").nth(index).query();
        Bounds bounds = header.localToScreen(header.getBoundsInLocal());
        return new javafx.geometry.Point2D(bounds.getCenterX(), bounds.getCenterY());
    }
}
