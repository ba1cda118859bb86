package dev.wheelhouse.ui.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.list.AppLabels;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.FakeServers;
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
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of apps with apps that are made up, in every state. */
@SuppressWarnings("NullAway.Init")
class AppsScreenTest extends FxTest {

    @TempDir
    private Path home;

    private final FakeServers servers = new FakeServers(Clock.systemUTC());
    private final FakeApps apps = new FakeApps(Clock.systemUTC());
    private TestCore core;
    private FakeWorkbench workbench;
    private ServersWiring machines;
    private AppsWiring wiring;
    private Shell shell;
    private Scene scene;

    @BeforeEach
    void open() {
        servers.addSome();
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            machines = new ServersWiring(servers, workbench, controls, Clock.systemUTC());
            wiring = new AppsWiring(apps, machines, null, workbench, controls, Clock.systemUTC());
            machines.addToPages(wiring::ofServer);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "apps"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(machines, wiring));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
    }

    private void begin() {
        onFx(() -> {
            shell.listenTo(scene);
            shell.openLast();
            shell.onShow();
            return true;
        });
    }

    private void beginWithApps() {
        apps.addSome();
        begin();
        waitFor("the apps", () -> listed().size() == 12);
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
    }

    @SuppressWarnings("unchecked")
    private TableView<LiveRow<AppLine>> table() {
        return robot().lookup(".app-table").queryAs(TableView.class);
    }

    private List<String> listed() {
        return onFx(() -> robot().lookup(".app-table").tryQuery().isEmpty()
                ? List.<String>of()
                : table().getItems().stream().map(each -> each.line().name()).toList());
    }

    private String typed(String query) {
        return onFx(() -> robot().lookup(query)
                .<TextInputControl>queryAs(TextInputControl.class)
                .getText());
    }

    /** Presses a button by what it is and not by where it lies: a form moves while it makes room for something. */
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

    private void showTab(String id) {
        waitFor("its tabs", () -> isShown(".app-tabs"));
        onFx(() -> {
            TabPane tabs = robot().lookup(".app-tabs").queryAs(TabPane.class);
            tabs.getSelectionModel()
                    .select(tabs.getTabs().stream()
                            .filter(each -> id.equals(each.getId()))
                            .findFirst()
                            .orElseThrow());
            return true;
        });
    }

    private void select(int... rows) {
        onFx(() -> {
            table().getSelectionModel().clearSelection();
            for (int row : rows) {
                table().getSelectionModel().select(row);
            }
            table().requestFocus();
            return true;
        });
    }

    private void reveal(String id) {
        onFx(() -> {
            wiring.reveal(id);
            return true;
        });
        waitFor("the page", () -> isShown(".app-page"));
        waitFor(
                "its charts",
                () -> scene.getRoot().lookupAll(".metric-chart").stream()
                        .noneMatch(
                                each -> String.valueOf(each.getAccessibleText()).endsWith("loading")));
    }

    @Test
    void leadsFromNoAppToTheForm() {
        begin();
        waitFor("the invitation", () -> isShown("Add an app"));
        Pictures.take(scene, "apps-empty");
        fire("Add an app");
        waitFor("the form", () -> isShown(".app-form"));
        Pictures.take(scene, "app-form-process");
    }

    @Test
    void listsAppsWithTheirStateInWordsAndFiltersThem() {
        beginWithApps();
        waitFor("the names of servers", () -> isShown("web-1") && isShown("db-1"));
        assertThat(onFx(() -> wiring.list().rows().stream()
                        .map(each -> AppLabels.state(each.line()))
                        .toList()))
                .contains("Running", "Degraded", "Crashed", "Restarting", "Exited", "Stopped", "Unknown", "Pending");
        Pictures.take(scene, "apps-list");
        assertThat(onFx(() -> isShown("2 min ago, exit 137 · out of memory"))).isTrue();

        fire("Unhealthy  4");
        waitFor("what is in trouble", () -> listed().equals(List.of("importer", "mailer", "postgres", "worker")));
        fire("All  12");
        write("#filter", "nginx");
        waitFor("the matching ones", () -> listed().equals(List.of("nginx", "web")));
        write("#filter", "nothing of that kind");
        waitFor("none", () -> isShown("Show all"));
        fire("Show all");
        waitFor("all of them", () -> listed().size() == 12);
    }

    @Test
    void tellsThatTheListStandsStill() {
        beginWithApps();
        apps.unreadable = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        waitFor("a word of it", () -> isShown(".stale-line"));
        assertThat(text(".stale-line .label")).matches("Not read since \\d\\d:\\d\\d: The store does not answer\\.");
        assertThat(listed()).hasSize(12);
        Pictures.take(scene, "apps-stale");
        apps.unreadable = null;
        waitFor("it gone", () -> !isShown(".stale-line"));
    }

    @Test
    void tellsThatAPageStandsStill() {
        beginWithApps();
        reveal("app_api");
        apps.unreadable = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        waitFor("a word of it", () -> isShown(".app-page > .stale-line"));
        Pictures.take(scene, "app-page-stale");
        apps.unreadable = null;
        waitFor("it gone", () -> !isShown(".app-page > .stale-line"));
    }

    @Test
    void worksOnSeveralAtOnceAndKeepsThemSelected() {
        beginWithApps();
        List<String> names = listed();
        select(names.indexOf("api"), names.indexOf("web"), names.indexOf("report"));
        Pictures.take(scene, "apps-several");
        robot().press(KeyCode.CONTROL, KeyCode.PERIOD).release(KeyCode.PERIOD, KeyCode.CONTROL);
        waitFor("one notice", () -> !workbench.notices.isEmpty());
        assertThat(apps.calls()).contains("stop api", "stop web").doesNotContain("stop report");
        assertThat(workbench.notices.getFirst().text()).isEqualTo("api, web were stopped.");
        assertThat(onFx(() -> table().getSelectionModel().getSelectedItems().size()))
                .isEqualTo(3);
        assertThat(workbench.questions.getFirst().title()).isEqualTo("Stop 2 apps?");
        assertThat(workbench.questions.getFirst().text()).contains("api on ").contains("web on ");

        robot().type(KeyCode.DELETE);
        waitFor("the question", () -> workbench.questions.size() == 2);
        assertThat(workbench.questions.getLast().text())
                .contains("“api”: Its 3 containers are stopped and deleted")
                .contains("“report”: The process is stopped");
        waitFor("them to go", () -> listed().size() == 9);
    }

    @Test
    void stopsByItsKeysWhatNobodyCouldSee() {
        beginWithApps();
        reveal("app_postgres");
        waitFor("either button", () -> isShown("Stop") && isShown("Start"));
        waitFor("no replicas that are not there", () -> isShown("What runs on its server cannot be seen now."));
        Pictures.take(scene, "app-unknown");
        robot().press(KeyCode.CONTROL, KeyCode.PERIOD).release(KeyCode.PERIOD, KeyCode.CONTROL);
        waitFor("the stop", () -> apps.calls().contains("stop postgres"));
        assertThat(workbench.questions.getLast().title()).isEqualTo("Stop postgres?");
    }

    @Test
    void bringsNoKeyToWhatAMenuHeldWhenItWasOpen() {
        beginWithApps();
        List<String> names = listed();
        select(names.indexOf("api"));
        onFx(() -> {
            table().getContextMenu().show(table(), 300, 300);
            return true;
        });
        waitFor("the menu", () -> isShown("Stop"));
        robot().type(KeyCode.ESCAPE);
        waitFor("it closed", () -> !table().getContextMenu().isShowing());
        select(names.indexOf("staging-api"));
        robot().press(KeyCode.CONTROL, KeyCode.PERIOD).release(KeyCode.PERIOD, KeyCode.CONTROL);
        robot().press(KeyCode.CONTROL, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.CONTROL);
        waitFor("the start", () -> apps.calls().contains("start staging-api"));
        assertThat(apps.calls()).doesNotContain("stop api");
    }

    @Test
    void bringsNoKeyToThePageBelowAForm() {
        beginWithApps();
        reveal("app_api");
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit api"));
        write(".form-veil #name", "api-typed");
        robot().press(KeyCode.CONTROL, KeyCode.R).release(KeyCode.R, KeyCode.CONTROL);
        robot().type(KeyCode.F2);
        assertThat(typed(".form-veil #name")).isEqualTo("api-typed");
        assertThat(apps.calls()).doesNotContain("restart api");
    }

    @Test
    void opensTheMenuOfAPageByItsButton() {
        beginWithApps();
        reveal("app_api");
        assertThat(onFx(() -> more().getItems().size())).isZero();
        waitFor("what can be done", () -> {
            // The button is another one when what can be done has changed, and one without its skin opens nothing.
            if (!more().isShowing() && more().getSkin() != null) {
                more().show();
            }
            return isShown("Remove…");
        });
        robot().type(KeyCode.ESCAPE);
        waitFor("it emptied", () -> more().getItems().isEmpty());
    }

    private MenuButton more() {
        return robot().lookup(".app-page .menu-button.no-arrow").queryAs(MenuButton.class);
    }

    @Test
    void showsThePageOfEachRuntime() {
        beginWithApps();
        reveal("app_api");
        assertThat(text("#runtime")).isEqualTo("Container  on");
        Pictures.take(scene, "app-page-container");
        reveal("app_nginx");
        Pictures.take(scene, "app-page-systemd");
        reveal("app_thumbnails");
        showTab("settings");
        waitFor("its command", () -> isShown("/srv/thumbnails/run --workers 4"));
        Pictures.take(scene, "app-page-settings");
        robot().press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
        waitFor("the list", () -> isShown(".app-table"));
    }

    @Test
    void showsACrashWithItsLastLines() {
        beginWithApps();
        reveal("app_importer");
        waitFor(
                "the crash",
                () -> text("#bannerTitle").equals("Crashed: exit 137 (signal 9) · out of memory. Its last lines:"));
        Pictures.take(scene, "app-crashed");
        showTab("events");
        waitFor("what happened", () -> isShown("Recovered"));
        fire("#fold");
        waitFor("more room", () -> !isShown(".metric-chart"));
        onFx(() -> {
            robot().lookup(".overview-row.clickable").query().requestFocus();
            return true;
        });
        robot().type(KeyCode.ENTER);
        waitFor("its lines", () -> isShown(".events .last-lines"));
        Pictures.take(scene, "app-events");
        robot().press(KeyCode.CONTROL, KeyCode.ENTER).release(KeyCode.ENTER, KeyCode.CONTROL);
        waitFor("a start", () -> apps.calls().contains("start importer"));
        waitFor("no banner", () -> !isShown("#bannerTitle"));
    }

    @Test
    void addsAProcessAndKeepsTheFormWhenItDoesNotStart() {
        begin();
        waitFor("the invitation", () -> isShown("Add an app"));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.N).release(KeyCode.N, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".app-form"));
        write("#name", "api");
        write("#command", "/usr/bin/node server.js --motto 'eat  well'");
        waitFor("its words", () -> isShown("eat  well"));
        fire("Add a variable");
        waitFor(
                "a line for it",
                () -> isShown("NAME")
                        || robot().lookup("#environment .text-field").queryAll().size() == 2);
        onFx(() -> {
            robot().lookup("#environment .text-field")
                    .<TextInputControl>queryAs(TextInputControl.class)
                    .insertText(0, "# of staging\nPORT=8080\nexport MOTTO=\"a=b c\"\n");
            return true;
        });
        waitFor(
                "two of them",
                () -> robot().lookup("#environment .text-field").queryAll().size() == 4);
        apps.startRefusal = FakeApps.noStart();
        fire("#saveAndStart");
        waitFor(
                "the reason",
                () -> isShown("#startText") && text("#startText").startsWith("It was saved. api ended again"));
        Pictures.take(scene, "app-form-failed-start");
        AppDraft draft = apps.drafts.getFirst();
        assertThat(draft.command()).containsExactly("/usr/bin/node", "server.js", "--motto", "eat  well");
        assertThat(draft.environment()).isEqualTo(Map.of("PORT", "8080", "MOTTO", "a=b c"));
        assertThat(draft.serverId()).isEqualTo("srv_own");
        write("#command", "/usr/bin/node server.js --port 9090");
        fire("#saveAndStart");
        waitFor("its page", () -> isShown(".app-page"));
        assertThat(apps.calls()).contains("update api at 1");
        assertThat(workbench.notices.getLast().text()).isEqualTo("api was added and runs.");
    }

    @Test
    void offersToPullAnImageThatIsMissing() {
        begin();
        waitFor("the invitation", () -> isShown("Add an app"));
        fire("Add an app");
        waitFor("the form", () -> isShown(".app-form"));
        fire("Container");
        write("#name", "shop");
        write("#image", "team/shop:3");
        apps.startRefusal = new AppException(AppError.IMAGE_MISSING, "The server has not got the image team/shop:3.");
        fire("#saveAndStart");
        waitFor("it on its way", () -> apps.calls().contains("pull shop"));
        assertThat(workbench.questions.getLast().title()).isEqualTo("Pull the image of shop?");
        assertThat(workbench.questions.getLast().text()).contains("team/shop:3");
        waitFor("its page", () -> isShown(".app-page"));
        assertThat(apps.calls()).contains("start shop");
    }

    @Test
    void choosesTheFirstMatchByTheKeyboardAndKeepsTabWithinTheForm() {
        apps.findSome();
        begin();
        waitFor("the invitation", () -> isShown("Add an app"));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.N).release(KeyCode.N, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".app-form"));
        waitFor("the keyboard", () -> onFx(() -> isWithinForm(scene.getFocusOwner())));
        robot().type(KeyCode.RIGHT, KeyCode.SPACE);
        waitFor("what there is", () -> isShown("nginx"));
        for (int i = 0; i < 20; i++) {
            robot().type(KeyCode.TAB);
            assertThat(onFx(() -> isWithinForm(scene.getFocusOwner()))).isTrue();
        }
        robot().press(KeyCode.CONTROL, KeyCode.F).release(KeyCode.F, KeyCode.CONTROL);
        robot().type(KeyCode.N, KeyCode.G, KeyCode.I, KeyCode.ENTER);
        waitFor("the unit", () -> typed("#unit").equals("nginx.service"));
        robot().type(KeyCode.ENTER);
        waitFor("it started", () -> apps.calls().contains("start nginx"));
    }

    @Test
    void keepsAnOpenFormAndItsKeyboard() {
        begin();
        waitFor("the invitation", () -> isShown("Add an app"));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.N).release(KeyCode.N, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".app-form"));
        write(".form-veil #name", "half-typed");
        onFx(() -> {
            robot().lookup(".form-veil #name").query().requestFocus();
            return true;
        });
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.N).release(KeyCode.N, KeyCode.SHIFT, KeyCode.CONTROL);
        assertThat(typed(".form-veil #name")).isEqualTo("half-typed");
        assertThat(onFx(() -> scene.getFocusOwner().getId())).isEqualTo("name");

        onFx(() -> {
            shell.open("servers");
            return true;
        });
        waitFor("the other screen", () -> !isShown(".app-form"));
        onFx(() -> {
            shell.open("apps");
            return true;
        });
        waitFor("the keyboard in the form", () -> isWithinForm(scene.getFocusOwner()));
        assertThat(typed(".form-veil #name")).isEqualTo("half-typed");
    }

    @Test
    void takesTheKeyboardWhenThePaletteOpensTheFormOverTheList() {
        beginWithApps();
        select(3);
        robot().press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        waitFor("the palette", () -> isShown(".palette-field"));
        write(".palette-field", "add an app");
        robot().type(KeyCode.ENTER);
        waitFor("the form", () -> isShown(".app-form"));
        waitFor("the keyboard", () -> onFx(() -> isWithinForm(scene.getFocusOwner())));
        robot().type(KeyCode.RIGHT, KeyCode.SPACE);
        waitFor("units", () -> isShown("#unit"));
    }

    private static boolean isWithinForm(@Nullable Node node) {
        for (Node each = node; each != null; each = each.getParent()) {
            if (each.getStyleClass().contains("form-veil")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void choosesWhatAlreadyRuns() {
        apps.findSome();
        begin();
        waitFor("the invitation", () -> isShown("Add an app"));
        fire("Add an app");
        waitFor("the form", () -> isShown(".app-form"));
        fire("systemd unit");
        waitFor("what there is", () -> isShown("nginx"));
        Pictures.take(scene, "app-form-systemd");
        click("nginx");
        waitFor("the unit", () -> typed("#unit").equals("nginx.service"));
        assertThat(typed("#name")).isEqualTo("nginx");

        fire("Container");
        waitFor("the containers", () -> isShown("shop-web-1"));
        Pictures.take(scene, "app-form-container");
        click("shop-web-1");
        waitFor(
                "it taken",
                () -> isShown("#adoptedText") && text("#adoptedText").contains("shop-web-1"));
        Pictures.take(scene, "app-form-adopted");
        fire("#save");
        waitFor("it saved", () -> !apps.drafts.isEmpty());
        assertThat(apps.drafts.getFirst().runtime()).isEqualTo(RuntimeKind.CONTAINER);
        assertThat(apps.drafts.getFirst().adopted()).containsExactly("shop-web-1");
    }

    @Test
    void editsWithSealedValuesAndTellsProblemsAtTheirFields() {
        beginWithApps();
        select(listed().indexOf("api"));
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit api"));
        waitFor(
                "its environment",
                () -> robot().lookup("#environment .text-field").queryAll().size() == 4);
        apps.refusal = AppException.invalid(List.of(
                new FieldProblem("ports[0]", "Write it as address:port:port, such as 127.0.0.1:8080:80."),
                new FieldProblem("environment.DATABASE_URL", "Is too long."),
                new FieldProblem("name", "Use lower-case letters, digits, dots, dashes and underscores.")));
        fire("#save");
        waitFor(
                "the problem",
                () -> isShown("#portsError") && text("#portsError").startsWith("Number 1: "));
        assertThat(text("#environmentError")).isEqualTo("DATABASE_URL: Is too long.");
        Pictures.take(scene, "app-form-problems");
        write("#name", "api-2");
        write("#memoryLimitBytes", "1.5 GiB");
        fire("#save");
        waitFor("the list", () -> !isShown(".app-form"));
        AppDraft draft = apps.drafts.getLast();
        assertThat(draft.environment()).containsEntry("DATABASE_URL", null).containsEntry("SESSION_SECRET", null);
        assertThat(draft.memoryLimitBytes()).isEqualTo(1_610_612_736L);
        assertThat(apps.calls()).contains("update api-2 at 1");
    }

    @Test
    void forgetsAnAppWhoseServerDoesNotAnswerOnlyWhenAsked() {
        beginWithApps();
        select(listed().indexOf("postgres"));
        apps.refusal = new AppException(PlatformError.UPSTREAM_FAILED, "db-1 does not answer on port 22.");
        robot().type(KeyCode.DELETE);
        waitFor("both questions", () -> workbench.questions.size() == 2);
        assertThat(workbench.questions.getLast().title()).isEqualTo("Forget postgres without its server?");
        waitFor("it to go", () -> !listed().contains("postgres"));
        assertThat(apps.calls()).containsSubsequence("delete postgres", "forget postgres");
    }

    @Test
    void standsOnThePageOfItsServer() {
        beginWithApps();
        onFx(() -> {
            machines.reveal("srv_web1");
            return true;
        });
        waitFor(
                "its apps",
                () -> robot().lookup(".server-apps .overview-row").queryAll().size() == 4);
        onFx(() -> {
            ScrollPane scroll = robot().lookup("#scroll").queryAs(ScrollPane.class);
            scroll.setVvalue(1);
            return true;
        });
        Pictures.take(scene, "server-page-apps");
        onFx(() -> {
            robot().lookup(".server-apps .overview-row").query().requestFocus();
            return true;
        });
        robot().type(KeyCode.ENTER);
        waitFor(
                "the page of the first",
                () -> isShown(".app-page") && text("#name").equals("api"));
    }

    @Test
    void offersAppsAndTheirActionsInThePalette() {
        beginWithApps();
        assertThat(onFx(() -> wiring.paletteEntries().stream()
                        .map(each -> each.title())
                        .toList()))
                .contains("api", "Stop api", "Start importer", "Restart nginx", "Edit… web", "Remove… report")
                .doesNotContain("Start api", "Stop report");
    }
}
