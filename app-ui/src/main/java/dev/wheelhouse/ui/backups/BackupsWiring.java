package dev.wheelhouse.ui.backups;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupGateway;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.backups.BackupRunGateway;
import dev.wheelhouse.core.backups.RehearsalGateway;
import dev.wheelhouse.core.backups.RestoreGateway;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.form.AdoptionFormView;
import dev.wheelhouse.ui.backups.form.AdoptionFormViewModel;
import dev.wheelhouse.ui.backups.form.BackupFormView;
import dev.wheelhouse.ui.backups.form.BackupFormViewModel;
import dev.wheelhouse.ui.backups.list.BackupCalls;
import dev.wheelhouse.ui.backups.list.BackupColumns;
import dev.wheelhouse.ui.backups.list.BackupCommands;
import dev.wheelhouse.ui.backups.list.BackupForms;
import dev.wheelhouse.ui.backups.list.BackupLine;
import dev.wheelhouse.ui.backups.list.BackupList;
import dev.wheelhouse.ui.backups.page.BackupPageView;
import dev.wheelhouse.ui.backups.restore.RestoreFormView;
import dev.wheelhouse.ui.backups.restore.RestoreFormViewModel;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.KeptText;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Makes the screen of backups: list, page and forms. Called on the window's thread. */
public final class BackupsWiring implements Area, BackupForms {

    private static final Nouns NOUNS = new Nouns(
            "backup",
            "backups",
            "Find a backup",
            "fth-archive",
            "No backups yet. Add a database, and it can be restored to any second from then on.");

    private static final String WHAT_THE_KEY_IS_FOR =
            "The backups are encrypted with this key. If this console and its data are lost, nothing but the key opens"
                    + " them: keep it somewhere else, such as in a password manager.";

    private static final int KEY_ROWS = 5;

    private final Gateways gateways;
    private final Workbench workbench;
    private final ActionControls controls;
    private final BackupList list;
    private final BackupCommands commands;
    private final ListModel<BackupLine> model;
    private final ListArea<BackupLine> area;

    /**
     * The services behind the screen.
     *
     * @param allowHost allows requests to a private host
     */
    public record Gateways(
            BackupGateway backups,
            BackupRunGateway runs,
            RestoreGateway restores,
            RehearsalGateway rehearsals,
            BiConsumer<Caller, String> allowHost) {}

    /** @param zone in which times are shown */
    public BackupsWiring(
            Gateways gateways,
            ConnectionList connections,
            ServersWiring servers,
            Workbench workbench,
            ActionControls controls,
            Clock clock,
            ZoneId zone) {
        this.gateways = gateways;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new BackupList(gateways.backups(), connections, servers.list(), workbench, clock, zone);
        this.commands =
                new BackupCommands(gateways.backups(), gateways.runs(), gateways.rehearsals(), list, this, workbench);
        this.model = new ListModel<>(list, BackupLine::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.DATA, "Backups", "Alt+8", model, this::make, workbench);
    }

    /** With the backups of a core. */
    public static BackupsWiring of(
            Core core,
            ConnectionList connections,
            ServersWiring servers,
            Workbench workbench,
            ActionControls controls,
            Clock clock) {
        return new BackupsWiring(
                new Gateways(
                        core.backups().service(),
                        core.backups().runs(),
                        core.backups().restores(),
                        core.backups().rehearsals(),
                        core.settings()::allowPrivateHost),
                connections,
                servers,
                workbench,
                controls,
                clock,
                ZoneId.systemDefault());
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<BackupLine> make() {
        LiveTable<BackupLine> table = new LiveTable<>(
                "backup-table",
                model,
                new BackupColumns().all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                add(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(NOUNS, model, table, add(), BackupCalls::list, this::page, List::of),
                new ListScreen.Extras(
                        List.of(new ListCount<>(model, NOUNS)), List.of(controls.button(commands.adopt())), List.of()),
                list.zone(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(BackupLine line) {
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("backups.open", "Open its page", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> BackupCalls.runs(line.id())));
        commands.all(line).stream()
                // On a page the key is for its runs.
                .map(each -> each.id().equals("backups.delete") ? each.withShortcut("Delete") : each)
                .forEach(actions::add);
        return actions;
    }

    private BackupPageView page(String id) {
        return new BackupPageView(
                id,
                gateways.runs(),
                gateways.restores(),
                gateways.rehearsals(),
                commands,
                this,
                model::back,
                workbench,
                controls);
    }

    @Override
    public void open(FormMode<BackupOverview> mode) {
        ListScreen<BackupLine> screen = area.inFront();
        screen.open(() -> {
            BackupFormViewModel form = new BackupFormViewModel(
                    gateways.backups(), gateways.runs(), gateways.allowHost(), list, workbench, mode);
            return new BackupFormView(
                    form,
                    workbench,
                    controls,
                    new FormFrame.Ends<>(saved -> saved(screen, form, saved, mode.isEdit()), screen::closeForm));
        });
    }

    private void saved(ListScreen<BackupLine> screen, BackupFormViewModel form, BackupConfig config, boolean edits) {
        if (edits) {
            screen.saved("Backups saved.", null);
            return;
        }
        screen.saved("Backups set up. The first base backup begins now.", config.id());
        if (form.recoveryKey() != null) {
            open(config.id(), form.recoveryKey());
        }
    }

    @Override
    public void adopt() {
        ListScreen<BackupLine> screen = area.inFront();
        screen.open(() -> new AdoptionFormView(
                new AdoptionFormViewModel(gateways.backups(), gateways.allowHost(), list, workbench),
                controls,
                new FormFrame.Ends<>(
                        adopted -> screen.saved("Backups adopted. They are paused.", adopted.id()),
                        screen::closeForm)));
    }

    @Override
    public void restore(BackupLine asked, @Nullable String runId, @Nullable Instant at) {
        ListScreen<BackupLine> screen = area.inFront();
        // It may have changed since its button was made.
        BackupLine line = list.find(asked.id()).orElse(asked);
        screen.open(() -> new RestoreFormView(
                new RestoreFormViewModel(gateways.restores(), workbench, list.servers(), line, runId, at, list.zone()),
                controls,
                new FormFrame.Ends<>(
                        _ -> screen.saved("Restore of " + line.database() + " started. See Jobs.", null),
                        screen::closeForm)));
    }

    @Override
    public void showKey(String configId) {
        workbench.run(
                caller -> gateways.backups().recoveryText(caller, configId), key -> open(configId, key), failure -> {
                    if (failure.errorCode() == PlatformError.STATE_INVALID) {
                        // Not encrypted: nothing went wrong.
                        workbench.say(Notice.info(String.valueOf(failure.getMessage())));
                    } else {
                        workbench.say(failure);
                    }
                });
    }

    private void open(String configId, String key) {
        ListScreen<BackupLine> screen = area.inFront();
        String database = list.find(configId).map(BackupLine::database).orElse("these backups");
        KeptText.Words words = new KeptText.Words("Recovery key", database, WHAT_THE_KEY_IS_FOR);
        screen.open(() -> new KeptText(words, key, KEY_ROWS, workbench, screen::closeForm));
    }

    /** How old the last ones are, for the overview. */
    public ScreenPart overview() {
        return new LastBackups(this::reveal, controls).of(list, () -> workbench.openScreen(NOUNS.many()));
    }

    /** Opens the form for another database, from every screen. */
    public Action add() {
        return commands.add().withShortcut("Shortcut+Shift+B");
    }

    /** Opens the page of one. */
    public void reveal(String configId) {
        area.reveal(configId);
    }

    @Override
    public List<Action> actions() {
        return List.of(add(), commands.adopt());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(BackupLine::database);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Backup",
                BackupLine::database,
                line -> "Backups  ·  " + line.stored(),
                _ -> NOUNS.icon(),
                commands::all);
    }
}
