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
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Year;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Adds or edits a mail domain. Its name and its selector stay once it was added. Belongs to the window's thread. */
final class DomainForm {

    private static final double WIDTH = 680;
    private static final double LABELS = 104;

    private final ObjectProperty<MailInstance> instance = new SimpleObjectProperty<>(this, "mailInstanceId");
    private final StringProperty fqdn = new SimpleStringProperty(this, "fqdn", "");
    private final StringProperty selector = new SimpleStringProperty(this, "dkimSelector", "");
    private final StringProperty inbox = new SimpleStringProperty(this, "inboxSubdomain", "");
    private final ObjectProperty<DnsMode> mode = new SimpleObjectProperty<>(this, "dnsMode", DnsMode.MANUAL);
    private final DnsFields dns = new DnsFields();
    private final List<MailInstance> instances;
    private final DraftForm<MailDomainDraft, MailDomain> form;

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
        MailDomain edited = subject.edited();
        this.instances = subject.instances();
        Set<String> paths = new HashSet<>(DnsFields.PATHS);
        paths.addAll(Set.of("mailInstanceId", "fqdn", "dkimSelector", "inboxSubdomain", "dnsMode"));
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(paths, this::draft, this::show, dns::forgetSecrets),
                edited == null
                        ? DraftForm.Storage.of(domains::create, MailCalls::create)
                        : new DraftForm.Storage<>(
                                (caller, draft, expected) -> domains.update(caller, edited.id(), draft, expected),
                                caller -> domains.get(caller, edited.id()),
                                draft -> MailCalls.update(edited, draft)),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField name = FieldGrid.field(new TextField(), "fqdn", fqdn, "example.com");
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
        HBox modes = Segments.row("modes", List.of(DnsMode.values()), mode, MailLabels::mode);
        grid.place(
                "Records",
                modes,
                Nodes.wrapped(
                        "By hand: you put them into the zone. By the console: it does, when you publish, and changes"
                                + " nothing that it did not make unless you tick it.",
                        "dim",
                        "small"),
                grid.problem(modes, "dnsMode"));
        VBox provider = dns.rows(LABELS, form.model(), settings, workbench);
        Shown.when(provider, mode.isEqualTo(DnsMode.MANAGED));
        name.setDisable(edited != null);
        typedSelector.setDisable(edited != null);
        form.model().forgetProblemsOf(instance, fqdn, selector, inbox, mode);
        form.model().forgetProblemsOf(dns.named());
        // What a taken name is told of.
        fqdn.addListener(_ -> form.model().forget("name"));
        String title = edited == null ? "Add a domain" : "Edit " + DomainNames.unicode(edited.fqdn());
        FormFrame<MailDomain> frame =
                new FormFrame<>(form.model(), "domain", title, WIDTH, new VBox(12, grid, provider));
        frame.addToHead(Nodes.wrapped(
                edited == null
                        ? "Makes its DKIM key and says which records it needs. Public suffixes as of "
                                + subject.suffixes() + "."
                        : "The name and the selector stay: the key is published under them.",
                "dim",
                "small"));
        form.framed(frame, name, edited == null ? "Add" : "Save", ends, controls);
        if (edited != null) {
            show(edited);
        }
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

    private void show(MailDomain domain) {
        form.model().show(domain.revision());
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

    Form form() {
        return form;
    }
}
