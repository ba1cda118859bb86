package dev.wheelhouse.ui.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of servers with servers that are made up, in every state; {@code ServersStoryTest} has real ones. */
@SuppressWarnings("NullAway.Init")
class ServersScreenTest extends FxTest {

    @TempDir
    private Path home;

    private final FakeServers servers = new FakeServers(Clock.systemUTC());
    private TestCore core;
    private FakeWorkbench workbench;
    private ServersWiring wiring;
    private Shell shell;
    private Scene scene;

    @BeforeEach
    void open() {
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            wiring = new ServersWiring(servers, workbench, controls, Clock.systemUTC());
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "servers"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(wiring));
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

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        waitFor("the last watch to end", () -> servers.watches == 0);
        core.close();
    }

    private void openPage(String id) {
        onFx(() -> {
            wiring.reveal(id);
            return true;
        });
        waitFor("the charts", () -> scene.getRoot().lookupAll(".metric-chart").size() == 9);
        waitFor(
                "what they show",
                () -> scene.getRoot().lookupAll(".metric-chart").stream()
                        .noneMatch(
                                each -> String.valueOf(each.getAccessibleText()).endsWith("loading")));
    }

    @SuppressWarnings("unchecked")
    private TableView<LiveRow<ServerLine>> table() {
        return robot().lookup(".server-table").queryAs(TableView.class);
    }

    private List<String> listed() {
        return onFx(() -> robot().lookup(".server-table").tryQuery().isEmpty()
                ? List.<String>of()
                : table().getItems().stream().map(each -> each.line().name()).toList());
    }

    @Test
    void leadsFromNoServerToTheForm() {
        begin();
        waitFor("the invitation", () -> isShown("Add a server"));
        Pictures.take(scene, "servers-empty");
        assertThat(listed()).isEmpty();
    }

    @Test
    void listsServersWithTheirStateInWordsAndFiltersThem() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        assertThat(listed()).containsExactly("workbench", "build-7", "db-1", "mail-2", "web-1", "web-2");
        waitFor("the state of the third", () -> isShown("Offline"));
        Pictures.take(scene, "servers-list");
        assertThat(onFx(() -> isShown("Online") && isShown("Not trusted yet") && isShown("Host key changed")))
                .isTrue();

        write("#filter", "web");
        waitFor("the matching ones", () -> listed().equals(List.of("web-1", "web-2")));
        assertThat(text("#count")).isEqualTo("2 of 6 servers");
        write("#filter", "nothing of that kind");
        waitFor("none", () -> isShown("Show all"));
    }

    @Test
    void removesTheMachineThatTheHomeWasOnBefore() {
        servers.addSome();
        servers.addFormer();
        begin();
        waitFor("the servers", () -> listed().size() == 7);
        assertThat(listed()).startsWith("workbench", "archive");
        waitFor("whose it is", () -> isShown("Another console's machine"));
        Pictures.take(scene, "servers-former");
        assertThat(onFx(() -> wiring.paletteEntries().stream()
                        .map(each -> each.title())
                        .toList()))
                .contains("Remove… archive")
                .doesNotContain("Remove… workbench");

        select(1);
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit archive"));
        waitFor(
                "whose it is",
                () -> isShown("The machine of another console. Work it there, or add it here as an SSH server."));
        Pictures.take(scene, "server-form-former");
        robot().type(KeyCode.ESCAPE);
        waitFor("the list", () -> !isShown(".form-veil"));
        waitFor("the keyboard", () -> table().isFocused());
        robot().type(KeyCode.DELETE);
        waitFor("it to go", () -> !listed().contains("archive"));
        assertThat(workbench.questions.getFirst().title()).isEqualTo("Remove archive?");
    }

    private void select(int row) {
        onFx(() -> {
            table().getSelectionModel().clearAndSelect(row);
            table().requestFocus();
            return true;
        });
    }

    @Test
    void tellsThatTheListStandsStill() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        servers.unreadable = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        waitFor("a word of it", () -> isShown(".stale-line"));
        assertThat(text(".stale-line .label")).matches("Not read since \\d\\d:\\d\\d: The store does not answer\\.");
        assertThat(listed()).hasSize(6);
        Pictures.take(scene, "servers-stale");
        servers.unreadable = null;
        waitFor("it gone", () -> !isShown(".stale-line"));
    }

    @Test
    void tellsThatAPageStandsStill() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        openPage("srv_web1");
        servers.unreadable = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        waitFor("a word of it", () -> isShown(".server-page > .stale-line"));
        Pictures.take(scene, "server-page-stale");
        servers.unreadable = null;
        waitFor("it gone", () -> !isShown(".server-page > .stale-line"));
    }

    @Test
    void keepsWhatWasTypedWhenTheKeyThatAddsIsPressedAgain() {
        begin();
        waitFor("the invitation", () -> isShown("Add a server"));
        for (int i = 0; i < 2; i++) {
            robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.M).release(KeyCode.M, KeyCode.SHIFT, KeyCode.CONTROL);
            waitFor("the form", () -> isShown(".form-veil"));
            if (i == 0) {
                write(".form-veil #name", "half-typed");
            }
        }
        assertThat(onFx(() -> robot().lookup(".form-veil #name")
                        .<TextInputControl>queryAs(TextInputControl.class)
                        .getText()))
                .isEqualTo("half-typed");
    }

    @Test
    void opensThePageByTheKeyboardAndGoesBack() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        waitFor("the keyboard", () -> table().isFocused());
        robot().type(KeyCode.HOME).type(KeyCode.DOWN, 4).type(KeyCode.ENTER);
        waitFor("the page", () -> isShown(".server-page") && text("#name").equals("web-1"));
        waitFor("a watch", () -> servers.watches == 1);
        robot().press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
        waitFor("the list", () -> isShown(".server-table"));
        waitFor("no watch", () -> servers.watches == 0);
    }

    @Test
    void drawsEveryChartOfAServerWithItsMarks() {
        servers.addSome();
        servers.events.add(
                new MetricMark(Clock.systemUTC().instant().minus(Duration.ofMinutes(42)), "evt_1", "server.recovered"));
        begin();
        openPage("srv_web1");
        waitFor("the cost", () -> text("#cost").startsWith("Monitoring costs 0.8 ms"));
        assertThat(text("#facts")).isEqualTo("ada@web-1.example.com  ·  Debian GNU/Linux 13 (trixie)  ·  up 12 d 4 h");
        Pictures.take(scene, "server-page");

        robot().press(KeyCode.CONTROL, KeyCode.DIGIT8).release(KeyCode.DIGIT8, KeyCode.CONTROL);
        waitFor(
                "ninety days",
                () -> workbench
                        .state()
                        .read("servers.range", String.class)
                        .orElse("")
                        .equals("90d"));
        waitFor(
                "their charts",
                () -> scene.getRoot().lookupAll(".metric-chart").stream()
                        .noneMatch(
                                each -> String.valueOf(each.getAccessibleText()).endsWith("loading")));
        Pictures.take(scene, "server-page-90d");
    }

    @Test
    void saysThatAServerIsGoneAndDimsWhatIsOld() {
        servers.addSome();
        servers.outcomes.put("srv_db", new ServerTest(false, "It does not answer on port 22.", null, null));
        begin();
        openPage("srv_db");
        waitFor("the banner", () -> isShown("db-1 does not answer"));
        assertThat(text("#bannerText")).endsWith("The last values are from 14 min ago.");
        Pictures.take(scene, "server-gone");
        int before = servers.calls().size();
        click("Retry");
        waitFor("another try", () -> servers.calls().size() > before);
    }

    @Test
    void asksBeforeItTrustsAKeyAndStopsAtAnotherOne() {
        servers.addSome();
        begin();
        onFx(() -> {
            wiring.reveal("srv_new");
            return true;
        });
        waitFor("the question", () -> isShown("This server's key is not trusted yet"));
        Pictures.take(scene, "server-key-unknown");
        click("Trust this key");
        waitFor("trust", () -> servers.calls().contains("trust build-7 " + FakeServers.FINGERPRINT));
        assertThat(workbench.questions).isEmpty();

        workbench.answer = false;
        onFx(() -> {
            wiring.reveal("srv_odd");
            return true;
        });
        waitFor("the stop", () -> isShown("Stopped: this server shows another key than before"));
        Pictures.take(scene, "server-key-changed");
        click("Trust the new key…");
        waitFor("the question", () -> workbench.questions.size() == 1);
        assertThat(workbench.questions.getFirst().text()).contains(FakeServers.OTHER_FINGERPRINT);
        assertThat(servers.calls()).noneMatch(each -> each.startsWith("trust mail-2"));
    }

    @Test
    void addsAServerWithAQuestionAboutItsKey() {
        begin();
        waitFor("the invitation", () -> isShown("Add a server"));
        click("Add a server");
        waitFor("the form", () -> isShown(".form-veil"));
        Pictures.take(scene, "server-form-new");
        onFx(() -> {
            robot().lookup("#address")
                    .<TextInputControl>queryAs(TextInputControl.class)
                    .insertText(0, "ssh -p 2222 ada@web-1.example.com");
            return true;
        });
        waitFor("the host", () -> text(scene, "#host").equals("web-1.example.com"));
        assertThat(text(scene, "#port")).isEqualTo("2222");
        assertThat(text(scene, "#name")).isEqualTo("web-1");
        write("#privateKey", "-----BEGIN OPENSSH PRIVATE KEY-----");
        click("#test");
        waitFor("the question", () -> isShown("Is this the server you mean?"));
        Pictures.take(scene, "server-form-question");
        click("#trust");
        waitFor("its answer", () -> text("#testText").startsWith("Debian GNU/Linux 13"));
        onFx(() -> {
            robot().lookup("#usesSource").<CheckBox>queryAs(CheckBox.class).setSelected(true);
            return true;
        });
        Pictures.take(scene, "server-form-tested");
        write("#sourceUrl", "http://prometheus:9090");
        write("#sourceLabels", "instance=\"web-1:9100\", job=node");
        click("#save");
        waitFor("its page", () -> isShown(".server-page") && text("#name").equals("web-1"));
        assertThat(servers.calls()).contains("create web-1 trusting " + FakeServers.FINGERPRINT);
        assertThat(servers.sources)
                .containsEntry(
                        "srv_made",
                        new MetricSourceDraft(
                                "http://prometheus:9090", Map.of("instance", "web-1:9100", "job", "node"), null));
    }

    private String text(Scene where, String query) {
        return onFx(() -> ((TextInputControl) where.lookup(query)).getText());
    }

    @Test
    void showsEveryStateOfTheForm() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        onFx(() -> {
            table().getSelectionModel().select(4);
            return true;
        });
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit web-1"));
        servers.outcomes.put("draft", new ServerTest(false, "Another key.", null, FakeServers.OTHER_FINGERPRINT));
        click("#test");
        waitFor("the stop", () -> isShown("Stopped: another key than before"));
        Pictures.take(scene, "server-form-key-changed");
        onFx(() -> {
            servers.refusal = AppException.invalid("auth.password", "Type the password.");
            return true;
        });
        click("Password");
        click("#save");
        waitFor("the problem", () -> isShown("Type the password."));
        Pictures.take(scene, "server-form-problem");
        robot().type(KeyCode.ESCAPE);
        waitFor("the list", () -> !isShown(".form-veil"));
        assertThat(servers.logins).noneMatch(each -> each.toString().contains("BEGIN"));
    }

    @Test
    void namesWhoNeedsAServerThatIsToBeRemoved() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        onFx(() -> {
            table().getSelectionModel().select(4);
            table().requestFocus();
            servers.refusal = FakeServers.inUse();
            return true;
        });
        robot().type(KeyCode.DELETE);
        waitFor("the refusal", () -> !workbench.errors.isEmpty());
        assertThat(workbench.errors.getFirst()).hasMessageContaining("the database connection shop");
        assertThat(workbench.questions.getFirst().title()).isEqualTo("Remove web-1?");
        robot().type(KeyCode.DELETE);
        waitFor("it to go", () -> !listed().contains("web-1"));
    }

    @Test
    void offersServersAndTheirActionsInThePalette() {
        servers.addSome();
        begin();
        waitFor("the servers", () -> listed().size() == 6);
        assertThat(onFx(() -> wiring.paletteEntries().stream()
                        .map(each -> each.title())
                        .toList()))
                .contains("web-1", "Test web-1", "Edit… web-1", "Remove… web-1", "workbench")
                .doesNotContain("Remove… workbench");
    }
}
