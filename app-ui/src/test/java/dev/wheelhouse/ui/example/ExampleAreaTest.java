package dev.wheelhouse.ui.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The area that README shows, from the empty list to a note that is removed. */
@SuppressWarnings("NullAway.Init")
class ExampleAreaTest extends FxTest {

    @TempDir
    Path home;

    private final Notes notes = new Notes();
    private TestCore core;
    private FakeWorkbench workbench;
    private Shell shell;
    private Scene scene;

    @BeforeEach
    void open() {
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "notes"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(new NotesWiring(notes, workbench, controls, Clock.systemUTC())));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
        onFx(() -> {
            shell.listenTo(scene);
            shell.openLast();
            shell.onShow();
            return true;
        });
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
    }

    private void type(String field, String text) {
        click(field);
        onFx(() -> {
            ((TextField) scene.getRoot().lookup(field)).setText(text);
            return true;
        });
    }

    @Test
    void aNoteIsAddedChangedBesideAnotherPersonAndRemoved() {
        waitFor("the invitation", () -> isShown("No notes yet. Add what you want to remember."));
        click("#add");
        type("#name", " ");
        click("#save");
        waitFor("what is wrong", () -> isShown("Give it a name."));
        type("#name", "shopping");
        type("#text", "two disks");
        Pictures.take(scene, "example-form");
        click("#save");
        waitFor("its page", () -> isShown("9 characters"));

        robot().type(KeyCode.F2);
        waitFor("the form", () -> scene.getRoot().lookup("#text") != null);
        Note other = notes.update(notes.list().getFirst().id(), "shopping", "three disks", null);
        type("#text", "four disks");
        click("#save");
        waitFor("the conflict", () -> isShown("Somebody changed this note meanwhile."));
        click("#saveAnyway");
        waitFor("mine", () -> isShown("10 characters"));
        assertThat(notes.get(other.id()).text()).isEqualTo("four disks");

        click("#back");
        waitFor("the list", () -> isShown("four disks"));
        Pictures.take(scene, "example-list");
        robot().type(KeyCode.DELETE);
        waitFor("the empty list", () -> isShown("No notes yet. Add what you want to remember."));
        assertThat(workbench.notices.stream().map(Notice::text)).contains("shopping was added.");
    }
}
