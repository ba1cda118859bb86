package dev.wheelhouse.ui.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.controls.ToggleSwitch;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.schedules.RunStatus;
import dev.wheelhouse.core.schedules.TrialStatus;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.output.OutputView;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.servers.SomeServers;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of schedules with schedules that are made up, in every state. */
@SuppressWarnings("NullAway.Init")
class SchedulesScreenTest extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");

    @TempDir
    private static Path home;

    /** For the jobs of the status bar alone, so one is enough. */
    private static TestCore core;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T14:03:20Z"));
    private final FakeSchedules schedules = new FakeSchedules(clock);
    private FakeWorkbench workbench;
    private SchedulesWiring wiring;
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
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            ServersWiring servers = SomeServers.wiring(workbench, controls, clock);
            wiring = new SchedulesWiring(schedules, schedules, schedules, servers, workbench, controls, clock, HERE);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "schedules"),
                    new JobsViewModel(core.core().jobs(), workbench, clock, _ -> Optional.empty()),
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

    private void beginWithSome() {
        schedules.addSome();
        begin();
        waitFor("the schedules", () -> listed().size() == 7);
        waitFor("their servers", () -> isShown("db-1"));
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private TableView<LiveRow<ScheduleLine>> table() {
        return robot().lookup(".schedule-table").queryAs(TableView.class);
    }

    private List<String> listed() {
        return onFx(() -> robot().lookup(".schedule-table").tryQuery().isEmpty()
                ? List.<String>of()
                : table().getItems().stream().map(each -> each.line().name()).toList());
    }

    private void select(String name) {
        onFx(() -> {
            table().getSelectionModel().select(listed().indexOf(name));
            table().requestFocus();
            return true;
        });
    }

    @Test
    void leadsFromNoScheduleToTheForm() {
        begin();
        waitFor("the invitation", () -> isShown("Add a schedule"));
        Pictures.take(scene, "schedules-empty");
    }

    @Test
    void listsSchedulesInWordsWithTheDayAheadAndFiltersThem() {
        beginWithSome();
        assertThat(listed())
                .containsExactly(
                        "backup-shop",
                        "heartbeat",
                        "old-import",
                        "renew-certificates",
                        "rotate-logs",
                        "vacuum-shop",
                        "weekly-report");
        assertThat(onFx(() -> isShown("At 02:30") && isShown("tomorrow 02:30") && isShown("in 11 h 26 min")))
                .isTrue();
        assertThat(onFx(() -> isShown("Disabled") && isShown("Never ran") && isShown("Failed")))
                .isTrue();
        Pictures.take(scene, "schedules-list");

        write("#filter", "certbot");
        waitFor("the matching one", () -> listed().equals(List.of("renew-certificates")));
        assertThat(text("#count")).isEqualTo("1 of 7 schedules");
        write("#filter", "nothing of that kind");
        waitFor("none", () -> isShown("Show all"));
    }

    @Test
    void tellsThatTheListStandsStill() {
        beginWithSome();
        schedules.unreadable = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        waitFor("a word of it", () -> isShown(".stale-line"));
        assertThat(text(".stale-line .label")).matches("Not read since \\d\\d:\\d\\d: The store does not answer\\.");
        assertThat(listed()).hasSize(7);
        Pictures.take(scene, "schedules-stale");
        schedules.unreadable = null;
        waitFor("it gone", () -> !isShown(".stale-line"));
    }

    @Test
    void tellsThatAPageStandsStill() {
        beginWithSome();
        onFx(() -> {
            wiring.reveal(table().getItems().getFirst().id());
            return true;
        });
        waitFor("the page", () -> isShown(".schedule-page"));
        schedules.unreadable = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        waitFor("a word of it", () -> isShown(".schedule-page > .stale-line"));
        Pictures.take(scene, "schedule-page-stale");
        schedules.unreadable = null;
        waitFor("it gone", () -> !isShown(".schedule-page > .stale-line"));
    }

    @Test
    void keepsWhatWasTypedWhenTheKeyThatAddsIsPressedAgain() {
        begin();
        waitFor("the invitation", () -> isShown("Add a schedule"));
        for (int i = 0; i < 2; i++) {
            robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.D).release(KeyCode.D, KeyCode.SHIFT, KeyCode.CONTROL);
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
    void turnsASwitchBackThatWasRefused() {
        beginWithSome();
        schedules.refusal = new AppException(PlatformError.UPSTREAM_FAILED, "The store does not answer.");
        onFx(() -> {
            toggle("rotate-logs").setSelected(false);
            return true;
        });
        waitFor("the refusal", () -> !workbench.errors.isEmpty());
        waitFor("it on again", () -> toggle("rotate-logs").isSelected());
        assertThat(schedules.calls()).containsExactly("off rotate-logs");
    }

    private ToggleSwitch toggle(String name) {
        return scene.getRoot().lookupAll(".schedule-table .toggle-switch").stream()
                .map(ToggleSwitch.class::cast)
                .filter(each -> String.valueOf(each.getAccessibleText()).startsWith(name + " is "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countsOnHowLongARunTakes() {
        schedules.addSome();
        schedules.add(schedules.run("sch_vacuum", RunStatus.RUNNING, clock.instant(), Duration.ZERO));
        begin();
        onFx(() -> {
            wiring.reveal("sch_vacuum");
            return true;
        });
        clock.advance(Duration.ofSeconds(5));
        waitFor("some time", () -> isCell("4.9 s"));
        clock.advance(Duration.ofSeconds(40));
        waitFor("more time", () -> isCell("44.9 s"));
        clock.advance(Duration.ofSeconds(10));
        waitFor("still more time", () -> isCell("54.9 s"));
    }

    private boolean isCell(String text) {
        return scene.getRoot().lookupAll(".run-table .table-cell").stream()
                .anyMatch(each -> each instanceof Labeled cell && text.equals(cell.getText()));
    }

    @Test
    void keepsTheKeyboardWhereItStandsOnAnotherScreen() {
        schedules.addSome();
        ScreenPart part = onFx(wiring::next);
        Scene other = show(new StackPane(part.root()), 800, 600);
        onFx(() -> {
            part.onShow();
            return true;
        });
        waitFor("rows", () -> !other.getRoot().lookupAll(".overview-row").isEmpty());
        Node row = onFx(() -> {
            Node first = other.getRoot().lookup(".overview-row");
            first.requestFocus();
            return first;
        });
        String before = onFx(row::getAccessibleText);
        clock.advance(Duration.ofSeconds(60));
        waitFor("the time to go on", () -> !before.equals(row.getAccessibleText()));
        assertThat(onFx(other::getFocusOwner)).isSameAs(row);
        onFx(() -> {
            part.onHide();
            return true;
        });
    }

    @Test
    void choosesAScheduleByItsMarkInTheDay() {
        beginWithSome();
        waitFor("marks", () -> scene.getRoot().lookupAll(".day-mark").size() > 20);
        onFx(() -> {
            robot().lookup(".day-strip").query().requestFocus();
            return true;
        });
        robot().type(KeyCode.RIGHT).type(KeyCode.RIGHT).type(KeyCode.ENTER);
        waitFor("a choice", () -> table().getSelectionModel().getSelectedItem() != null);
        assertThat(onFx(() ->
                        table().getSelectionModel().getSelectedItem().line().name()))
                .isIn("rotate-logs", "renew-certificates");
        Pictures.take(scene, "schedules-day");
    }

    @Test
    void pausesEverythingWithABandAndGoesOn() {
        beginWithSome();
        click("Pause all");
        waitFor("the band", () -> isShown("All schedules paused"));
        waitFor("no next time", () -> isShown("Paused"));
        Pictures.take(scene, "schedules-paused");
        click("Resume all");
        waitFor("no band", () -> !isShown("All schedules paused"));
        assertThat(schedules.calls()).containsExactly("pause", "resume");
    }

    @Test
    void runsSwitchesAndDeletesByTheKeyboard() {
        beginWithSome();
        select("rotate-logs");
        robot().press(KeyCode.CONTROL, KeyCode.R).release(KeyCode.R, KeyCode.CONTROL);
        waitFor("a run", () -> schedules.calls().contains("run rotate-logs"));
        waitFor("it to be seen", () -> isShown("Running"));
        robot().press(KeyCode.CONTROL, KeyCode.PERIOD).release(KeyCode.PERIOD, KeyCode.CONTROL);
        waitFor("its end", () -> schedules.calls().stream().anyMatch(each -> each.startsWith("cancel run_")));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.E).release(KeyCode.E, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("off", () -> schedules.calls().contains("off rotate-logs"));
        robot().type(KeyCode.DELETE);
        waitFor("it to go", () -> !listed().contains("rotate-logs"));
        assertThat(workbench.questions)
                .extracting(Question::title)
                .containsExactly("Run rotate-logs now?", "Stop what rotate-logs runs?", "Delete rotate-logs?");
    }

    @Test
    void opensThePageWithRunsAndTheirOutput() {
        beginWithSome();
        select("backup-shop");
        robot().type(KeyCode.ENTER);
        waitFor("the page", () -> isShown(".schedule-page") && text("#name").equals("backup-shop"));
        waitFor("its output", () -> isShown(".output-view") && output().contains("done"));
        assertThat(output())
                .contains("customers      50,000 rows", "progress 100 %")
                .doesNotContain("\u001B", "10 %");
        assertThat(text("#facts")).isEqualTo("Next run in 11 h 26 min  ·  tomorrow 02:30");
        Pictures.take(scene, "schedule-page");
        robot().press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
        waitFor("the list", () -> isShown(".schedule-table"));

        select("rotate-logs");
        robot().type(KeyCode.ENTER);
        waitFor("the page", () -> isShown(".schedule-page") && text("#name").equals("rotate-logs"));
        waitFor("two zones", () -> isShown("UTC") && isShown("Here, Europe/Zurich"));
        onFx(() -> {
            ((TableView<?>) scene.lookup(".run-table")).getSelectionModel().select(7);
            return true;
        });
        waitFor("why", () -> isShown("No console was on when it was due."));
        Pictures.take(scene, "schedule-page-missed");
    }

    @Test
    void showsTheEndOfALongOutputAndAllOfItWhenAsked() {
        StringBuilder text = new StringBuilder("first of all\n");
        for (int i = 1; i <= 400; i++) {
            text.append(
                    i % 60 == 0 ? "ERROR table %d is locked\n".formatted(i) : "INFO copied table %d\n".formatted(i));
        }
        schedules.addSome();
        schedules.outputs.put(
                schedules
                        .list(core.callers().get(), "sch_backup", new PageRequest(50, null))
                        .items()
                        .getFirst()
                        .id(),
                text.toString());
        begin();
        onFx(() -> {
            wiring.reveal("sch_backup");
            return true;
        });
        waitFor("its end", () -> isShown("Show all") && output().endsWith("INFO copied table 400\n"));
        assertThat(output()).doesNotContain("first of all");
        robot().press(KeyCode.ALT, KeyCode.A).release(KeyCode.A, KeyCode.ALT);
        waitFor("all of it", () -> output().startsWith("first of all") && !isShown("Show all"));
        Pictures.take(scene, "schedule-page-long");
    }

    private String output() {
        return onFx(() -> robot().lookup(".run-output .output-view")
                .<OutputView>queryAs(OutputView.class)
                .text());
    }

    @Test
    void saysOnThePageThatItHasNotRun() {
        beginWithSome();
        onFx(() -> {
            wiring.reveal("sch_vacuum");
            return true;
        });
        waitFor("the invitation", () -> isShown("It has not run yet. Run it now to see what it does."));
        Pictures.take(scene, "schedule-page-new");
        click("Run now");
        waitFor("the run", () -> isShown("Running"));
        waitFor("its output", () -> isShown(".output-view"));
        Pictures.take(scene, "schedule-page-running");
    }

    @Test
    void addsAScheduleThatSaysWhatItMeansAndIsTriedFirst() {
        beginWithSome();
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.D).release(KeyCode.D, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".form-veil"));
        Pictures.take(scene, "schedule-form-new");
        write("#name", "backup-notes");
        write("#command", "tar czf /srv/backup/notes.tgz /srv/notes");
        write("#cron", "30 2 * * 8");
        waitFor("the problem", () -> text("#words").contains("day of the week"));
        Pictures.take(scene, "schedule-form-wrong");
        click("#save");
        waitFor("the server to be asked for", () -> isShown("Choose the server that runs it."));
        write("#cron", "30 2 * * *");
        waitFor("words", () -> text("#words").equals("At 02:30."));
        click("Weekdays");
        waitFor("other words", () -> text("#words").equals("At 02:30 on Monday to Friday."));
        onFx(() -> {
            ((ComboBox<?>) scene.lookup("#server")).getSelectionModel().select(2);
            return true;
        });
        write("#zone", "america/new york");
        waitFor("its times", () -> isShown("America/New_York"));
        schedules.trialLooks.add(new TrialStatus(
                RunStatus.SUCCEEDED,
                0,
                null,
                Duration.ofMillis(1340),
                new JobLogText(
                        "tar: Removing leading `/' from member names\n/srv/notes/\n/srv/notes/a.md\n", 80, true)));
        click("#trial");
        waitFor("how it went", () -> isShown("Succeeded  ·  1.3 s  ·  exit code 0"));
        Pictures.take(scene, "schedule-form-tried");
        click("#save");
        waitFor("its page", () -> isShown(".schedule-page") && text("#name").equals("backup-notes"));
        assertThat(schedules.drafts.getLast().cron()).isEqualTo("30 2 * * 1-5");
        assertThat(schedules.drafts.getLast().timeZone()).isEqualTo("America/New_York");
        assertThat(schedules.drafts.getLast().serverId()).isEqualTo("srv_db");
    }

    @Test
    void bringsTheKeyboardToTheListAndTheFormFromAPageThatIsLeft() {
        beginWithSome();
        select("vacuum-shop");
        robot().type(KeyCode.ENTER);
        waitFor("the page", () -> isShown("It has not run yet. Run it now to see what it does."));
        robot().press(KeyCode.CONTROL, KeyCode.R).release(KeyCode.R, KeyCode.CONTROL);
        waitFor("the run", () -> isShown("Running") && isShown(".output-view"));
        robot().press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
        waitFor("the keyboard at the list", () -> table().isFocused());
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.D).release(KeyCode.D, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown("#name") && isShown(".form-veil"));
        waitFor(
                "the keyboard at the name, and not at " + onFx(() -> scene.getFocusOwner()),
                () -> scene.lookup(".form-veil #name").isFocused());
    }

    @Test
    void showsWhereTheClocksAreChanged() {
        clock.set(Instant.parse("2027-03-26T20:00:00Z"));
        beginWithSome();
        select("backup-shop");
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit backup-shop"));
        waitFor("the gap", () -> isShown("The clocks go forward that day and there is no 02:30: it runs at 03:00."));
        schedules.refusal = AppException.invalid("command", "Remove the NUL character.");
        click("#save");
        waitFor("the problem", () -> isShown("Remove the NUL character."));
        Pictures.take(scene, "schedule-form-clocks");
        robot().type(KeyCode.ESCAPE);
        waitFor("the list", () -> !isShown(".form-veil"));
    }

    @Test
    void proposesZonesWhileTheyAreTyped() {
        beginWithSome();
        onFx(() -> {
            wiring.open(new FormMode.Add<>());
            return true;
        });
        waitFor("the form", () -> isShown("#zone"));
        onFx(() -> {
            robot().lookup("#zone")
                    .<TextInputControl>queryAs(TextInputControl.class)
                    .requestFocus();
            robot().lookup("#zone")
                    .<TextInputControl>queryAs(TextInputControl.class)
                    .setText("new y");
            return true;
        });
        waitFor(
                "proposals",
                () -> robot().listTargetWindows().stream()
                        .anyMatch(each -> each.getScene().getRoot().lookup(".zone-list") != null));
        robot().type(KeyCode.ENTER);
        waitFor(
                "the zone",
                () -> ((TextInputControl) scene.lookup("#zone")).getText().equals("America/New_York"));
        assertThat(isShown(".form-veil")).isTrue();
    }

    @Test
    void offersSchedulesAndTheirActionsInThePalette() {
        beginWithSome();
        assertThat(onFx(() -> wiring.paletteEntries().stream()
                        .map(each -> each.title())
                        .toList()))
                .contains("backup-shop", "Run now backup-shop", "Enable old-import", "Delete… heartbeat");
    }
}
