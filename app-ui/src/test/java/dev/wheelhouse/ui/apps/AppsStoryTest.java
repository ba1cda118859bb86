package dev.wheelhouse.ui.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.logs.LogsWiring;
import dev.wheelhouse.ui.logs.gateway.CoreLogGateway;
import dev.wheelhouse.ui.overview.OverviewWiring;
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
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process of the own machine that is added, fails, runs, is killed, found crashed and removed, with a real core. */
@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class AppsStoryTest extends FxTest {

    @TempDir
    private Path home;

    private TestCore core;
    private FakeWorkbench workbench;
    private AppsWiring apps;
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
            LogsWiring logs = new LogsWiring(
                    new CoreLogGateway(core.core(), core.callers()),
                    workbench,
                    controls,
                    Clock.systemUTC(),
                    ZoneId.systemDefault());
            apps = new AppsWiring(core.core().apps().service(), servers, logs, workbench, controls, Clock.systemUTC());
            DatabasesWiring databases = new DatabasesWiring(core.core(), workbench, controls, Map.of());
            OverviewWiring overview =
                    new OverviewWiring(core.core(), databases, servers, facts, workbench, controls, Clock.systemUTC());
            servers.addToPages(apps::ofServer);
            overview.add(apps::troubles);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "overview"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    facts,
                    workbench,
                    controls,
                    List.of(overview, databases, servers, apps, logs));
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
        core.core()
                .apps()
                .service()
                .all(core.callers().get())
                .forEach(each ->
                        core.core().apps().service().delete(core.callers().get(), each.id(), null));
        core.close();
    }

    private void fire(String query) {
        waitFor(query, () -> isShown(query));
        onFx(() -> {
            Node node = robot().lookup(query).queryAll().stream()
                    .filter(FxTest::isSeen)
                    .findFirst()
                    .orElseThrow();
            while (!(node instanceof ButtonBase button)) {
                node = node.getParent();
            }
            button.fire();
            return true;
        });
    }

    private void keys(KeyCode... codes) {
        robot().press(codes);
        for (int i = codes.length - 1; i >= 0; i--) {
            robot().release(codes[i]);
        }
    }

    private Optional<AppLine> app() {
        return apps.list().rows().stream().map(each -> each.line()).findFirst();
    }

    private boolean isState(AppStatus.State state) {
        return app().flatMap(AppLine::state).equals(Optional.of(state));
    }

    @Test
    void addsFailsRunsCrashesAndRemovesAProcess() throws Exception {
        add();
        waitFor("it to run", () -> isState(AppStatus.State.RUNNING) && isShown(".app-page"));
        waitFor(
                "what it takes",
                () -> app().map(AppLine::status).map(AppStatus::memoryBytes).isPresent());
        waitFor("its log", () -> isShown(".log-view"));
        Pictures.take(scene, "app-real");
        showTab("events");
        waitFor("its events", () -> !isShown(".log-view"));
        showTab("log");
        waitFor("its log again", () -> isShown(".log-view"));
        keys(KeyCode.CONTROL, KeyCode.F);
        waitFor("the search of its log", () -> isShown(".log-line-bar"));
        kill(Objects.requireNonNull(app().orElseThrow().instances().getFirst().pid()));
        waitFor("the crash", () -> isState(AppStatus.State.CRASHED));
        waitFor(
                "the reason",
                () -> isShown("#bannerTitle")
                        && robot().lookup("#bannerTitle")
                                .<Label>queryAs(Label.class)
                                .getText()
                                .startsWith("Crashed: exit 137 (signal 9)"));
        fire("Open log at that time");
        waitFor("the screen of logs", () -> !isShown(".app-page") && isShown(".log-view"));
        keys(KeyCode.ALT, KeyCode.DIGIT1);
        waitFor("it on the overview", () -> isShown("Unhealthy apps"));
        Pictures.take(scene, "overview-apps");
        keys(KeyCode.ALT, KeyCode.DIGIT4);
        keys(KeyCode.ALT, KeyCode.LEFT);
        waitFor("the list", () -> isShown(".app-table"));
        waitFor("the keyboard", () -> robot().lookup(".app-table").query().isFocused());
        keys(KeyCode.CONTROL, KeyCode.ENTER);
        waitFor("it to run again", () -> isState(AppStatus.State.RUNNING));
        keys(KeyCode.CONTROL, KeyCode.PERIOD);
        waitFor("it stopped", () -> isState(AppStatus.State.STOPPED));
        keys(KeyCode.ALT, KeyCode.DIGIT1);
        waitFor("that it does not run", () -> isShown("0 of 1 apps running, 1 stopped."));
        keys(KeyCode.ALT, KeyCode.DIGIT4);
        waitFor("the list again", () -> isShown(".app-table"));
        robot().type(KeyCode.DELETE);
        waitFor("it to go", () -> apps.list().rows().isEmpty());
        assertThat(workbench.questions.getLast().title()).isEqualTo("Remove sleeper?");
        assertThat(workbench.errors).isEmpty();
    }

    private void showTab(String id) {
        onFx(() -> {
            TabPane tabs = robot().lookup(".app-page .tab-pane").queryAs(TabPane.class);
            tabs.getTabs().stream()
                    .filter(each -> id.equals(each.getId()))
                    .findFirst()
                    .ifPresent(tabs.getSelectionModel()::select);
            return true;
        });
    }

    private void add() {
        waitFor("the servers", () -> !apps.list().servers().rows().isEmpty());
        keys(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.N);
        waitFor("the form", () -> isShown(".app-form"));
        write("#name", "Not a name");
        write("#command", "/bin/sh -c 'echo no such luck >&2; exit 3'");
        fire("Never");
        fire("#saveAndStart");
        waitFor("the problem", () -> isShown("#nameError"));
        write("#name", "sleeper");
        fire("#saveAndStart");
        waitFor("why it did not start", () -> isShown("#startText"));
        Pictures.take(scene, "app-form-really-failed");
        write("#command", "/bin/sh -c 'echo INFO listening; exec sleep 600'");
        fire("#saveAndStart");
    }

    private static void kill(Long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-9", Long.toString(pid)).start();
        assertThat(kill.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }
}
