package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.CreatedApiKey;
import dev.wheelhouse.core.access.CreatedInvite;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.Organization;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.KeptText;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListParts;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Makes the screens of members, invites and keys, and of the audit log. Called on the window's thread. */
public final class AccessWiring implements Area, AccessCommands.Forms {

    private static final Nouns NOUNS = new Nouns(
            "entry", "access", "Find a member, invite or key", "fth-users", "Nobody is here yet. Invite a member.");

    private static final Nouns COUNTED = new Nouns("entry", "entries", "", "", "");

    private static final String AUDIT = "audit";
    private static final int TOKEN_ROWS = 2;
    private static final int INVITE_ROWS = 14;

    private final Core core;
    private final Access access;
    private final Workbench workbench;
    private final ActionControls controls;
    private final AccessList list;
    private final AccessCommands commands;
    private final ListModel<AccessLine> model;
    private final ListArea<AccessLine> area;
    private final ListParts<AccessLine> parts;
    private final AuditViewModel audit;
    private boolean inviting;

    /** @param zone in which times are shown */
    public AccessWiring(Core core, Workbench workbench, ActionControls controls, Clock clock, ZoneId zone) {
        this.core = core;
        this.access = core.access();
        this.workbench = workbench;
        this.controls = controls;
        this.list = new AccessList(access, workbench, clock, zone);
        this.commands = new AccessCommands(list, this, workbench);
        this.audit = new AuditViewModel(
                core.audit(), new AuditList(core.events(), access, EventFilter.ALL, workbench, clock, zone), workbench);
        this.model = new ListModel<>(list, AccessLine::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.ADMINISTRATION, "Access", "Alt+U", model, this::make, workbench);
        this.parts = new ListParts<>(
                model,
                List.of(
                        new ListParts.Part<>("All", _ -> true),
                        new ListParts.Part<>("Members", line -> line.entry() instanceof AccessEntry.OfMember),
                        new ListParts.Part<>("Invites", line -> line.entry() instanceof AccessEntry.OfInvite),
                        new ListParts.Part<>("Keys", line -> line.entry() instanceof AccessEntry.OfKey)));
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(
                area.entry(),
                new ScreenEntry(
                        AUDIT, SidebarGroup.ADMINISTRATION, "Audit log", "fth-file-text", "Alt+L", this::makeAudit));
    }

    private AuditView makeAudit() {
        return new AuditView(audit, workbench, controls);
    }

    private void showAudit(AuditTimeline.Only only) {
        audit.showAll();
        audit.onlyProperty().set(only);
        workbench.openScreen(AUDIT);
    }

    private ListScreen<AccessLine> make() {
        LiveTable<AccessLine> table = new LiveTable<>(
                "access-table",
                model,
                new AccessColumns().all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                commands.invite(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS,
                        model,
                        table,
                        commands.invite(),
                        AccessCalls::members,
                        id -> new AccessPage(
                                list.row(id).orElseThrow(),
                                commands,
                                core.events(),
                                this::showAudit,
                                model::back,
                                workbench,
                                controls),
                        () -> List.of(commands.createKey(), commands.renameOrganization(), passphrase())),
                new ListScreen.Extras(
                        List.of(parts.row(), new ListCount<>(model, COUNTED)),
                        List.of(
                                controls.iconButton(commands.renameOrganization()),
                                controls.iconButton(passphrase()),
                                controls.wholeButton(commands.createKey())),
                        List.of()),
                list.zone(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(AccessLine line) {
        List<Action> actions = new ArrayList<>();
        actions.add(Action.of("access.open", "Open its page", "fth-list", () -> model.open(line.id()))
                .withCurl(() -> AccessCalls.get(line.entry())));
        actions.addAll(commands.all(line));
        return actions;
    }

    @Override
    public void invite() {
        ListScreen<AccessLine> screen = area.inFront();
        screen.open(() -> new InviteForm(
                        access.invites(),
                        core.isStateShared(),
                        new FormFrame.Ends<>(
                                created -> {
                                    screen.saved(created.invite().email() + " was invited.", null);
                                    show(created);
                                },
                                screen::closeForm),
                        workbench,
                        controls)
                .form());
    }

    @Override
    public void inviteAgain(Invite invite) {
        if (inviting) {
            return;
        }
        inviting = true;
        workbench.run(
                caller -> access.invites().create(caller, invite.email(), invite.role()),
                created -> {
                    inviting = false;
                    show(created);
                },
                failure -> {
                    inviting = false;
                    workbench.say(failure);
                });
    }

    private void show(CreatedInvite created) {
        ListScreen<AccessLine> screen = area.inFront();
        String mail = created.mailed()
                ? "It was mailed to " + created.invite().email() + " and is shown here this one time."
                : (created.mailError() == null
                                ? ""
                                : "It could not be mailed: "
                                        + created.mailError().strip() + " ")
                        + "Send this text to " + created.invite().email() + "; it is shown this one time.";
        KeptText.Words words = new KeptText.Words("Invite", created.invite().email(), mail);
        screen.openNext(() -> KeptText.once(words, created.text(), INVITE_ROWS, workbench, screen::closeForm));
    }

    @Override
    public void createKey() {
        ListScreen<AccessLine> screen = area.inFront();
        screen.open(() -> new KeyForm(
                        access.apiKeys(),
                        new FormFrame.Ends<>(
                                created -> {
                                    screen.saved(created.key().name() + " was created.", null);
                                    show(created);
                                },
                                screen::closeForm),
                        workbench,
                        controls)
                .form());
    }

    private void show(CreatedApiKey created) {
        ListScreen<AccessLine> screen = area.inFront();
        KeptText.Words words = new KeptText.Words(
                "Token",
                created.key().name(),
                "Sent with each call as “Authorization: Bearer TOKEN”. It is shown this one time: keep it where secrets are"
                        + " kept. Who has it may do what the key may.");
        screen.openNext(() -> KeptText.once(words, created.token().text(), TOKEN_ROWS, workbench, screen::closeForm));
    }

    @Override
    public void renameMe(Member me) {
        ListScreen<AccessLine> screen = area.inFront();
        screen.open(() -> FieldForm.of(
                new FieldForm.Field("Change my name", "Name", "name", me.name()),
                Function.<String>identity(),
                DraftForm.Storage.of(access.members()::rename, AccessCalls::renameMe),
                new FormFrame.Ends<Member>(
                        saved -> screen.saved("You are called " + saved.name() + " now.", null), screen::closeForm),
                workbench,
                controls));
    }

    @Override
    public void renameOrganization() {
        workbench.run(access.organizations()::get, this::rename, workbench::say);
    }

    private void rename(Organization organization) {
        ListScreen<AccessLine> screen = area.inFront();
        screen.open(() -> FieldForm.of(
                new FieldForm.Field("Rename the organization", "Name", "name", organization.name()),
                Function.<String>identity(),
                DraftForm.Storage.of(
                        // Who renames it last has it: there is nothing else in it that could be lost.
                        (caller, name) -> access.organizations()
                                .rename(
                                        caller,
                                        access.organizations().get(caller).name(),
                                        name),
                        AccessCalls::renameOrganization),
                new FormFrame.Ends<Organization>(
                        saved -> screen.saved("The organization is called " + saved.name() + " now.", null),
                        screen::closeForm),
                workbench,
                controls));
    }

    @Override
    public void changeRate(ApiKey key) {
        ListScreen<AccessLine> screen = area.inFront();
        screen.open(() -> FieldForm.of(
                new FieldForm.Field(
                        "Requests a minute of " + key.name(),
                        "At most",
                        "requestsPerMinute",
                        String.valueOf(key.requestsPerMinute())),
                typed -> Objects.requireNonNullElse(KeyForm.rate(typed), 0),
                DraftForm.Storage.of(
                        (caller, rate) -> access.apiKeys().setRequestsPerMinute(caller, key.id(), rate),
                        rate -> AccessCalls.setRate(key.id(), rate)),
                new FormFrame.Ends<ApiKey>(
                        saved -> screen.saved(
                                "%s may make %,d requests a minute.".formatted(saved.name(), saved.requestsPerMinute()),
                                null),
                        screen::closeForm),
                workbench,
                controls));
    }

    private Action passphrase() {
        return Action.of(
                        "vault.passphrase",
                        "Passphrase of the vault…",
                        "fth-lock",
                        () -> workbench.run(
                                core.vault()::status, status -> openPassphrase(status.passphrase()), workbench::say))
                .withCurl(AccessCalls::vault);
    }

    private void openPassphrase(boolean replaces) {
        ListScreen<AccessLine> screen = area.inFront();
        screen.open(() -> new PassphraseForm(
                        core.vault(),
                        replaces,
                        new FormFrame.Ends<>(
                                saved -> screen.saved(
                                        saved.passphrase()
                                                ? "The vault has that passphrase now."
                                                : "The vault has no passphrase any more.",
                                        null),
                                screen::closeForm),
                        workbench,
                        controls)
                .form());
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        area.reveal(id);
    }

    @Override
    public List<Action> actions() {
        return List.of(commands.invite(), commands.createKey(), passphrase());
    }

    @Override
    public Optional<String> nameOf(String id) {
        return list.find(id).map(AccessLine::name);
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Access",
                AccessLine::name,
                line -> AccessLabels.kind(line.entry()) + "  ·  " + line.may(),
                line -> AccessLabels.icon(line.entry()),
                commands::all);
    }
}
