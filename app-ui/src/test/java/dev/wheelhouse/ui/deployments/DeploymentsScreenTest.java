package dev.wheelhouse.ui.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.deployments.DeploymentStatus;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.AppsWiring;
import dev.wheelhouse.ui.apps.FakeApps;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.servers.SomeServers;
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
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of deployments, and the tab of an app's page, with deployments that are made up. */
@SuppressWarnings("NullAway.Init")
class DeploymentsScreenTest extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");

    @TempDir
    private static Path home;

    /** For the callers and the jobs of the status bar, so one is enough. */
    private static TestCore core;

    private final FakeApps apps = new FakeApps(Clock.systemUTC());
    private final FakeDeployments deployments = new FakeDeployments(Clock.systemUTC());
    private final List<String> sources = new ArrayList<>();
    private FakeWorkbench workbench;
    private DeploymentsWiring wiring;
    private AppsWiring appScreens;
    private Shell shell;
    private Scene scene;

    @BeforeAll
    static void startCore() {
        core = TestCore.start(home);
    }

    @AfterAll
    static void stopCore() {
        core.close();
    }

    @BeforeEach
    void open() {
        apps.addSome();
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            ServersWiring servers = SomeServers.wiring(workbench, controls, Clock.systemUTC());
            appScreens = new AppsWiring(apps, servers, null, workbench, controls, Clock.systemUTC());
            wiring = new DeploymentsWiring(
                    new Deployments(
                            deployments,
                            deployments::source,
                            _ -> Map.of(
                                    "app_thumbnails",
                                    "thumbnails",
                                    "app_importer",
                                    "importer",
                                    "app_mailer",
                                    "mailer")),
                    appScreens.list(),
                    appScreens,
                    sources::add,
                    workbench,
                    controls,
                    Clock.systemUTC(),
                    HERE);
            appScreens.addToPages(wiring::ofApp);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "deployments"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(appScreens, wiring));
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
    }

    @SuppressWarnings("unchecked")
    private TableView<LiveRow<DeploymentLine>> table(String style) {
        return robot().lookup("." + style).queryAs(TableView.class);
    }

    private List<DeploymentLine> listed(String style) {
        return robot().lookup("." + style).tryQuery().isEmpty()
                ? List.of()
                : table(style).getItems().stream().map(LiveRow::line).toList();
    }

    private void select(String style, String subject) {
        waitFor("the row " + subject, () -> row(style, subject).isPresent());
        onFx(() -> {
            table(style).getSelectionModel().select(row(style, subject).orElseThrow());
            table(style).requestFocus();
            return true;
        });
    }

    private Optional<LiveRow<DeploymentLine>> row(String style, String subject) {
        return robot().lookup("." + style).tryQuery().isEmpty()
                ? Optional.empty()
                : table(style).getItems().stream()
                        .filter(each -> subject.equals(each.line().deployment().subject()))
                        .findFirst();
    }

    private void openApp(String id) {
        onFx(() -> {
            appScreens.reveal(id);
            return true;
        });
        waitFor("its tabs", () -> isShown(".app-tabs"));
        click("Deployments");
    }

    @Test
    void leadsFromNothingToTheFirstDeployment() {
        waitFor("the invitation", () -> says("Nothing was deployed yet."));
        Pictures.take(scene, "deployments-empty");
        robot().press(KeyCode.CONTROL, KeyCode.D).release(KeyCode.D, KeyCode.CONTROL);
        waitFor("the form", () -> isShown("#save"));
        click("#save");
        waitFor("what is missing", () -> isShown("Choose the app to deploy."));
        Pictures.take(scene, "deploy-form");
    }

    @Test
    void listsWhatIsUnderWayWhatServesAndWhatFailed() {
        deployments.addSome();
        waitFor("all of them", () -> listed("deployment-table").size() == 7);
        assertThat(listed("deployment-table"))
                .filteredOn(DeploymentLine::serves)
                .extracting(each -> each.deployment().subject())
                .containsExactly("Keep the colour profile", "Read catalogs in parts");
        Pictures.take(scene, "deployments-list");
        click("Failed");
        waitFor("the failed one", () -> listed("deployment-table").size() == 1);
    }

    @Test
    void followsTheStepsOfOneWithTheTimesOfTheLastSuccess() {
        deployments.addSome();
        select("deployment-table", "Serve WebP");
        robot().type(KeyCode.ENTER);
        waitFor("its steps", () -> says("Health check") && says("last 7.4 s") && says("1.8 s"));
        waitFor("its log", () -> isShown(".output-view"));
        Pictures.take(scene, "deployment-running");
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.Q).release(KeyCode.Q, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the call", () -> deployments.calls().contains("cancel dep_000006"));
    }

    @Test
    void saysWhyOneFailedAndWhatServesNow() {
        deployments.addSome();
        select("deployment-table", "Use all cores");
        robot().type(KeyCode.ENTER);
        waitFor("the reason", () -> isShown(FakeDeployments.REFUSED));
        waitFor("what serves", () -> says("The release before serves again."));
        waitFor("its steps", () -> says("4.1 s"));
        Pictures.take(scene, "deployment-failed");
    }

    @Test
    void rollsBackAndSaysWhatThatBringsBack() {
        deployments.addSome();
        openApp("app_thumbnails");
        select("run-table", "Resize without a copy");
        waitFor("the gap", () -> says("Nobody listened for 180 ms during the switch."));
        Pictures.take(scene, "app-deployments");
        robot().press(KeyCode.CONTROL, KeyCode.P).release(KeyCode.P, KeyCode.CONTROL);
        waitFor("the call", () -> deployments.calls().contains("rollback dep_000001"));
        assertThat(workbench.questions.getLast().text())
                .contains("Resize without a copy", "No longer served:", "Keep the colour profile")
                .doesNotContain("Use all cores");
    }

    @Test
    void aButtonGoesBackToTheReleaseThatIsShown() {
        deployments.source("app_thumbnails");
        deployments.add("app_thumbnails", DeploymentStatus.SUCCEEDED, Duration.ofDays(3), "One", null, null);
        deployments.add("app_thumbnails", DeploymentStatus.SUCCEEDED, Duration.ofDays(2), "Two", null, null);
        deployments.add("app_thumbnails", DeploymentStatus.SUCCEEDED, Duration.ofDays(1), "Three", null, null);
        openApp("app_thumbnails");
        select("run-table", "One");
        waitFor("its button", () -> isShown("Roll back to this…"));
        select("run-table", "Two");
        click("Roll back to this…");
        waitFor("the call", () -> deployments.calls().contains("rollback dep_000002"));
        assertThat(workbench.questions.getLast().text()).contains("Two", "–  ").doesNotContain("One");
        deployments.goBack("dep_000001");
        waitFor(
                "that the first one serves",
                () -> listed("run-table").stream().anyMatch(each -> each.serves() && "dep_000001".equals(each.id())));
        click("Roll back to this…");
        waitFor("the other call", () -> deployments.calls().size() == 2);
        assertThat(workbench.questions.getLast().text()).contains("–  ", "One").doesNotContain("Three");
    }

    @Test
    void keepsTheKeyboardWhereAButtonGoes() {
        deployments.addSome();
        openApp("app_thumbnails");
        select("run-table", "Resize without a copy");
        click("Roll back to this…");
        waitFor("the call", () -> deployments.calls().contains("rollback dep_000001"));
        deployments.goBack("dep_000001");
        waitFor("that it serves", () -> !isShown("Roll back to this…"));
        assertThat(onFx(() -> Focus.isWithin(robot().lookup(".run-output").query())))
                .isTrue();
    }

    @Test
    void deploysABranchOfAnApp() {
        deployments.addSome();
        deployments.source("app_importer", "The token of team was refused.");
        openApp("app_importer");
        waitFor("what hinders", () -> says("No push is seen: The token of team was refused."));
        waitFor("its source", () -> says("team/importer  ·  main  ·  a push deploys"));
        click("Deploy…");
        waitFor("the form", () -> isShown("Deploy importer"));
        onFx(() -> {
            ((TextInputControl) scene.lookup("#ref")).setText("v9");
            return true;
        });
        deployments.refusal = AppException.invalid("ref", "There is no v9 in team/importer.");
        click("#save");
        waitFor("why not", () -> isShown("There is no v9 in team/importer."));
        click("#save");
        waitFor("the form to close", () -> !isShown(".form-veil"));
        assertThat(deployments.calls()).containsExactly("deploy app_importer v9", "deploy app_importer v9");
        waitFor("it", () -> listed("run-table").size() == 3);
        assertThat(listed("run-table").getFirst().deployment().status()).isEqualTo(DeploymentStatus.QUEUED);
    }

    @Test
    void opensThePageOfWhatIsDeployedFromTheList() {
        deployments.addSome();
        waitFor("all of them", () -> listed("deployment-table").size() == 7);
        robot().press(KeyCode.CONTROL, KeyCode.D).release(KeyCode.D, KeyCode.CONTROL);
        waitFor("the form", () -> isShown("#app") && !appBox().getItems().isEmpty());
        onFx(() -> {
            appBox().getSelectionModel().selectFirst();
            return true;
        });
        robot().type(KeyCode.ENTER);
        waitFor("its page", () -> isShown(".deployment-page"));
        assertThat(deployments.calls()).hasSize(1);
    }

    private ComboBox<?> appBox() {
        return (ComboBox<?>) scene.lookup("#app");
    }

    @Test
    void leadsAnAppWithoutASourceToItsForm() {
        openApp("app_report");
        waitFor("the invitation", () -> says("A source says from which repository"));
        assertThat(onFx(() -> isShown(".source-trouble"))).isFalse();
        Pictures.take(scene, "app-deployments-empty");
        click("Source…");
        waitFor("the form", () -> sources.contains("app_report"));
    }

    @Test
    void opensTheAppOfOne() {
        deployments.addSome();
        select("deployment-table", "Read catalogs in parts");
        robot().type(KeyCode.ENTER);
        waitFor("the page", () -> isShown("Open the app"));
        click("Open the app");
        waitFor("the app", () -> isShown(".app-tabs"));
    }
}
