package dev.wheelhouse.ui.databases.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionFormViewTest extends FxTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void isNotGivenUpWhileItIsAdded() {
        SameThreadBackground background = new SameThreadBackground();
        List<String> ended = new ArrayList<>();
        try (TestCore core = TestCore.start(directory.resolve("home"))) {
            FakeWorkbench workbench = new FakeWorkbench(background, core.callers());
            ConnectionFormView view = onFx(() -> {
                ConnectionFormViewModel model = new ConnectionFormViewModel(
                        core.core().databases().connections(),
                        core.core().servers().service(),
                        workbench,
                        new FormMode.Add<>());
                ConnectionFormView made = new ConnectionFormView(
                        model,
                        new ActionControls(_ -> {}),
                        (_, _) -> {},
                        new FormFrame.Ends<>(saved -> ended.add(saved.name()), () -> ended.add("cancelled")));
                model.pasteAddress("postgres://ada@127.0.0.1:1/shop?sslmode=disable");
                return made;
            });
            show(view.root(), 800, 700);
            onFx(() -> {
                background.hold();
                button("#save").fire();
                button("#cancel").fire();
                background.release();
                return true;
            });

            assertThat(ended).containsExactly("shop");
        }
    }

    private Button button(String id) {
        return robot().lookup(id).queryButton();
    }
}
