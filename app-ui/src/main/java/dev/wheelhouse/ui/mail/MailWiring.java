package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListParts;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
import dev.wheelhouse.ui.screen.TroublePart;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Area;
import dev.wheelhouse.ui.shell.ScreenEntry;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.SidebarGroup;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import java.time.Clock;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the screen of mail domains and instances: list, page and forms. Called on the window's thread. */
public final class MailWiring implements Area, MailCommands.Forms {

    private static final Nouns NOUNS = new Nouns(
            "domain",
            "domains",
            "Find a domain or instance",
            "fth-mail",
            "No mail domains yet. Add one: the console makes its DKIM key, says which records it needs, and proves that they"
                    + " are there.");

    private static final Nouns COUNTED = new Nouns("entry", "entries", "", "", "");

    private static final String FIRST =
            "A domain is on a mail server, so that comes first: how it is called and reached. The form of the domain follows.";

    private static final double STATE = 120;

    private static final TroublePart<MailLine> UNVERIFIED = new TroublePart<>(
            "unverifiedDomains",
            "Mail domains not verified",
            MailLine::id,
            MailLine::isBad,
            new TroublePart.Row<>(
                    line -> Nodes.stated(MailColumns.look(line), ""), STATE, MailLine::name, MailLine::trouble),
            line -> MailCalls.records(line.id()));

    private final Mail mail;
    private final SettingsService settings;
    private final ServerList servers;
    private final Workbench workbench;
    private final ActionControls controls;
    private final MailList list;
    private final MailCommands commands;
    private final KeyForms keyForms;
    private final ListModel<MailLine> model;
    private final ListParts<MailLine> parts;
    private final ListArea<MailLine> area;

    /** @param zone in which times are shown */
    public MailWiring(
            Core core, ServerList servers, Workbench workbench, ActionControls controls, Clock clock, ZoneId zone) {
        this.mail = core.mail();
        this.settings = core.settings();
        this.servers = servers;
        this.workbench = workbench;
        this.controls = controls;
        this.list = new MailList(mail, workbench, clock, zone);
        this.commands = new MailCommands(mail, list, this, workbench);
        this.keyForms = new KeyForms(mail.keys(), workbench, controls);
        this.model = new ListModel<>(list, MailLine::matches);
        this.parts = new ListParts<>(
                model,
                List.of(
                        new ListParts.Part<>("All", _ -> true),
                        new ListParts.Part<>("Domains", MailLine.OfDomain.class::isInstance),
                        new ListParts.Part<>("Not verified", MailLine::isBad),
                        new ListParts.Part<>("Instances", MailLine.OfInstance.class::isInstance)));
        this.area = new ListArea<>(NOUNS, SidebarGroup.INFRASTRUCTURE, "Mail", "Alt+0", model, this::make, workbench);
        model.openElsewhere(this::opensForm);
    }

    /** An instance has no page: all that is known of it is in its form. */
    private boolean opensForm(String id) {
        if (list.find(id).orElse(null) instanceof MailLine.OfInstance of) {
            openInstance(of.instance());
            return true;
        }
        return false;
    }

    @Override
    public List<ScreenEntry> screens() {
        return List.of(area.entry());
    }

    private ListScreen<MailLine> make() {
        LiveTable<MailLine> table = new LiveTable<>(
                "mail-table",
                model,
                new MailColumns().all(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                commands.addDomain(),
                controls);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS,
                        model,
                        table,
                        commands.addDomain(),
                        MailCalls::domains,
                        id -> new DomainPage(list.row(id).orElseThrow(), commands, model::back, workbench, controls),
                        () -> List.of(commands.addInstance())),
                new ListScreen.Extras(
                        List.of(parts.row(), new ListCount<>(model, COUNTED)),
                        List.of(controls.wholeButton(commands.addInstance())),
                        List.of()),
                list.zone(),
                workbench,
                controls);
    }

    private List<Action> actionsOf(MailLine line) {
        List<Action> actions = new ArrayList<>();
        if (line instanceof MailLine.OfDomain domain) {
            actions.add(Action.of("domains.open", "Open its page", "fth-list", () -> model.open(line.id()))
                    .withCurl(() -> MailCalls.records(domain.domain())));
        }
        actions.addAll(commands.all(line));
        return actions;
    }

    @Override
    public void openDomain(@Nullable MailDomain edited) {
        area.inFront();
        // An instance may have come since; and the palette opens the form before the list was ever read.
        list.refresh(() -> openRead(edited));
    }

    private void openRead(@Nullable MailDomain edited) {
        List<MailInstance> instances = list.instances();
        ListScreen<MailLine> screen = area.inFront();
        if (instances.isEmpty()) {
            screen.open(() -> instanceForm(
                    null,
                    FIRST,
                    new FormFrame.Ends<>(
                            saved -> {
                                screen.closeForm();
                                openDomain(null);
                            },
                            screen::closeForm)));
            return;
        }
        screen.open(() -> new DomainForm(
                        mail.domains(),
                        settings,
                        new DomainForm.Subject(
                                instances,
                                edited,
                                Year.now(list.clock().withZone(ZoneOffset.UTC)),
                                mail.suffixes().date().toString()),
                        screen.ends(edited == null, MailDomain::fqdn, MailDomain::id),
                        workbench,
                        controls)
                .form());
    }

    @Override
    public void openInstance(@Nullable MailInstance edited) {
        ListScreen<MailLine> screen = area.inFront();
        screen.open(() -> instanceForm(
                edited,
                "",
                new FormFrame.Ends<>(
                        saved -> screen.saved(saved.name() + (edited == null ? " was added." : " was saved."), null),
                        screen::closeForm)));
    }

    private Form instanceForm(@Nullable MailInstance edited, String why, FormFrame.Ends<MailInstance> ends) {
        return new InstanceForm(mail.instances(), servers, edited, why, ends, workbench, controls).form();
    }

    @Override
    public void exportKey(MailDomain domain, String selector) {
        ListScreen<MailLine> screen = area.inFront();
        screen.open(() -> keyForms.export(
                domain,
                selector,
                new FormFrame.Ends<>(
                        export -> {
                            screen.closeForm();
                            screen.open(() -> keyForms.shown(domain, export, screen::closeForm));
                        },
                        screen::closeForm)));
    }

    @Override
    public void rotateKey(MailDomain domain) {
        ListScreen<MailLine> screen = area.inFront();
        screen.open(() -> keyForms.rotation(
                domain,
                new FormFrame.Ends<>(
                        next -> {
                            screen.saved(next.selector() + " was made. Its record joins those of the domain.", null);
                            page(domain, page -> page.show(DomainPage.Part.KEYS));
                        },
                        screen::closeForm)));
    }

    @Override
    public void publish(MailDomain domain) {
        page(domain, DomainPage::publish);
    }

    private void page(MailDomain domain, Consumer<DomainPage> work) {
        area.reveal(domain.id());
        if (area.inFront().page() instanceof DomainPage page) {
            work.accept(page);
        }
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        area.reveal(id);
    }

    /** The domains that are not verified, for the overview. */
    public ScreenPart unverified() {
        Action all = Action.of("overview.mail", "All mail domains", "fth-mail", area::revealAll)
                .withCurl(MailCalls::domains);
        return UNVERIFIED.of(list, all, this::reveal, controls);
    }

    @Override
    public List<Action> actions() {
        return List.of(commands.addDomain(), commands.addInstance());
    }

    @Override
    public List<PaletteEntry> paletteEntries() {
        return area.paletteEntries(
                "Mail",
                MailLine::name,
                line -> line instanceof MailLine.OfDomain of
                        ? "Mail domain on " + of.instance().name()
                        : "Mail instance  ·  " + line.below(),
                MailColumns::icon,
                commands::all);
    }
}
