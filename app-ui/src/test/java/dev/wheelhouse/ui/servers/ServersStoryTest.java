package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.host.ssh.TestSshServer;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.databases.DatabasesWiring;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.overview.OverviewWiring;
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
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server that is added, trusted, watched, lost, found again and removed, with a real core and a real SSH server. */
@EnabledOnOs(OS.LINUX)
@SuppressWarnings("NullAway.Init")
class ServersStoryTest extends FxTest {

    @TempDir
    private Path home;

    private TestCore core;
    private FakeWorkbench workbench;
    private ServersWiring servers;
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
            servers = ServersWiring.of(core.core(), workbench, controls, Clock.systemUTC());
            DatabasesWiring databases = new DatabasesWiring(core.core(), workbench, controls, Map.of());
            OverviewWiring overview =
                    new OverviewWiring(core.core(), databases, servers, facts, workbench, controls, Clock.systemUTC());
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "overview"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    facts,
                    workbench,
                    controls,
                    List.of(overview, databases, servers));
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

    private boolean chartShows(String title, String what) {
        return scene.getRoot().lookupAll(".metric-chart").stream()
                .map(each -> String.valueOf(each.getAccessibleText()))
                .anyMatch(each -> each.startsWith(title) && each.contains(what));
    }

    @Test
    void addsTrustsWatchesLosesFindsAndRemovesAServer() {
        try (TestSshServer ssh = new TestSshServer()) {
            waitFor(
                    "the own machine on the overview",
                    () -> !servers.list().rows().isEmpty());
            waitFor(
                    "what it measures",
                    () -> servers.list().rows().getFirst().line().latest().size() > 5);
            Pictures.take(scene, "overview-servers");
            addAndTrust(ssh);
            waitFor("its page", () -> isShown(".server-page") && text("#name").equals("web-1"));
            waitFor("live values", () -> chartShows("CPU", "now: CPU"));
            waitFor("its system", () -> text("#facts").contains("127.0.0.1"));
            waitFor("the cost of watching", () -> !text("#cost").isEmpty());
            robot().press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
            waitFor("the list", () -> isShown(".server-table"));
            remove();
        }
    }

    private void addAndTrust(TestSshServer ssh) {
        robot().press(KeyCode.ALT, KeyCode.DIGIT3).release(KeyCode.DIGIT3, KeyCode.ALT);
        waitFor("the list", () -> isShown(".server-table"));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.M).release(KeyCode.M, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".server-form"));
        write("#host", "127.0.0.1");
        write("#port", Integer.toString(ssh.port()));
        write("#user", TestSshServer.USER);
        write("#name", "web-1");
        click("Password");
        write("#password", TestSshServer.PASSWORD);
        click("#test");
        waitFor("the question", () -> isShown("Is this the server you mean?"));
        assertThat(onFx(() -> robot().lookup("#fingerprint")
                        .<TextInputControl>queryAs(TextInputControl.class)
                        .getText()))
                .isEqualTo(ssh.hostKey().fingerprint());
        // A click could meet the form while it still moves to make room for the question.
        waitFor("the keyboard on Trust", () -> robot().lookup("#trust").query().isFocused());
        robot().type(KeyCode.SPACE);
        waitFor("its answer", () -> text("#testText").contains(" answered in "));
        click("#save");
    }

    private void remove() {
        waitFor(
                "it in the list",
                () -> servers.list().rows().stream()
                        .anyMatch(each -> each.line().name().equals("web-1")));
        waitFor("the keyboard", () -> robot().lookup(".server-table").query().isFocused());
        robot().type(KeyCode.DELETE);
        waitFor("it to go", () -> servers.list().rows().size() == 1);
        assertThat(workbench.questions.getLast().title()).isEqualTo("Remove web-1?");
        assertThat(workbench.errors).isEmpty();
    }
}
