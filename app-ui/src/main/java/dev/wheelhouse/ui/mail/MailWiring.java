package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.ListArea;
import dev.wheelhouse.ui.screen.ListCount;
import dev.wheelhouse.ui.screen.ListScreen;
import dev.wheelhouse.ui.screen.Nouns;
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
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
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

    private final Mail mail;
    private final SettingsService settings;
    private final ServerList servers;
    private final Workbench workbench;
    private final ActionControls controls;
    private final MailList list;
    private final MailCommands commands;
    private final ListModel<MailLine> model;
    private final ListArea<MailLine> area;
    private final ObjectProperty<Part> part = new SimpleObjectProperty<>(this, "part", Part.ALL);

    /** Which of them are listed. */
    private enum Part {
        ALL("All"),
        DOMAINS("Domains"),
        WRONG("Not verified"),
        INSTANCES("Instances");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        private boolean has(MailLine line) {
            return switch (this) {
                case ALL -> true;
                case DOMAINS -> line instanceof MailLine.OfDomain;
                case WRONG -> line instanceof MailLine.OfDomain domain && !domain.isVerified();
                case INSTANCES -> line instanceof MailLine.OfInstance;
            };
        }
    }

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
        this.model = new ListModel<>(list, MailLine::matches);
        this.area = new ListArea<>(NOUNS, SidebarGroup.INFRASTRUCTURE, "Mail", "Alt+0", model, this::make, workbench);
        narrow();
        part.addListener(_ -> narrow());
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

    private void narrow() {
        model.narrow(line -> part.get().has(line), () -> part.set(Part.ALL));
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
                addDomain(),
                controls);
        HBox parts = new HBox();
        parts.setId("parts");
        parts.getStyleClass().add("range-buttons");
        parts.setAlignment(Pos.CENTER_LEFT);
        Segments.fill(parts, List.of(Part.values()), part, each -> each.words);
        Button addInstance = controls.button(addInstance());
        addInstance.setId("addInstance");
        addInstance.setMinWidth(Region.USE_PREF_SIZE);
        return new ListScreen<>(
                new ListScreen.Parts<>(
                        NOUNS, model, table, addDomain(), MailCalls::domains, this::page, () -> List.of(addInstance())),
                new ListScreen.Extras(List.of(parts, new ListCount<>(model, COUNTED)), List.of(addInstance), List.of()),
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

    private DomainPage page(String id) {
        return new DomainPage(list.row(id).orElseThrow(), commands, model::back, workbench, controls);
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
                controls));
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

    private InstanceForm instanceForm(@Nullable MailInstance edited, String why, FormFrame.Ends<MailInstance> ends) {
        return new InstanceForm(mail.instances(), servers, edited, why, ends, workbench, controls);
    }

    @Override
    public void exportKey(MailDomain domain) {
        ListScreen<MailLine> screen = area.inFront();
        screen.open(() -> new KeyExportForm(
                mail.keys(),
                domain,
                new FormFrame.Ends<>(
                        export -> {
                            screen.closeForm();
                            screen.open(() -> KeyExportForm.shown(domain, export, workbench, screen::closeForm));
                        },
                        screen::closeForm),
                workbench,
                controls));
    }

    @Override
    public void publish(MailDomain domain) {
        ListScreen<MailLine> screen = area.inFront();
        model.open(domain.id());
        if (screen.page() instanceof DomainPage page) {
            page.publish();
        }
    }

    /** Opens the page of one. */
    public void reveal(String id) {
        area.reveal(id);
    }

    /** The domains that are not verified, for the overview. */
    public ScreenPart unverified() {
        return new UnverifiedDomains(this::reveal, controls).of(list, area::revealAll);
    }

    private Action addDomain() {
        return commands.addDomain().withShortcut("Shortcut+Shift+G");
    }

    private Action addInstance() {
        return commands.addInstance().withShortcut("Shortcut+Shift+Y");
    }

    @Override
    public List<Action> actions() {
        return List.of(addDomain(), addInstance());
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
