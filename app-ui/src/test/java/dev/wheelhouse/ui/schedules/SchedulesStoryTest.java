package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.ScheduleRuns;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.overview.OverviewWiring;
import dev.wheelhouse.ui.schedules.output.OutputView;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.ConsoleFacts;
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
import java.util.Map;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A schedule that is tried, added, run, watched, cancelled and deleted, with a real core on this machine. */
@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class SchedulesStoryTest extends FxTest {

    @TempDir
    private Path home;

    private TestCore core;
    private FakeWorkbench workbench;
    private SchedulesWiring schedules;
    private Shell shell;
    private Scene scene;

    @BeforeEach
    void open() {
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        ConsoleFacts facts = new ConsoleFacts(
                "http://127.0.0.1:7465", Path.of("/home/ada/.local/share/wheelhouse/local-token"), "0.1.0", "sqlite");
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            ServersWiring servers = ServersWiring.of(core.core(), workbench, controls, Clock.systemUTC());
            schedules = SchedulesWiring.of(core.core(), servers, workbench, controls, Clock.systemUTC());
            DatabasesWiring databases = new DatabasesWiring(core.core(), workbench, controls, Map.of());
            OverviewWiring overview =
                    new OverviewWiring(core.core(), databases, servers, facts, workbench, controls, Clock.systemUTC());
            overview.add(schedules::next);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "overview"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    facts,
                    workbench,
                    controls,
                    List.of(overview, databases, servers, schedules));
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

    private boolean outputHas(String text) {
        return robot().lookup(".output-view").queryAll().stream()
                .filter(FxTest::isSeen)
                .anyMatch(each -> ((OutputView) each).text().contains(text));
    }

    private void refusesToSaveWhereThereIsNoFolder() {
        ScheduleRuns runs = core.core().schedules().runs();
        Caller caller = core.callers().get();
        String id = onFx(() -> schedules.list().rows().getFirst().id());
        String run = runs.list(caller, id, new PageRequest(1, null))
                .items()
                .getFirst()
                .id();
        Path file = home.resolve("none").resolve("hello.log");
        assertThatThrownBy(() -> runs.saveLog(caller, id, run, file))
                .isInstanceOf(AppException.class)
                .hasMessage("There is no " + file + ".");
    }

    @Test
    void triesAddsRunsWatchesCancelsAndDeletesASchedule() {
        robot().press(KeyCode.ALT, KeyCode.DIGIT6).release(KeyCode.DIGIT6, KeyCode.ALT);
        waitFor("the invitation", () -> isShown("Add a schedule"));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.D).release(KeyCode.D, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".schedule-form"));
        write("#name", "say-hello");
        write("#command", "echo \"hello from $WHEELHOUSE_SCHEDULE\"; exit 3");
        write("#cron", "0 0 29 2 *");
        waitFor("the only server", () -> !schedules.list().servers().rows().isEmpty());
        click("#trial");
        waitFor("how it went", () -> says("exit code 3"));
        assertThat(onFx(() -> outputHas("hello from"))).isTrue();
        write("#command", "echo \"hello from $WHEELHOUSE_SCHEDULE\"; sleep 60");
        click("#save");
        waitFor("its page", () -> isShown(".schedule-page"));
        waitFor("that it never ran", () -> isShown("Run now"));

        robot().press(KeyCode.CONTROL, KeyCode.R).release(KeyCode.R, KeyCode.CONTROL);
        waitFor("what it writes", () -> outputHas("hello from say-hello"));
        waitFor("that it runs", () -> isShown("Cancel run"));
        onFx(() -> {
            shell.open("overview");
            return true;
        });
        waitFor("it on the overview", () -> isShown("say-hello"));
        Pictures.take(scene, "overview-schedules");
        onFx(() -> {
            schedules.reveal(schedules.list().rows().getFirst().id());
            return true;
        });
        waitFor("the page again", () -> isShown("Cancel run"));
        click("Cancel run");
        waitFor("its end", () -> isShown("Cancelled"));

        waitFor("nothing running", () -> !isShown("Cancel run"));
        refusesToSaveWhereThereIsNoFolder();
        robot().type(KeyCode.DELETE);
        waitFor("the list without it", () -> isShown("Add a schedule") && !isShown(".schedule-page"));
        assertThat(workbench.questions.getLast().title()).isEqualTo("Delete say-hello?");
        assertThat(workbench.errors).isEmpty();
    }

    private void keys(KeyCode... codes) {
        robot().press(codes);
        for (int i = codes.length - 1; i >= 0; i--) {
            robot().release(codes[i]);
        }
    }

    @Test
    void triesAddsRunsAndPausesByTheKeyboardAlone() {
        keys(KeyCode.ALT, KeyCode.DIGIT6);
        waitFor("the invitation", () -> isShown("Add a schedule"));
        waitFor("the only server", () -> !schedules.list().servers().rows().isEmpty());
        keys(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.D);
        waitFor(
                "the keyboard in the form",
                () -> isShown(".schedule-form") && scene.lookup("#name").isFocused());
        robot().write("say-hello");
        // Past the server: there is but one, which is chosen.
        robot().type(KeyCode.TAB, 2);
        robot().write("echo \"hello from $WHEELHOUSE_SCHEDULE\"; seq 3");
        // Past the time-out and the choices to the times.
        robot().type(KeyCode.TAB, 4);
        robot().write("30 2 * * mon-fri");
        waitFor("what it means", () -> says("At 02:30 on Monday to Friday."));
        keys(KeyCode.CONTROL, KeyCode.ENTER);
        waitFor("how it went", () -> says("exit code 0"));
        assertThat(onFx(() -> schedules.list().rows().isEmpty())).isTrue();

        robot().type(KeyCode.ENTER);
        waitFor("its page", () -> isShown(".schedule-page") && isShown("Run now"));
        keys(KeyCode.CONTROL, KeyCode.R);
        waitFor("what it wrote", () -> outputHas("hello from say-hello\n1\n2\n3"));
        waitFor("how it ended", () -> isShown("Succeeded"));

        keys(KeyCode.ALT, KeyCode.LEFT);
        waitFor("the list", () -> isShown(".schedule-table"));
        keys(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.U);
        waitFor("the band", () -> isShown("All schedules paused"));
        keys(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.U);
        waitFor("no band", () -> !isShown("All schedules paused"));
        keys(KeyCode.CONTROL, KeyCode.J);
        waitFor("the run among the jobs", () -> says("say-hello"));
        assertThat(workbench.errors).isEmpty();
    }
}
