package dev.wheelhouse.ui.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.settings.SettingsWiring;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of channels and webhooks over a real core, with receivers on loopback. */
@SuppressWarnings("NullAway.Init")
class NotificationsScreenTest extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");
    private static final PageRequest PAGE = new PageRequest(200, null);

    @TempDir
    private Path home;

    private final FarSide far = new FarSide();
    private TestCore core;
    private FakeWorkbench workbench;
    private NotificationsWiring wiring;
    private Shell shell;
    private Scene scene;
    private int databases;

    @BeforeEach
    void open() {
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            wiring = new NotificationsWiring(core.core(), workbench, controls, Clock.systemUTC(), HERE);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "notifications"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(wiring, new SettingsWiring(core.core().settings(), workbench, controls, HERE)));
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
        core.close();
        far.close();
    }

    private Caller caller() {
        return core.callers().get();
    }

    private void allowLoopback() {
        core.core().settings().allowPrivateHost(caller(), "127.0.0.1");
    }

    private Webhook webhook(String path, String... events) {
        WebhookDraft draft = new WebhookDraft(far.url(path), List.of(events), true);
        return core.core().webhooks().service().create(caller(), draft).webhook();
    }

    private NotificationChannel channel(String name, ChannelKind kind, String... events) {
        boolean mail = kind == ChannelKind.EMAIL;
        boolean bot = kind == ChannelKind.TELEGRAM;
        return core.core()
                .notifications()
                .service()
                .create(
                        caller(),
                        new ChannelDraft(
                                kind,
                                name,
                                List.of(events),
                                true,
                                mail || bot ? null : far.url("/" + name.replace(' ', '-')),
                                bot ? "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11" : null,
                                bot ? "-1001234567890" : null,
                                mail ? "ops@example.com" : null));
    }

    /** Something that webhooks of {@code database.*} hear of. */
    private void happens() {
        ConnectionDraft draft = new ConnectionDraft(
                "shop-" + ++databases,
                Engine.POSTGRESQL,
                "127.0.0.1",
                1,
                "shop",
                "wheelhouse",
                null,
                null,
                null,
                Environment.PRODUCTION,
                null,
                null,
                null,
                null);
        core.core().databases().connections().create(caller(), draft, null);
    }

    private List<Delivery> deliveries(Webhook webhook) {
        return core.core()
                .webhooks()
                .service()
                .deliveries(caller(), webhook.id(), Set.of(), PAGE)
                .items();
    }

    @SuppressWarnings("unchecked")
    private List<String> listed() {
        return onFx(() -> robot().lookup(".target-table").tryQuery().isEmpty()
                ? List.<String>of()
                : ((TableView<LiveRow<TargetLine>>)
                                robot().lookup(".target-table").queryAs(TableView.class))
                        .getItems().stream().map(each -> each.line().name()).toList());
    }

    private void openPage(String id) {
        onFx(() -> {
            wiring.reveal(id);
            return true;
        });
        waitFor("the page", () -> isShown(".target-page"));
    }

    private boolean told(String part) {
        return workbench.notices.stream().map(Notice::text).anyMatch(each -> each.contains(part));
    }

    @Test
    void aWebhookIsAddedWithItsSecretShownOnceAndTested() {
        begin();
        waitFor("the invitation", () -> says("Nobody hears of anything yet."));
        Pictures.take(scene, "notifications-empty");
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.W);
        waitFor("the form", () -> isShown(".webhook-form"));
        write("#url", "ftp://example.com");
        click("#save");
        waitFor("what is wrong with the address", () -> isShown("#urlError"));
        write("#url", far.url("/hook?token=secret"));
        click("#save");
        waitFor("the offer", () -> isShown("Allow requests to 127.0.0.1"));
        Pictures.take(scene, "webhook-form-refused");
        click("Allow requests to 127.0.0.1");
        waitFor("it allowed", () -> !isShown("#urlError"));
        write("#findEvent", "database.*");
        click("#findEvent");
        press(KeyCode.ENTER);
        waitFor("what is chosen", () -> says("Hears: What concerns people, database.*"));
        Pictures.take(scene, "webhook-form");
        click("#save");
        waitFor("the secret", () -> isShown(".kept-text"));
        assertThat(text("#key")).startsWith("whsec_");
        Pictures.take(scene, "webhook-secret");
        click("#copyKey");
        assertThat(workbench.copied).containsExactly(text("#key"));
        click("#done");
        waitFor("its page", () -> isShown(".target-page") && says("Nothing was sent yet."));
        Pictures.take(scene, "webhook-page-empty");
        assertThat(says("secret")).isFalse();
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("the test's delivery", () -> isShown("#payload") && isShown("#responseBody"));
        assertThat(text("#payload")).contains("\"type\": \"webhook.test\"");
        assertThat(text("#requestHeaders")).contains("webhook-id").contains("webhook-signature");
        assertThat(text("#responseBody")).contains("\"taken\": true");
        assertThat(told(far.authority() + " took the test.")).isTrue();
        happens();
        waitFor(
                "the event",
                () -> ((TableView<?>) scene.lookup(".delivery-table"))
                                .getItems()
                                .size()
                        == 2);
        Pictures.take(scene, "webhook-page");
        click("#event");
        waitFor("the event's card", () -> isShown(".event-card") && says("Somebody tried a webhook"));
        Pictures.take(scene, "event-card");
        click("#done");
        waitFor("the page again", () -> !isShown(".event-card"));
    }

    @Test
    void aFailingWebhookIsOnTheOverviewAndSendsAgain() {
        allowLoopback();
        Webhook hook = webhook("/hook", "database.*");
        far.answers("/hook", 500, "{\"error\":\"out of disk\"}");
        happens();
        waitFor("the failure", () -> !deliveries(hook).isEmpty());
        begin();
        waitFor("its state", () -> says("Failing"));
        assertThat(says("1 retry pending")).isTrue();
        openPage(hook.id());
        waitFor("the banner", () -> says(" fails since "));
        waitFor("the next attempt", () -> says("retry in "));
        Pictures.take(scene, "webhook-page-failing");
        ScreenPart part = onFx(() -> {
            ScreenPart made = wiring.failing();
            made.onShow();
            return made;
        });
        waitFor(
                "the overview's line",
                () -> part.root().lookup("#failingTargets").isVisible());
        Scene overview = onFx(() -> new Scene(new VBox(part.root()), 900, 200));
        Pictures.takeOwnSize(overview, "overview-failing");
        assertThat(onFx(() -> part.root().lookupAll(".h3").stream()
                        .anyMatch(each -> each instanceof Label label
                                && label.getText().startsWith("Webhook " + far.authority() + " fails since "))))
                .isTrue();

        far.answers("/hook", 200, "{}");
        waitFor("the retry", () -> deliveries(hook).getFirst().status() == DeliveryStatus.SUCCEEDED);
        waitFor("it delivered", () -> says("Delivered") && !says(" fails since "));
        waitFor("the way to send it again", () -> isShown("#redeliver"));
        long before = far.received("/hook");
        click("#redeliver");
        waitFor("it again", () -> far.received("/hook") == before + 1);
        assertThat(told("database.connection_created is sent again.")).isTrue();
        waitFor(
                "the overview without it",
                () -> !part.root().lookup("#failingTargets").isVisible());
        onFx(() -> {
            part.onHide();
            return true;
        });

        press(KeyCode.ALT, KeyCode.LEFT);
        waitFor("the list", () -> listed().size() == 1);
    }

    @Test
    void allSinceATimeAreSentAgainAndABadTimeIsSaidAtItsField() {
        allowLoopback();
        Webhook hook = webhook("/hook", "database.*");
        happens();
        happens();
        waitFor("both", () -> far.received("/hook") == 2 && deliveries(hook).size() == 2);
        begin();
        waitFor("the list", () -> listed().size() == 1);
        openPage(hook.id());
        waitFor("the deliveries", () -> says("database.connection_created"));
        click("Redeliver since…");
        waitFor("the form", () -> isShown(".redelivery-form"));
        write("#since", "yesterday");
        click("#save");
        waitFor("what is wrong", () -> says("Enter a time such as"));
        write("#since", "2026-01-01 00:00:00");
        waitFor("the form without the problem", () -> !says("Enter a time such as"));
        // By its own means: the form moves while its problem goes.
        onFx(() -> {
            ((ToggleButton) scene.lookup("#which .right-pill")).fire();
            return true;
        });
        Pictures.take(scene, "webhook-redeliver");
        click("#save");
        waitFor("both again", () -> far.received("/hook") == 4);
        waitFor("the words", () -> told("2 deliveries are sent again."));
    }

    @Test
    void aWebhookThatIsGoneSaysWhyAndIsSwitchedOnAgain() {
        allowLoopback();
        Webhook hook = webhook("/hook", "database.*");
        far.answers("/hook", 410, "");
        happens();
        waitFor(
                "it disabled",
                () -> !core.core().webhooks().service().get(caller(), hook.id()).enabled());
        begin();
        waitFor("its state", () -> says("Disabled"));
        Pictures.take(scene, "notifications-disabled");
        openPage(hook.id());
        waitFor("the banner", () -> says("The console turned this webhook off."));
        Pictures.take(scene, "webhook-page-disabled");
        click("Switch on");
        waitFor("it on", () -> says("On") && !says("The console turned this webhook off."));
    }

    @Test
    void aSecretIsRotatedOnlyWhenConfirmed() {
        allowLoopback();
        Webhook hook = webhook("/hook", "*");
        begin();
        waitFor("the list", () -> listed().size() == 1);
        openPage(hook.id());
        workbench.answer = false;
        click("Rotate secret…");
        assertThat(workbench.questions.getLast().text()).contains("24 hours requests are signed with both");
        assertThat(isShown(".kept-text")).isFalse();
        workbench.answer = true;
        click("Rotate secret…");
        waitFor("the new secret", () -> isShown(".kept-text"));
        click("#done");
        waitFor("until when both sign", () -> says("the secret before signs too until"));
    }

    @Test
    void aChannelIsTestedInItsFormAndKeepsItsSecretWhenEdited() {
        begin();
        waitFor("the invitation", () -> says("Nobody hears of anything yet."));
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.J);
        waitFor("the form", () -> isShown(".channel-form"));
        assertThat(isShown("#url")).isTrue();
        assertThat(isShown("#botToken") || isShown("#to")).isFalse();
        click("#save");
        waitFor("what is missing", () -> isShown("#nameError") && isShown("#urlError"));
        Pictures.take(scene, "channel-form-problems");
        far.answers("/services/T0", 404, "no_service");
        write(".channel-form #name", "Ops");
        write("#url", far.url("/services/T0"));
        click("#test");
        waitFor("the offer", () -> isShown("Allow requests to 127.0.0.1"));
        click("Allow requests to 127.0.0.1");
        waitFor("it allowed", () -> !isShown("#urlError"));
        click("#test");
        waitFor("the far side's words", () -> says("no_service"));
        Pictures.take(scene, "channel-form-refused");
        assertThat(text("#url")).isEmpty();
        far.answers("/services/T0", 200, "ok");
        click("#test");
        waitFor("it taken", () -> says("The test was taken"));
        Pictures.take(scene, "channel-form-taken");
        assertThat(far.received("/services/T0")).isEqualTo(2);
        click("#save");
        waitFor("its page", () -> isShown(".target-page"));

        press(KeyCode.F2);
        waitFor("the form again", () -> isShown(".channel-form"));
        write(".channel-form #name", "Ops room");
        click("#save");
        waitFor("the new name", () -> isShown(".target-page") && says("Ops room"));
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("it where it was", () -> far.received("/services/T0") == 3);
    }

    @Test
    void aChannelThatFailsIsNamedOnTheOverviewAndItsMessagesAreShown() {
        allowLoopback();
        NotificationChannel ops = channel("Ops", ChannelKind.SLACK, "database.*");
        far.answers("/Ops", 500, "maintenance");
        happens();
        begin();
        waitFor("its state", () -> says("Failing"));
        ScreenPart part = onFx(() -> {
            ScreenPart made = wiring.failing();
            made.onShow();
            return made;
        });
        waitFor(
                "the overview's line",
                () -> part.root().lookupAll(".h3").stream()
                        .anyMatch(each -> each instanceof Label label
                                && label.getText().startsWith("Ops on Slack fails since ")));
        onFx(() -> {
            part.onHide();
            return true;
        });
        openPage(ops.id());
        waitFor("its message", () -> isShown("#payload"));
        assertThat(text("#payload")).startsWith("shop-1: A connection was added");
        assertThat(isShown("#redeliver")).isFalse();
        waitFor("why", () -> says("answered 500"));
        Pictures.take(scene, "channel-page-failing");
        click("#event");
        waitFor("whom it reached", () -> isShown(".event-card") && says("shop-1: A connection was added"));
        waitFor("the channel", () -> isShown(".event-card .target-name"));
        Pictures.take(scene, "event-card-reached");
        far.answers("/Ops", 200, "ok");
        click("#done");
        waitFor("the page again", () -> !isShown(".event-card"));
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("it taken", () -> told("Ops took the test."));
    }

    @Test
    void theOverviewShowsWhatHappenedLastAndWhomItReached() {
        allowLoopback();
        Webhook hook = webhook("/hook", "database.*");
        happens();
        waitFor("it sent", () -> !deliveries(hook).isEmpty());
        begin();
        ScreenPart part = onFx(() -> {
            ScreenPart made = wiring.latestEvents();
            made.onShow();
            return made;
        });
        waitFor("the events", () -> part.root().lookup("#latestEvents").isVisible());
        Pictures.takeOwnSize(onFx(() -> new Scene(new VBox(part.root()), 900, 300)), "overview-events");
        onFx(() -> {
            Node row = part.root().lookup(".overview-row");
            row.fireEvent(new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
            part.onHide();
            return true;
        });
        waitFor("the newest", () -> isShown(".event-card") && says("shop-1: A connection was added"));
        waitFor("the webhook", () -> isShown(".event-card .target-name"));
        click("#done");
        waitFor("the list", () -> !isShown(".event-card"));
    }

    @Test
    void eachKindHasItsOwnFields() {
        begin();
        waitFor("the invitation", () -> says("Nobody hears of anything yet."));
        click("#add");
        waitFor("the form", () -> isShown(".channel-form"));
        click("Telegram");
        waitFor("its fields", () -> isShown("#botToken") && isShown("#chatId") && !isShown("#url"));
        write(".channel-form #name", "Night shift");
        write("#botToken", "not a token");
        write("#chatId", "@x");
        click("#save");
        waitFor("both problems", () -> isShown("#botTokenError") && isShown("#chatIdError"));
        Pictures.take(scene, "channel-form-telegram");
        click("Email");
        waitFor("that there is no mail server", () -> says("No mail server is set up yet"));
        write("#to", "a@example.com, b@example.com");
        click("#save");
        waitFor("its problem", () -> isShown("#toError"));
        Pictures.take(scene, "channel-form-email");
        click("#openSettings");
        waitFor("the settings", () -> isShown(".settings-screen"));
        assertThat(workbench.screens).contains("settings");
    }

    @Test
    void theListHasBothAndNarrowsToEither() {
        allowLoopback();
        far.answers("/orders", 503, "maintenance until noon");
        webhook("/orders", "database.*", "backup.failed");
        webhook("/audit", "*", "deploy.*", "schedule.*", "server.*");
        channel("Ops", ChannelKind.SLACK, "*");
        channel("On call", ChannelKind.TELEGRAM, "*");
        channel("Releases", ChannelKind.DISCORD, "deploy.*");
        channel("Audit mailbox", ChannelKind.EMAIL, "backup.*", "restore.*", "vault.*");
        NotificationChannel off = channel("Old wall", ChannelKind.WEBHOOK, "app.crashed");
        core.core().notifications().service().setEnabled(caller(), off.id(), false);
        happens();
        waitFor("the failure", () -> far.received("/orders") > 0);
        begin();
        waitFor("all of them", () -> listed().size() == 7 && says("Failing"));
        Pictures.take(scene, "notifications");
        click("Webhooks");
        waitFor("the webhooks", () -> listed().equals(List.of(far.authority(), far.authority())));
        click("Channels");
        waitFor("the channels", () -> listed().size() == 5);
        write("#filter", "tele");
        waitFor("the one that matches", () -> listed().equals(List.of("On call")));
        write("#filter", "");
        waitFor("all channels again", () -> listed().size() == 5);

        onFx(() -> {
            Node table = scene.lookup(".target-table");
            table.requestFocus();
            ((TableView<?>) table).getSelectionModel().clearAndSelect(0);
            return true;
        });
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.E);
        waitFor("it off", () -> told("Audit mailbox is off."));
        press(KeyCode.DELETE);
        waitFor("it gone", () -> told("Audit mailbox was deleted.") && listed().size() == 4);
        assertThat(workbench.questions.getLast().title()).isEqualTo("Delete Audit mailbox?");
    }

    @Test
    void thePaletteLeadsToEachAndDoesWhatCanBeDone() {
        allowLoopback();
        channel("Ops", ChannelKind.SLACK, "*");
        begin();
        waitFor("the list", () -> listed().equals(List.of("Ops")));
        List<PaletteEntry> entries = onFx(() -> wiring.paletteEntries());
        assertThat(entries)
                .extracting(PaletteEntry::title)
                .contains("Ops", "Test Ops", "Switch off Ops", "Edit… Ops", "Delete… Ops");
        onFx(() -> {
            entries.getFirst().open().run();
            return true;
        });
        waitFor("its page", () -> isShown(".target-page"));
    }
}
