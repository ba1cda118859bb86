package dev.wheelhouse.ui.databases.tree;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyTablesTest extends FxTest {

    private static final int TABLES = 10_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void showsAndSiftsTenThousandTables() throws Exception {
        Path file = directory.resolve("many.db");
        try (Connection jdbc = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = jdbc.createStatement()) {
            // Views cost no pages, and written straight into the schema no parsing each.
            statement.execute("PRAGMA writable_schema = on");
            statement.execute("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < " + TABLES
                    + ") INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) SELECT 'view', 'table_' || i,"
                    + " 'table_' || i, 0, 'CREATE VIEW table_' || i || ' AS SELECT 1 AS id' FROM n");
        }
        try (TestCore core = TestCore.start(directory.resolve("home"))) {
            String id = core.core()
                    .databases()
                    .connections()
                    .create(
                            core.callers().get(),
                            new ConnectionDraft(
                                    "many",
                                    Engine.SQLITE,
                                    null,
                                    null,
                                    null,
                                    null,
                                    file.toString(),
                                    null,
                                    null,
                                    Environment.DEVELOPMENT,
                                    null,
                                    null,
                                    null,
                                    null),
                            null)
                    .id();
            FakeWorkbench workbench = new FakeWorkbench(new FxBackground(), core.callers());
            ActionControls controls = new ActionControls(_ -> {});
            DatabasesWiring wiring = onFx(() -> new DatabasesWiring(core.core(), workbench, controls, Map.of()));
            Screen screen = onFx(() -> wiring.screens().getFirst().make().get());
            onFx(() -> {
                show(screen.root(), 1280, 720);
                screen.onShow();
                return true;
            });
            waitFor(
                    "the connection",
                    () -> !robot().lookup(".tree-list").queryAll().isEmpty() && count() == 1);
            awaitRows(() -> wiring.reveal(id), TABLES + 1);
            awaitRows(() -> filter().setText("99"), 1 + matching("99"));
            awaitRows(() -> filter().setText(""), TABLES + 1);
            onFx(() -> {
                screen.onHide();
                return true;
            });
        }
    }

    private static int matching(String text) {
        int count = 0;
        for (int i = 0; i < TABLES; i++) {
            count += ("main.table_" + i).contains(text) ? 1 : 0;
        }
        return count;
    }

    private void awaitRows(Runnable work, int rows) {
        onFx(() -> {
            work.run();
            return true;
        });
        waitFor(rows + " rows", () -> count() == rows);
    }

    private int count() {
        return robot().lookup(".tree-list").queryAs(ListView.class).getItems().size();
    }

    private TextField filter() {
        return robot().lookup("#filter").queryAs(TextField.class);
    }
}
