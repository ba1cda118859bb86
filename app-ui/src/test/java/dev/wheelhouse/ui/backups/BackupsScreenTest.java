package dev.wheelhouse.ui.backups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.backups.AdoptionDraft;
import dev.wheelhouse.core.backups.BackupCheck;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupState;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.backups.DestinationProvider;
import dev.wheelhouse.core.backups.RestorePreview;
import dev.wheelhouse.core.backups.RunStatus;
import dev.wheelhouse.core.backups.RunTrigger;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.platform.check.CheckState;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServerPick;
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
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
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

/** The screen of backups with backups that are made up, in every state. */
@SuppressWarnings("NullAway.Init")
class BackupsScreenTest extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");

    @TempDir
    private static Path home;

    /** For connections and the jobs of the status bar, so one is enough. */
    private static TestCore core;

    private static final List<String> CONNECTIONS = new ArrayList<>();

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T14:03:20Z"));
    private final FakeBackups backups = new FakeBackups(clock);
    private final List<String> allowed = new ArrayList<>();
    private FakeWorkbench workbench;
    private BackupsWiring wiring;
    private Shell shell;
    private Scene scene;

    @BeforeAll
    static void startCore() {
        core = TestCore.start(home);
        CONNECTIONS.clear();
        for (String name : List.of("shop", "reports", "notes", "old-shop", "billing")) {
            ConnectionDraft draft = new ConnectionDraft(
                    name,
                    Engine.POSTGRESQL,
                    "127.0.0.1",
                    1,
                    name,
                    "wheelhouse",
                    null,
                    null,
                    null,
                    Environment.PRODUCTION,
                    null,
                    null,
                    null,
                    null);
            CONNECTIONS.add(core.core()
                    .databases()
                    .connections()
                    .create(core.callers().get(), draft, null)
                    .id());
        }
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
            ConnectionList connections =
                    new ConnectionList(core.core().databases().connections(), workbench, clock);
            wiring = new BackupsWiring(
                    new BackupsWiring.Gateways(
                            backups, backups, backups, backups.rehearsals, (_, host) -> allowed.add(host)),
                    connections,
                    servers,
                    workbench,
                    controls,
                    clock,
                    HERE);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "backups"),
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
        backups.addSome(CONNECTIONS);
        begin();
        waitFor("the backups", () -> listed().size() == 4 && listed().contains("shop"));
    }

    private void openPage(String id) {
        onFx(() -> {
            wiring.reveal(id);
            return true;
        });
        waitFor("the page", () -> isShown(".backup-page"));
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
    }

    @SuppressWarnings("unchecked")
    private TableView<LiveRow<BackupLine>> table() {
        return robot().lookup(".backup-table").queryAs(TableView.class);
    }

    private List<String> listed() {
        return onFx(() -> robot().lookup(".backup-table").tryQuery().isEmpty()
                ? List.<String>of()
                : table().getItems().stream()
                        .map(each -> each.line().database())
                        .toList());
    }

    private void select(String database) {
        onFx(() -> {
            table().getSelectionModel().select(listed().indexOf(database));
            table().requestFocus();
            return true;
        });
    }

    @Test
    void leadsFromNoBackupToTheForm() {
        begin();
        waitFor("the invitation", () -> isShown("Back up a database"));
        Pictures.take(scene, "backups-empty");
    }

    @Test
    void listsBackupsWithWhatTroublesThem() {
        beginWithSome();
        assertThat(listed()).containsExactly("notes", "old-shop", "reports", "shop");
        waitFor("how they are", () -> isShown("Streaming") && isShown("Destination unreachable") && isShown("Paused"));
        waitFor("why", () -> isShown("stored to 12 s ago") && isShown("Complete"));
        Pictures.take(scene, "backups-list");
        write("#filter", "acme");
        waitFor("the matching one", () -> listed().equals(List.of("reports")));
    }

    @Test
    void showsToWhichSecondADatabaseCanBeRestored() {
        for (int week = 0; week < 12; week++) {
            backups.rehearsals.add(7 * week, week == 5 ? null : Long.valueOf(12_000 - 700L * week));
        }
        beginWithSome();
        select("shop");
        robot().type(KeyCode.ENTER);
        waitFor("the page", () -> isShown(".backup-page"));
        waitFor("the window", () -> says("Every second from Fri 13 Nov 17:01:57 to today 15:03:08, but for the gaps"));
        waitFor("the gap", () -> says("Gap from Mon 16 Nov 15:03:20"));
        waitFor("its runs", () -> isShown("Complete") && isShown("Failed"));
        waitFor("a log", () -> isShown(".run-output .output-view"));
        waitFor(
                "its rehearsals",
                () -> scene.getRoot().lookupAll("#rehearsals > *").size() == 12);
        assertThat(onFx(() -> scene.lookup("#rehearsals").getAccessibleText()))
                .startsWith("12 rehearsals since ")
                .contains(", 1 failed; the last: ")
                .endsWith("answered after 12 s, rows 1,204,331");
        Pictures.take(scene, "backup-page");
        robot().press(KeyCode.ALT, KeyCode.LEFT).release(KeyCode.LEFT, KeyCode.ALT);
        waitFor("the list", () -> isShown(".backup-table"));
    }

    @Test
    void showsHowFarTheFirstBaseIs() {
        beginWithSome();
        openPage("bkp_notes");
        waitFor("its progress", () -> says("37 %"));
        waitFor(
                "that nothing can be restored",
                () -> says("No restore window yet. It begins with the first complete base backup."));
        Pictures.take(scene, "backup-page-first");
    }

    @Test
    void saysOnThePageWhatTroublesThem() {
        beginWithSome();
        backups.unreadable =
                new AppException(PlatformError.UPSTREAM_FAILED, "The bucket refuses the key: 403 InvalidAccessKeyId.");
        openPage("bkp_reports");
        waitFor("the trouble", () -> says("Give the key anew"));
        waitFor("what is not known", () -> says("Restore window unknown"));
        Pictures.take(scene, "backup-page-trouble");
    }

    @Test
    void asksBeforeItPausesAndDeletes() {
        beginWithSome();
        select("shop");
        robot().press(KeyCode.CONTROL, KeyCode.R).release(KeyCode.R, KeyCode.CONTROL);
        waitFor("a base", () -> backups.calls().contains("base of bkp_shop"));
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.E).release(KeyCode.E, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the pause", () -> backups.calls().contains("update bkp_shop off"));
        robot().type(KeyCode.DELETE);
        waitFor("it to go", () -> !listed().contains("shop"));
        assertThat(backups.calls()).contains("delete bkp_shop");
        assertThat(onFx(() ->
                        workbench.questions.stream().map(each -> each.title()).toList()))
                .containsExactly("Back up shop now?", "Pause backups of shop?", "Delete backups of shop?");
    }

    @Test
    void worksTheRunsOfAPage() {
        beginWithSome();
        openPage("bkp_shop");
        waitFor("its runs", () -> isShown(".run-table") && isShown("Complete"));
        onFx(() -> {
            ((TableView<?>) scene.lookup(".run-table")).getSelectionModel().select(2);
            scene.lookup(".run-table").requestFocus();
            return true;
        });
        choose("Keep");
        waitFor("it kept", () -> backups.calls().contains("keep run_000003"));
        choose("Restore from this");
        waitFor("the form", () -> isShown(".restore-form") && isShown("run_000003"));
        robot().type(KeyCode.ESCAPE);
        waitFor("the page", () -> !isShown(".form-veil"));
        robot().type(KeyCode.DELETE);
        waitFor("the run to go", () -> backups.calls().contains("delete bkp_shop run_000003"));
        assertThat(backups.calls()).doesNotContain("delete bkp_shop");
        waitFor("its log to go with it", () -> !says("base backup run_000003"));
    }

    @Test
    void asksBeforeAReleaseDeletesABaseBackup() {
        beginWithSome();
        backups.update(core.callers().get(), "bkp_shop", backups.patch(3), null);
        openPage("bkp_shop");
        waitFor("its retention", () -> says("keep 3 days"));
        waitFor("its runs", () -> isShown(".run-table") && isShown("Complete"));
        onFx(() -> {
            ((TableView<?>) scene.lookup(".run-table")).getSelectionModel().select(6);
            scene.lookup(".run-table").requestFocus();
            return true;
        });
        choose("Release");
        waitFor("the release", () -> backups.calls().contains("do not keep run_000007"));
        assertThat(onFx(() -> workbench.questions.getLast().title())).isEqualTo("Release and delete this backup?");
    }

    @Test
    void saysWhyARunFailedAndThatALogCannotBeRead() {
        beginWithSome();
        openPage("bkp_shop");
        waitFor("a log", () -> isShown(".run-output .output-view"));
        onFx(() -> {
            ((TableView<?>) scene.lookup(".run-table")).getSelectionModel().select(4);
            return true;
        });
        waitFor("why", () -> isShown(".run-error") && says("The bucket does not answer: connection reset."));
        backups.unreadableLog = new AppException(PlatformError.UPSTREAM_FAILED, "The log is on another console.");
        onFx(() -> {
            ((TableView<?>) scene.lookup(".run-table")).getSelectionModel().select(1);
            return true;
        });
        waitFor("the failure", () -> says("The log is on another console.") && !isShown(".output-view"));
    }

    @Test
    void loadsOlderRunsOnDemand() {
        beginWithSome();
        backups.addOlder("bkp_shop", 220);
        openPage("bkp_shop");
        waitFor("the newest", () -> rows() == 200 && isShown("Load older runs"));
        click("Load older runs");
        waitFor("all of them", () -> rows() == 229 && !isShown("Load older runs"));
    }

    private int rows() {
        return scene.lookup(".run-table") instanceof TableView<?> runs
                ? runs.getItems().size()
                : 0;
    }

    @Test
    void keepsItsButtonsWhileItsProgressGoesOn() {
        beginWithSome();
        openPage("bkp_shop");
        waitFor("the tools", () -> isShown("#tools .button"));
        Node button = onFx(() -> scene.lookup("#tools .button"));
        clock.advance(Duration.ofSeconds(30));
        backups.made("bkp_shop").progress(BackupState.LAGGING, null, clock.instant(), 5L << 30, 6L << 30);
        waitFor("the lag", () -> says("5.0 GiB of WAL not stored yet"));
        assertThat(onFx(() -> scene.lookup("#tools .button"))).isSameAs(button);
    }

    private void choose(String words) {
        robot().press(KeyCode.CONTROL, KeyCode.K).release(KeyCode.K, KeyCode.CONTROL);
        waitFor("the palette", () -> isShown(".palette"));
        robot().write(words);
        waitFor(
                "the entry",
                () -> robot().lookup(".palette .list-cell").queryAll().stream().anyMatch(FxTest::isSeen));
        robot().type(KeyCode.ENTER);
    }

    @Test
    void setsUpBackupsAfterALookAtBothSides() {
        beginWithSome();
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.B).release(KeyCode.B, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".backup-form"));
        Pictures.take(scene, "backup-form-new");
        click("#save");
        waitFor("what is missing", () -> isShown("Choose the database to back up."));
        onFx(() -> {
            ComboBox<?> database = (ComboBox<?>) scene.lookup("#database");
            database.getSelectionModel().select(0);
            return true;
        });
        write("#bucket", "billing-backups");
        write("#endpoint", "https://minio.local:9000");
        write("#accessKeyId", "AKIAEXAMPLE");
        write("#secretAccessKey", "secret");
        backups.checks = List.of(
                new BackupCheck("version", CheckState.PASSED, "databaseId", "PostgreSQL 15.", null),
                new BackupCheck("settings", CheckState.PASSED, "databaseId", "wal_level is replica.", null),
                new BackupCheck(
                        "retention",
                        CheckState.ADVICE,
                        "databaseId",
                        "max_slot_wal_keep_size is unlimited: while this console is away the server keeps its WAL until its"
                                + " disk is full. With a limit a longer absence costs a gap, never the server:",
                        "ALTER SYSTEM SET max_slot_wal_keep_size = '64GB';"),
                new BackupCheck(
                        "replication",
                        CheckState.FAILED,
                        "login",
                        "The server admits no replication by wheelhouse. Add this line to its pg_hba.conf, and reload the"
                                + " configuration:",
                        "host replication wheelhouse 127.0.0.1/32 scram-sha-256"),
                new BackupCheck(
                        "destination",
                        CheckState.PASSED,
                        "dest.bucket",
                        "Objects can be written, read and deleted there.",
                        null));
        click("#test");
        waitFor("what was found", () -> says("Add this line to its pg_hba.conf") && says("1 of 5 checks failed"));
        Pictures.take(scene, "backup-form-tested");
        onFx(() -> {
            ((Button) List.copyOf(scene.getRoot().lookupAll("#checks .button")).getLast()).fire();
            return true;
        });
        assertThat(workbench.copied).containsExactly("host replication wheelhouse 127.0.0.1/32 scram-sha-256");
        backups.checks = List.of(new BackupCheck(
                "replication",
                CheckState.ADVICE,
                "login",
                "The role wheelhouse may replicate, and a slot and a sender are free. A role that may do nothing else is"
                        + " enough; to use one, create it and give it as login:",
                "CREATE ROLE wheelhouse_replication LOGIN REPLICATION PASSWORD '…';"));
        write("#prefix", "shop/production");
        waitFor("the test by itself", () -> says("All checks passed, 1 with advice"));
        Pictures.take(scene, "backup-form-passed");

        backups.refusal = AppException.invalid(List.of(new FieldProblem(
                "dest.endpoint", "Requests to minio.local are not allowed: it is private.", "minio.local")));
        click("#save");
        waitFor("the offer", () -> isShown("Allow requests to minio.local"));
        click("Allow requests to minio.local");
        waitFor("it allowed", () -> allowed.equals(List.of("minio.local")));
        click("#save");
        waitFor("the key", () -> isShown(".kept-text") && isShown("#key"));
        Pictures.take(scene, "backup-key");
        click("#copyKey");
        assertThat(workbench.copied).endsWith(FakeBackups.KEY);
        click("#done");
        waitFor("the page", () -> isShown(".backup-page") && !isShown(".form-veil"));
        assertThat(backups.drafts.getLast().dest().secretAccessKey()).isEqualTo("secret");
        assertThat(backups.drafts.getLast().serverId()).isEqualTo("srv_own");
        assertThat(backups.drafts.getLast().keepNewest()).isEqualTo(2);
    }

    @Test
    void keepsADirectoryWithoutAKey() {
        beginWithSome();
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.B).release(KeyCode.B, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".backup-form"));
        onFx(() -> {
            ((ComboBox<?>) scene.lookup("#database")).getSelectionModel().select(1);
            @SuppressWarnings("unchecked")
            ComboBox<DestinationProvider> provider = (ComboBox<DestinationProvider>) scene.lookup("#provider");
            provider.setValue(DestinationProvider.FILE);
            return true;
        });
        write("#directory", "/srv/backups");
        write("#retentionDays", "often");
        assertThat(onFx(() -> isShown("#accessKeyId"))).isFalse();
        click("#save");
        waitFor("the problem", () -> isShown("Enter a number, such as 14."));
        write("#retentionDays", "30");
        click("On schedule");
        write("#walSchedule", "*/15 * * * *");
        Pictures.take(scene, "backup-form-directory");
        click("#save");
        waitFor("it saved", () -> backups.calls().contains("create"));
        assertThat(backups.drafts.getLast().dest().provider()).isEqualTo("file");
        assertThat(backups.drafts.getLast().walSchedule()).isEqualTo("*/15 * * * *");
        assertThat(backups.drafts.getLast().retentionDays()).isEqualTo(30);
    }

    @Test
    void setsUpAndRestoresADump() {
        begin();
        robot().press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.B).release(KeyCode.B, KeyCode.SHIFT, KeyCode.CONTROL);
        waitFor("the form", () -> isShown(".backup-form"));
        onFx(() -> {
            ((ComboBox<?>) scene.lookup("#database")).getSelectionModel().select(1);
            @SuppressWarnings("unchecked")
            ComboBox<DestinationProvider> provider = (ComboBox<DestinationProvider>) scene.lookup("#provider");
            provider.setValue(DestinationProvider.FILE);
            return true;
        });
        click("pg_dump");
        waitFor("its fields", () -> isShown("#dumpServer") && !isShown("#hasLogin") && !isShown("#scratch"));
        write("#directory", "/srv/backups");
        Pictures.take(scene, "backup-form-dump");
        click("#save");
        waitFor("it saved", () -> backups.calls().contains("create"));
        assertThat(backups.drafts.getLast().type()).isEqualTo(BackupType.DUMP);
        assertThat(backups.drafts.getLast().login()).isNull();

        backups.put("bkp_dump", BackupType.DUMP, CONNECTIONS.get(4), DestinationProvider.FILE, "/srv/backups", true)
                .progress(BackupState.READY, null, clock.instant(), 0, null);
        backups.add(backups.run("bkp_dump", RunStatus.SUCCEEDED, RunTrigger.SCHEDULE, Duration.ofHours(3), false));
        robot().type(KeyCode.ESCAPE);
        openPage("bkp_dump");
        waitFor("the page", () -> isShown("Each backup is restored by itself."));
        assertThat(onFx(() -> isShown("Rehearse restore"))).isFalse();
        Pictures.take(scene, "backup-page-dump");
        backups.preview = new RestorePreview(
                true, null, "run_000001", null, null, 1L << 30, null, "billing_restored_20261121_140320", null, null);
        click("Restore…");
        waitFor("the plan", () -> says("into the new database billing_restored_20261121_140320 of the same server."));
        Pictures.take(scene, "restore-form-dump");
        click("#save");
        waitFor("the form to close", () -> !isShown(".form-veil"));
        assertThat(backups.restores.getLast().start()).isFalse();
    }

    @Test
    void adoptsWhatALostConsoleKept() {
        begin();
        click("Adopt backups…");
        waitFor("the form", () -> isShown(".adoption-form"));
        onFx(() -> {
            @SuppressWarnings("unchecked")
            ComboBox<DestinationProvider> provider = (ComboBox<DestinationProvider>) scene.lookup("#provider");
            provider.setValue(DestinationProvider.FILE);
            return true;
        });
        write("#directory", "/srv/backups");
        write("#recoveryText", FakeBackups.KEY);
        backups.refusal = AppException.invalid("recoveryText", "This recovery key does not open what lies there.");
        click("#save");
        waitFor("the problem", () -> isShown("This recovery key does not open what lies there."));
        Pictures.take(scene, "adoption-form");
        write("#recoveryText", "WH1-other");
        click("#save");
        waitFor("the form to close", () -> !isShown(".form-veil"));
        AdoptionDraft adopted = backups.adoptions.getLast();
        assertThat(adopted.dest().bucket()).isEqualTo("/srv/backups");
        assertThat(adopted.recoveryText()).isEqualTo("WH1-other");
        assertThat(adopted.databaseId()).isNull();
        assertThat(adopted.serverId()).isNotBlank();
    }

    @Test
    void changesWhatMayBeChangedAndSeesThatSomebodyElseDid() {
        beginWithSome();
        select("reports");
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit backups of reports"));
        write("#accessKeyId", "AKIANEW");
        write("#secretAccessKey", "new secret");
        write("#retentionDays", "60");
        click("#hasLogin");
        write("#loginUser", "replicator");
        write("#loginPassword", "sesame");
        Pictures.take(scene, "backup-form-edit");
        backups.update(core.callers().get(), "bkp_reports", backups.patch(45), null);
        click("#save");
        waitFor("the conflict", () -> isShown("Overwrite"));
        click("Overwrite");
        waitFor("the list", () -> !isShown(".form-veil"));
        assertThat(backups.patches.getLast().secretAccessKey()).isEqualTo("new secret");
        assertThat(backups.patches.getLast().retentionDays()).isEqualTo(60);
        assertThat(backups.patches.getLast().walSchedule()).isEmpty();
        assertThat(backups.patches.getLast().login()).isEqualTo(new BackupPatch.LoginChange("replicator", "sesame"));
    }

    @Test
    void saysInTheFormWhatTheDestinationOfStoredBackupsRefuses() {
        beginWithSome();
        select("reports");
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit backups of reports"));
        write("#accessKeyId", "AKIANEW");
        write("#secretAccessKey", "new secret");
        backups.refusal = AppException.invalid("dest.bucket", "The bucket acme-reports is gone.");
        click("#save");
        waitFor("the refusal", () -> isShown("#trouble") && says("The bucket acme-reports is gone."));
        backups.refusal = AppException.invalid(List.of(new FieldProblem(
                "dest.endpoint", "Requests to minio.local are not allowed: it is private.", "minio.local")));
        click("#save");
        waitFor("the offer", () -> isShown("#trouble") && isShown("Allow requests to minio.local"));
        Pictures.take(scene, "backup-form-edit-refused");
    }

    @Test
    void asksBeforeASmallerRetentionDeletesBaseBackups() {
        beginWithSome();
        select("shop");
        robot().type(KeyCode.F2);
        waitFor("the form", () -> isShown("Edit backups of shop"));
        write("#retentionDays", "5");
        click("#save");
        waitFor("it saved", () -> !isShown(".form-veil"));
        assertThat(onFx(() -> workbench.questions.getLast().title())).isEqualTo("Delete 3 base backups?");
        assertThat(backups.patches.getLast().login()).as("it stays").isNull();
        assertThat(backups.patches.getLast().retentionDays()).isEqualTo(5);
    }

    @Test
    void restoresToASecondThatIsPlannedWhileItIsTyped() {
        beginWithSome();
        openPage("bkp_shop");
        waitFor("the tools", () -> isShown("Restore…"));
        click("Restore…");
        waitFor("the form", () -> isShown(".restore-form"));
        click("Time");
        waitFor(
                "the last second",
                () -> ((TextInputControl) scene.lookup("#target")).getText().equals("2026-11-21 15:03:08"));
        waitFor("the plan", () -> says("340.0 MiB of WAL") || says("340 MiB of WAL"));
        Pictures.take(scene, "restore-form");
        write("#target", "yesterday at noon");
        click("#save");
        waitFor("the problem", () -> says("Enter a time such as"));
        backups.preview = new RestorePreview(
                false,
                "Times from 2026-11-13T16:01:57Z to 2026-11-21T14:03:08Z can be restored.",
                null,
                null,
                null,
                null,
                null);
        write("#target", "2025-01-01 12:00");
        waitFor(
                "the refusal",
                () -> says("1 Jan 2025 12:00:00 +01:00 cannot be restored. Restorable from 13 Nov 2026"));
        Pictures.take(scene, "restore-form-refused");
        click("#save");
        waitFor("it refused", () -> !backups.restores.isEmpty());
        assertThat(onFx(() -> isShown(".restore-form"))).isTrue();
        backups.preview = new RestorePreview(true, null, "run_000002", "/srv/x", null, 1L, 1L);
        write("#target", "2026-11-20 12:00:00.25");
        onFx(() -> {
            @SuppressWarnings("unchecked")
            ComboBox<ServerPick> server = (ComboBox<ServerPick>) scene.lookup("#server");
            assertThat(server.getValue().name()).isEqualTo("workbench");
            server.setValue(server.getItems().stream()
                    .filter(each -> each.name().equals("web-1"))
                    .findFirst()
                    .orElseThrow());
            return true;
        });
        waitFor("the plan", () -> isShown(".plan-words"));
        click("Open read-only");
        Pictures.take(scene, "restore-form-server");
        click("#save");
        waitFor("the form to close", () -> !isShown(".form-veil"));
        assertThat(backups.restores.getLast().targetTime()).isEqualTo(Instant.parse("2026-11-20T11:00:00.250Z"));
        assertThat(backups.restores.getFirst().serverId()).isNull();
        assertThat(backups.restores.getLast().serverId()).isEqualTo("srv_web1");
        assertThat(backups.restores.getFirst().start()).isTrue();
        assertThat(backups.restores.getFirst().open()).isFalse();
        assertThat(backups.restores.getLast().start()).isFalse();
        assertThat(backups.restores.getLast().open()).isTrue();
    }

    @Test
    void offersBackupsInThePalette() {
        beginWithSome();
        assertThat(onFx(() -> wiring.paletteEntries().stream()
                        .map(each -> each.title())
                        .toList()))
                .contains("shop", "Back up now shop", "Rehearse restore shop");
    }
}
