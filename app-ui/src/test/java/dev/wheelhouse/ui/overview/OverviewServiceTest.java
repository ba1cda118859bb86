package dev.wheelhouse.ui.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.service.ServiceAddress;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the overview says of a service that runs on the same machine, and whom it leaves the keyboard. */
@DisabledOnOs(OS.WINDOWS)
@SuppressWarnings("NullAway.Init")
class OverviewServiceTest extends FxTest {

    @TempDir
    private Path directory;

    private TestCore core;
    private OverviewViewModel model;
    private OverviewView view;

    @BeforeEach
    void start() {
        core = TestCore.start(directory.resolve("home"));
    }

    private Scene open(Node... beside) {
        FakeWorkbench workbench = new FakeWorkbench(new FxBackground(), core.callers());
        ConsoleFacts facts =
                new ConsoleFacts("http://127.0.0.1:41234", Path.of("/home/ada/local-token"), "0.1.0", "sqlite");
        Scene scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            DatabasesWiring databases = new DatabasesWiring(core.core(), workbench, controls, Map.of());
            model = new OverviewViewModel(
                    core.core().databases().history(),
                    core.core().jobs(),
                    databases.list(),
                    workbench,
                    Clock.systemUTC(),
                    directory);
            view = new OverviewView(
                    model,
                    new OverviewView.Parts(databases.commands(), databases, List.of(), facts, workbench, controls));
            HBox window = new HBox(view.root());
            window.getChildren().addAll(beside);
            HBox.setHgrow(view.root(), Priority.ALWAYS);
            return show(window, 1096, 720);
        });
        onFx(() -> {
            if (beside.length > 0) {
                beside[0].requestFocus();
            }
            view.onShow();
            return true;
        });
        waitFor("the overview", () -> model.snapshotProperty().get() != null);
        return scene;
    }

    @AfterEach
    void close() {
        onFx(() -> {
            view.onHide();
            return true;
        });
        core.close();
    }

    @Test
    void saysWhereTheServiceAnswersForAsLongAsItRuns() throws IOException {
        ServiceAddress service =
                ServiceAddress.of(Map.of("SYSTEMD_EXEC_PID", "42", "RUNTIME_DIRECTORY", directory.toString()), 42);
        service.tell("http://127.0.0.1:7465");
        Scene scene = open();
        waitFor("the line", () -> line().isPresent());
        assertThat(line().orElseThrow())
                .startsWith("A Wheelhouse service runs on this machine at http://127.0.0.1:7465.");
        Pictures.take(scene, "overview-service");

        service.tell("https://192.0.2.7:7466");
        refresh();
        waitFor("where it has moved", () -> line().orElse("").contains(" at https://192.0.2.7:7466."));

        service.remove();
        refresh();
        waitFor("the line to go", () -> line().isEmpty());
    }

    @Test
    void doesNotBelieveAnAddressThatAServiceLeftBehind() throws IOException {
        Files.writeString(directory.resolve("address"), "http://127.0.0.1:7465\n");
        open();
        assertThat(onFx(this::line)).isEmpty();
    }

    /** Its content comes a moment after it. */
    @Test
    void takesTheKeyboardFromNobodyWhoTypes() {
        TextArea message = onFx(() -> new TextArea());
        Scene scene = open(message);
        waitFor("its buttons", () -> robot().lookup("Add a database").tryQuery().isPresent());
        assertThat(onFx(scene::getFocusOwner)).isEqualTo(message);
        assertThat(onFx(scene::getFocusOwner)).as("also behind the next pulse").isEqualTo(message);
    }

    @Test
    void takesTheKeyboardWhereNobodyTypes() {
        Scene scene = open(onFx(() -> new Button("beside")));
        waitFor("the keyboard", () -> Focus.isWithin(view.root()) && scene.getFocusOwner() instanceof Button);
    }

    private void refresh() {
        onFx(() -> {
            model.refresh();
            return true;
        });
    }

    private Optional<String> line() {
        return robot().lookup("#service")
                .tryQueryAs(Label.class)
                .filter(FxTest::isSeen)
                .map(Label::getText);
    }
}
