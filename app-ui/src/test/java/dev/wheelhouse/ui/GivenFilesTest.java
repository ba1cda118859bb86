package dev.wheelhouse.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.ui.controls.editor.SqlEditor;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.SingleInstance;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole window with files from its command line, and from that of a second start. */
@SuppressWarnings("NullAway.Init")
class GivenFilesTest extends FxTest {

    @TempDir
    private Path directory;

    private TestCore core;

    private void open(Path... files) {
        Path home = directory.resolve("home");
        core = TestCore.start(home);
        onFx(() -> {
            ConsoleFacts facts = new ConsoleFacts("http://127.0.0.1:7465", home.resolve("token"), "1.4.0", "sqlite");
            new ConsoleWiring(core.core(), facts, Clock.systemUTC(), new FxBackground())
                    .open(stage(), List.of(files), () -> {}, () -> {}, () -> {});
            return true;
        });
    }

    @AfterEach
    void closeWindow() {
        onFx(() -> {
            stage().close();
            return true;
        });
        core.close();
    }

    @Test
    void opensWhatItWasStartedWithThenWhatASecondStartNames() throws Exception {
        Path database = Files.createFile(directory.resolve("my shop.db"));
        open(database);
        waitFor("the form", () -> isShown("#path", database.toString()));
        assertThat(core.core().databases().connections().all(core.callers().get(), Scope.DATABASES_READ))
                .as("Nothing is saved unasked")
                .isEmpty();
        robot().push(KeyCode.ENTER);
        waitFor("the connection", () -> isShown("my shop"));

        Path script = Files.writeString(directory.resolve("orders.sql"), "SELECT 'of May';\n");
        assertThat(new SingleInstance(Home.open(directory.resolve("home"))).call(List.of(script)))
                .isTrue();
        waitFor(
                "the script in an editor",
                () -> robot().lookup(".code-editor").queryAll().stream()
                        .anyMatch(each -> each instanceof SqlEditor editor
                                && editor.area().getText().equals("SELECT 'of May';\n")));
    }

    private boolean isShown(String query, String text) {
        return robot().lookup(query).queryAll().stream()
                .anyMatch(each -> isSeen(each)
                        && each instanceof TextInputControl field
                        && field.getText().equals(text));
    }
}
