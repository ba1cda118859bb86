package dev.wheelhouse.ui.bench;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.theme.Theme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;

/**
 * Opens a connection with ten thousand tables in the tree and prints how long it takes until they are painted: {@code
 * first median filtered} in milliseconds: the first time, with the connecting; again; and for what is typed in the filter.
 * The argument is {@code postgresql} or {@code sqlite}.
 */
public final class TreeReading {

    private static final int TABLES = 10_000;
    private static final int ROUNDS = 7;
    private static final long PATIENCE_SECONDS = 60;

    private final StackPane place = new StackPane();
    private final OpenCore core;
    private final DatabaseConnection connection;

    private TreeReading(OpenCore core, DatabaseConnection connection) {
        this.core = core;
        this.connection = connection;
    }

    public static void main(String[] arguments) throws Exception {
        boolean postgres = arguments[0].equals("postgresql");
        Path folder = Files.createTempDirectory("wheelhouse-tree");
        try (OpenCore core = new OpenCore(folder)) {
            DatabaseConnection connection = core.connect(postgres ? Engine.POSTGRESQL : Engine.SQLITE);
            fill(core, connection, postgres);
            TreeReading reading = new TreeReading(core, connection);
            CompletableFuture<Boolean> shown = new CompletableFuture<>();
            Platform.startup(() -> {
                Theme.prepare();
                Stage stage = new Stage();
                Scene scene = new Scene(reading.place, 1280, 720);
                Theme.dress(scene, false);
                stage.setScene(scene);
                stage.show();
                shown.complete(true);
            });
            shown.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            reading.measure();
        } finally {
            // JavaFX keeps threads that would hold the process.
            System.exit(0);
        }
    }

    private static void fill(OpenCore core, DatabaseConnection connection, boolean postgres) {
        if (!postgres) {
            StringBuilder tables = new StringBuilder();
            for (int i = 0; i < TABLES; i++) {
                tables.append("CREATE TABLE table_").append(i).append(" (id INTEGER PRIMARY KEY, name TEXT);");
            }
            core.run(connection, tables.toString());
            return;
        }
        for (int from = 0; from < TABLES; from += 1000) {
            core.run(
                    connection,
                    "DO $$ BEGIN FOR i IN " + from + ".." + (from + 999)
                            + " LOOP EXECUTE format('CREATE TABLE table_%s (id int PRIMARY KEY, name text)', i);"
                            + " END LOOP; END $$");
        }
    }

    private void measure() throws Exception {
        List<Double> again = new ArrayList<>();
        List<Double> filtered = new ArrayList<>();
        double first = 0;
        for (int round = 0; round < ROUNDS; round++) {
            DatabasesWiring wiring = onWindow(this::wiring);
            Screen screen = onWindow(() -> wiring.screens().getFirst().make()
                    .get());
            onWindow(() -> {
                place.getChildren().setAll(screen.root());
                screen.onShow();
                return true;
            });
            painted(() -> rows() == 1);
            long begin = System.nanoTime();
            onWindow(() -> {
                wiring.reveal(connection.id());
                return true;
            });
            painted(() -> rows() > TABLES);
            double millis = (System.nanoTime() - begin) / 1e6;
            if (round == 0) {
                first = millis;
            } else {
                again.add(millis);
            }
            begin = System.nanoTime();
            onWindow(() -> {
                ((TextField) place.lookup("#filter")).setText("999");
                return true;
            });
            painted(() -> rows() > 1 && rows() < 100);
            filtered.add((System.nanoTime() - begin) / 1e6);
            onWindow(() -> {
                screen.onHide();
                return true;
            });
        }
        Collections.sort(again);
        Collections.sort(filtered);
        System.out.printf("read %.1f %.1f %.1f%n", first, again.get(again.size() / 2), filtered.get(filtered.size() / 2));
    }

    private DatabasesWiring wiring() {
        FakeWorkbench workbench = new FakeWorkbench(new FxBackground(), core::caller);
        ActionControls controls = new ActionControls(_ -> {});
        return new DatabasesWiring(core.core(), workbench, controls, Map.of());
    }

    private int rows() {
        return place.lookup(".tree-list") instanceof ListView<?> list
                ? list.getItems().size()
                : 0;
    }

    private static <T> T onWindow(Supplier<T> work) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until it holds in a frame and that frame has been painted. */
    private void painted(BooleanSupplier condition) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Parent root = place;
        Runnable watch = new Runnable() {
            private boolean held;

            @Override
            public void run() {
                if (held) {
                    root.getScene().removePostLayoutPulseListener(this);
                    done.complete(true);
                    return;
                }
                held = condition.getAsBoolean();
                Platform.requestNextPulse();
            }
        };
        Platform.runLater(() -> {
            root.getScene().addPostLayoutPulseListener(watch);
            Platform.requestNextPulse();
        });
        done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
