package dev.wheelhouse.ui.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.screen.ModalForm;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellTest extends FxTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    private final List<String> done = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private TestCore core;

    @SuppressWarnings("NullAway.Init")
    private FakeWorkbench workbench;

    @SuppressWarnings("NullAway.Init")
    private Shell shell;

    @SuppressWarnings("NullAway.Init")
    private Scene scene;

    /** A screen with a field and one action. */
    private final class Page implements Screen {
        private final String name;
        private final TextField field = new TextField();
        private final VBox root = new VBox();

        private Page(String name) {
            this.name = name;
            field.setId(name + "-field");
            Button save = new Button("Save " + name);
            save.setDefaultButton(true);
            save.setOnAction(_ -> done.add("save " + name));
            root.getChildren().addAll(new Label(name + " page"), field, save);
        }

        @Override
        public Parent root() {
            return root;
        }

        @Override
        public void onShow() {
            done.add("show " + name);
        }

        @Override
        public void onHide() {
            done.add("hide " + name);
        }

        @Override
        public List<Action> actions() {
            return List.of(
                    Action.of(name + ".run", "Run " + name, "fth-play", () -> done.add("run " + name))
                            .withShortcut("Shortcut+Enter"),
                    Action.of(name + ".restart", "Restart " + name, "fth-rotate-cw", () -> done.add("restart " + name))
                            .acting(new Question("Restart " + name + "?", "It is away for a moment.", "Restart", false))
                            .withShortcut("Shortcut+R"),
                    Action.of(name + ".remove", "Remove " + name, "fth-trash", () -> done.add("remove " + name))
                            .withShortcut("Delete"));
        }

        @Override
        public void focus() {
            field.requestFocus();
        }
    }

    private final class Screens implements Area {

        @Override
        public List<ScreenEntry> screens() {
            return List.of(
                    new ScreenEntry(
                            "second", SidebarGroup.DATA, "Second", "fth-database", "Alt+2", () -> new Page("second")),
                    new ScreenEntry("first", SidebarGroup.HOME, "First", "fth-home", "Alt+1", () -> new Page("first")));
        }

        @Override
        public List<PaletteEntry> paletteEntries() {
            return List.of(new PaletteEntry("customers", "shop · main", "fth-grid", "", () -> done.add("table")));
        }
    }

    @BeforeEach
    void openShell() {
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "first"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "1.4.0", "sqlite"),
                    workbench,
                    new ActionControls(workbench::copyCurl),
                    List.of(new Screens()));
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
    void closeShell() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
    }

    @Test
    void opensScreensByKeyAndReleasesTheOneBefore() {
        robot().press(KeyCode.ALT, KeyCode.DIGIT2).release(KeyCode.DIGIT2, KeyCode.ALT);
        waitFor("the second screen", () -> done.contains("show second"));

        assertThat(done).containsExactly("show first", "hide first", "show second");
    }

    @Test
    void givesAScreenTheKeyboardBeforeTheNextKey() {
        String focused = onFx(() -> {
            shell.open("second");
            return idOfFocused();
        });

        assertThat(focused).isEqualTo("second-field");
    }

    @Test
    void bringsKeysToTheScreenInFrontEvenWhileSomebodyTypes() {
        click("#first-field");
        robot().press(KeyCode.CONTROL, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.CONTROL);
        waitFor("the action", () -> done.contains("run first"));
        robot().write("ab").type(KeyCode.DELETE);

        assertThat(done).doesNotContain("remove first");
    }

    private Button entry(String title) {
        return scene.getRoot().lookupAll(".sidebar .button").stream()
                .map(Button.class::cast)
                .filter(button -> title.equals(button.getText()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void foldsGroupsOfScreensAndUnfoldsTheOneInFront() {
        Button heading = entry("Data");
        assertThat(onFx(() -> entry("Second").getParent().isVisible())).isTrue();
        robot().clickOn(heading);
        waitFor(
                "the group folded",
                () -> !entry("Second").getParent().isVisible() && "Data, folded".equals(heading.getAccessibleText()));
        assertThat(onFx(() -> new ShellViewModel(workbench.state(), "first").foldedGroups()))
                .as("Kept for the next start")
                .containsExactly(SidebarGroup.DATA);

        robot().press(KeyCode.CONTROL, KeyCode.B).release(KeyCode.B, KeyCode.CONTROL);
        waitFor(
                "icons of folded groups too",
                () -> !heading.isVisible() && entry("Second").getParent().isVisible());
        robot().press(KeyCode.CONTROL, KeyCode.B).release(KeyCode.B, KeyCode.CONTROL);
        waitFor("the headings again", heading::isVisible);

        robot().press(KeyCode.ALT, KeyCode.DIGIT2).release(KeyCode.DIGIT2, KeyCode.ALT);
        waitFor(
                "its group unfolded",
                () -> entry("Second").getParent().isVisible() && "Data, unfolded".equals(heading.getAccessibleText()));
    }

    @Test
    void findsScreensAndActionsInThePaletteAndGivesTheKeyboardBack() {
        click("#first-field");
        robot().press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        waitFor(
                "the palette",
                () -> scene.getFocusOwner() != null
                        && scene.getFocusOwner().getStyleClass().contains("palette-field"));
        Pictures.take(scene, "palette");
        robot().write("cust").type(KeyCode.ENTER);
        waitFor("the table", () -> done.contains("table"));

        assertThat(onFx(() -> scene.getFocusOwner().getId())).isEqualTo("first-field");
    }

    private boolean isPaletteOpen() {
        return scene.getFocusOwner() != null
                && scene.getFocusOwner().getStyleClass().contains("palette-field");
    }

    /** What somebody types at a start, before anything answers, or while a list still loads. */
    @Test
    void keepsTheKeyboardInThePaletteWhateverComes() {
        press(KeyCode.CONTROL, KeyCode.K);
        waitFor("the palette", this::isPaletteOpen);
        robot().write("cu");
        onFx(() -> {
            field("first").requestFocus();
            return true;
        });
        assertThat(onFx(this::isPaletteOpen)).isTrue();
        press(KeyCode.TAB);
        assertThat(onFx(this::isPaletteOpen)).isTrue();
        press(KeyCode.ALT, KeyCode.DIGIT2);
        press(KeyCode.CONTROL, KeyCode.ENTER);
        robot().write("st");
        assertThat(onFx(() -> ((TextField) scene.getFocusOwner()).getText())).isEqualTo("cust");
        assertThat(done).containsExactly("show first");
        assertThat(onFx(() -> field("first").getText())).isEmpty();

        press(KeyCode.ESCAPE);
        assertThat(onFx(this::idOfFocused)).isEqualTo("first-field");
        press(KeyCode.ALT, KeyCode.DIGIT2);
        assertThat(done).contains("show second");
    }

    @Test
    void bringsNoKeyToWhatLiesBelowTheShortcuts() {
        press(KeyCode.F1);
        waitFor("the list of shortcuts", () -> isShown(".shortcut-lines"));
        press(KeyCode.TAB);
        press(KeyCode.ENTER);
        press(KeyCode.DELETE);
        press(KeyCode.ALT, KeyCode.DIGIT2);
        press(KeyCode.CONTROL, KeyCode.K);
        assertThat(done).containsExactly("show first");
        press(KeyCode.F1);
        waitFor("the list to close", () -> !isShown(".shortcut-lines"));
        assertThat(onFx(this::idOfFocused)).isEqualTo("first-field");
    }

    @Test
    void givesTheKeyboardToTheScreenWhenItsNodeGoes() {
        onFx(() -> {
            Button gone = new Button("gone");
            ((VBox) field("first").getParent()).getChildren().add(gone);
            gone.requestFocus();
            return gone;
        });
        press(KeyCode.TAB);
        onFx(() -> {
            Button gone =
                    (Button) ((VBox) field("first").getParent()).getChildren().getLast();
            gone.requestFocus();
            ((VBox) field("first").getParent()).getChildren().remove(gone);
            return true;
        });
        waitFor("the screen's own place", () -> "first-field".equals(idOfFocused()));
    }

    @Test
    void keepsKeysFromTheScreenWhileAFormIsOpenAndAsksBeforeTheWindowCloses() {
        ModalForm forms = onFx(() -> new ModalForm((VBox) field("first").getParent(), workbench));
        onFx(() -> {
            forms.open(TypedForm::new);
            return true;
        });
        robot().write("typed");
        press(KeyCode.CONTROL, KeyCode.K);
        press(KeyCode.ALT, KeyCode.DIGIT2);
        press(KeyCode.CONTROL, KeyCode.ENTER);
        assertThat(done).containsExactly("show first");
        assertThat(onFx(() -> ((TextField) scene.getFocusOwner()).getText())).isEqualTo("typed");

        workbench.answer = false;
        onFx(() -> {
            shell.requestClose(() -> done.add("closed"));
            return true;
        });
        assertThat(workbench.questions).extracting(Question::title).containsExactly("Discard changes?");
        assertThat(done).doesNotContain("closed");

        // By the mouse another screen can be opened; the form stays where it is.
        robot().clickOn(entry("Second"));
        assertThat(done).contains("show second");
        assertThat(onFx(this::idOfFocused)).isEqualTo("second-field");
        robot().clickOn(entry("First"));
        assertThat(onFx(() -> ((TextField) scene.getFocusOwner()).getText())).isEqualTo("typed");
    }

    private static final class TypedForm implements Form {
        private final TextField field = new TextField();

        @Override
        public Parent root() {
            return new VBox(field);
        }

        @Override
        public void focus() {
            field.requestFocus();
        }

        @Override
        public void close() {}
    }

    private TextField field(String screen) {
        return (TextField) Objects.requireNonNull(scene.lookup("#" + screen + "-field"));
    }

    /** Ctrl+R reads a page again in browsers. */
    @Test
    void asksBeforeAKeyOrThePaletteChangesSomethingOutside() {
        workbench.answer = false;
        press(KeyCode.CONTROL, KeyCode.R);
        press(KeyCode.CONTROL, KeyCode.K);
        waitFor("the palette", this::isPaletteOpen);
        robot().write("restar fir").type(KeyCode.ENTER);
        assertThat(workbench.questions).hasSize(1);
        press(KeyCode.ESCAPE);
        press(KeyCode.CONTROL, KeyCode.K);
        robot().write("restart first").type(KeyCode.ENTER);
        assertThat(workbench.questions).extracting(Question::title).containsExactly("Restart first?", "Restart first?");
        assertThat(done).containsExactly("show first");

        workbench.answer = true;
        press(KeyCode.CONTROL, KeyCode.R);
        assertThat(done).contains("restart first");
    }

    private @Nullable String idOfFocused() {
        return scene.getFocusOwner() == null ? null : scene.getFocusOwner().getId();
    }

    @Test
    void showsEveryShortcutThatHoldsNow() {
        robot().type(KeyCode.F1);
        waitFor(
                "the list of shortcuts",
                () -> robot().lookup("Keyboard shortcuts").tryQuery().isPresent());
        Pictures.take(scene, "shortcuts");
        assertThat(robot().lookup("Run first").tryQuery()).isPresent();

        robot().type(KeyCode.ESCAPE);
        waitFor(
                "the list to close",
                () -> !robot().lookup(".h2")
                        .match((Label label) -> label.getText().equals("Keyboard shortcuts"))
                        .query()
                        .getParent()
                        .getParent()
                        .isVisible());
    }

    @Test
    void warnsWithABandRoundTheWindow() {
        onFx(() -> {
            shell.model().bandProperty().set(new WarningBand("shop-db · production", ""));
            return true;
        });
        Pictures.take(scene, "band");
        assertThat(robot().lookup("shop-db · production").query().isVisible()).isTrue();
    }

    @Test
    void showsJobsWithProgressAndCancelsThem() {
        JobService jobs = core.core().jobs();
        CountDownLatch stop = new CountDownLatch(1);
        jobs.start(core.callers().get(), "base_backup", "db_1", Scope.DATABASES_QUERY, progress -> {
            progress.onCancel(stop::countDown);
            progress.report(62, 100L, "Copying the cluster");
            stop.await();
            return "stopped";
        });
        waitFor(
                "the job in the status bar",
                () -> robot().lookup("Base backup 62 %").tryQuery().isPresent());
        askToCloseAndRefuse();
        robot().press(KeyCode.CONTROL, KeyCode.J).release(KeyCode.J, KeyCode.CONTROL);
        waitFor(
                "the job in the panel",
                () -> robot().lookup("Copying the cluster").tryQuery().isPresent());
        Pictures.take(scene, "jobs");
        click("Cancel");

        waitFor("the end of the job", () -> jobs.running(core.callers().get()).isEmpty());
        waitFor("the notice", () -> !workbench.notices.isEmpty());
    }

    private void askToCloseAndRefuse() {
        workbench.answer = false;
        onFx(() -> {
            shell.requestClose(() -> done.add("closed"));
            return true;
        });
        assertThat(workbench.questions).extracting(Question::title).containsExactly("Jobs are running");
        assertThat(done).doesNotContain("closed");
    }

    @Test
    void closesWithoutAQuestionWhenNothingRuns() {
        onFx(() -> {
            shell.requestClose(() -> done.add("closed"));
            return true;
        });

        assertThat(workbench.questions).isEmpty();
        assertThat(done).contains("closed");
    }
}
