package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailDomainService;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.InWords;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Year;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Adds or edits a mail domain. Its name and its selector stay once it was added. Belongs to the window's thread. */
final class DomainForm implements Form, FormSource<MailDomain> {

    private static final double WIDTH = 680;
    private static final double LABELS = 104;

    private final MailDomainService domains;
    private final SettingsService settings;
    private final Workbench workbench;
    private final @Nullable MailDomain edited;
    private final ObjectProperty<MailInstance> instance = new SimpleObjectProperty<>(this, "mailInstanceId");
    private final StringProperty fqdn = new SimpleStringProperty(this, "fqdn", "");
    private final StringProperty selector = new SimpleStringProperty(this, "dkimSelector", "");
    private final StringProperty inbox = new SimpleStringProperty(this, "inboxSubdomain", "");
    private final ObjectProperty<DnsMode> mode = new SimpleObjectProperty<>(this, "dnsMode", DnsMode.MANUAL);
    private final DnsFields dns = new DnsFields();
    private final List<MailInstance> instances;
    private final FormModel<MailDomain> model;
    private final FormFrame<MailDomain> frame;
    private final TextField name;

    /**
     * What the form is about.
     *
     * @param instances that it can be on; at least one
     * @param edited null for a new one
     * @param year of now, which the selector of a new one has
     * @param suffixes date of the list of names that nobody has mail at
     */
    record Subject(List<MailInstance> instances, @Nullable MailDomain edited, Year year, String suffixes) {}

    DomainForm(
            MailDomainService domains,
            SettingsService settings,
            Subject subject,
            FormFrame.Ends<MailDomain> ends,
            Workbench workbench,
            ActionControls controls) {
        this.domains = domains;
        this.settings = settings;
        this.workbench = workbench;
        this.edited = subject.edited();
        this.instances = subject.instances();
        Set<String> paths = new HashSet<>(DnsFields.PATHS);
        paths.addAll(Set.of("mailInstanceId", "fqdn", "dkimSelector", "inboxSubdomain", "dnsMode"));
        this.model = new FormModel<>(workbench.background(), paths, this);
        FieldGrid grid = new FieldGrid(LABELS, model);
        this.name = FieldGrid.field(new TextField(), "fqdn", fqdn, "example.com");
        grid.row("Domain", name, name, "fqdn", "name");
        ComboBox<MailInstance> on = new ComboBox<>();
        on.setId("instance");
        on.setMaxWidth(Double.MAX_VALUE);
        on.setConverter(new InWords<>(each -> each.name() + "  ·  " + each.hostname()));
        on.getItems().setAll(instances);
        on.valueProperty().bindBidirectional(instance);
        instance.set(instances.getFirst());
        grid.row("Instance", on, on, "mailInstanceId");
        TextField typedSelector = grid.text("DKIM selector", selector, "mail" + subject.year());
        grid.text("Inbox", inbox, "A subdomain that gets mail too, such as inbox");
        HBox modes = new HBox();
        modes.setId("modes");
        Segments.fill(modes, List.of(DnsMode.values()), mode, MailLabels::mode);
        grid.place(
                "Records",
                modes,
                Nodes.wrapped(
                        "By hand: you put them into the zone. By the console: it does, when you publish, and changes"
                                + " nothing that it did not make unless you tick it.",
                        "dim",
                        "small"),
                grid.problem(modes, "dnsMode"));
        VBox provider = dns.rows(LABELS, model, this::allowHost);
        Shown.when(provider, mode.isEqualTo(DnsMode.MANAGED));
        name.setDisable(edited != null);
        typedSelector.setDisable(edited != null);
        model.forgetProblemsOf(instance, fqdn, selector, inbox, mode);
        model.forgetProblemsOf(dns.named());
        // What a taken name is told of.
        fqdn.addListener(_ -> model.forget("name"));
        String title = edited == null ? "Add a domain" : "Edit " + DomainNames.unicode(edited.fqdn());
        this.frame = new FormFrame<>(model, "domain", title, WIDTH, new VBox(12, grid, provider));
        frame.addToHead(Nodes.wrapped(
                edited == null
                        ? "Makes its DKIM key and says which records it needs. Public suffixes as of "
                                + subject.suffixes() + "."
                        : "The name and the selector stay: the key is published under them.",
                "dim",
                "small"));
        frame.end(
                new FormFrame.Foot(List.of(), List.of(), List.of()),
                edited == null ? "Add" : "Save",
                this::saveCall,
                ends,
                controls);
        if (edited != null) {
            show(edited);
        }
    }

    private void allowHost(String host) {
        workbench.change(
                caller -> settings.allowPrivateHost(caller, host), () -> model.forget("dns.url"), model::refused);
    }

    private MailDomainDraft draft() {
        return new MailDomainDraft(
                instance.get().id(),
                fqdn.get().strip(),
                mode.get(),
                selector.get().isBlank() ? null : selector.get().strip(),
                inbox.get().strip(),
                mode.get() == DnsMode.MANAGED ? dns.draft() : null);
    }

    @Override
    public @Nullable Callable<MailDomain> store(@Nullable Long expected) {
        MailDomainDraft draft = model.checked(this::draft);
        return draft == null
                ? null
                : () -> edited == null
                        ? domains.create(workbench.callers().get(), draft)
                        : domains.update(workbench.callers().get(), edited.id(), draft, expected);
    }

    @Override
    public Callable<MailDomain> read() {
        String id = Objects.requireNonNull(edited).id();
        return () -> domains.get(workbench.callers().get(), id);
    }

    @Override
    public void show(MailDomain domain) {
        model.show(domain.revision());
        instances.stream()
                .filter(each -> each.id().equals(domain.mailInstanceId()))
                .findFirst()
                .ifPresent(instance::set);
        fqdn.set(DomainNames.unicode(domain.fqdn()));
        selector.set(domain.dkimSelector());
        inbox.set(domain.inboxSubdomain());
        mode.set(domain.dnsMode());
        if (domain.dns() != null) {
            dns.show(domain.dns());
        }
    }

    @Override
    public void forgetSecrets() {
        dns.forgetSecrets();
    }

    private @Nullable CurlCommand saveCall() {
        MailDomainDraft draft = model.checked(this::draft);
        if (draft == null) {
            return null;
        }
        return edited == null ? MailCalls.create(draft) : MailCalls.update(edited, draft);
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(name);
    }

    @Override
    public void close() {
        model.close();
        dns.forgetSecrets();
    }
}
