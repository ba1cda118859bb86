package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Question;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import org.jspecify.annotations.Nullable;

/** The actions on domains and instances, wherever they are shown. Belongs to the window's thread. */
final class MailCommands {

    private final Mail mail;
    private final MailList list;
    private final Forms forms;
    private final Workbench workbench;
    private final ObservableSet<String> verifying = FXCollections.observableSet();

    /** Opens what asks for more. */
    interface Forms {

        /** @param edited null for a new one */
        void openDomain(@Nullable MailDomain edited);

        /** @param edited null for a new one */
        void openInstance(@Nullable MailInstance edited);

        /** Asks in which format the key is wanted. */
        void exportKey(MailDomain domain);

        /** Opens a domain's page where it is published. */
        void publish(MailDomain domain);
    }

    MailCommands(Mail mail, MailList list, Forms forms, Workbench workbench) {
        this.mail = mail;
        this.list = list;
        this.forms = forms;
        this.workbench = workbench;
    }

    Action addDomain() {
        return Action.of("domains.add", "Add a domain", "fth-plus", () -> forms.openDomain(null))
                .withCurl(MailCalls::domains);
    }

    Action addInstance() {
        return Action.of("domains.add-instance", "Add an instance", "fth-plus", () -> forms.openInstance(null))
                .withCurl(MailCalls::instances);
    }

    /** Everything that can be done with one of them, the likeliest first. */
    List<Action> all(MailLine line) {
        return switch (line) {
            case MailLine.OfDomain domain -> ofDomain(domain.domain());
            case MailLine.OfInstance instance -> ofInstance(instance);
        };
    }

    private List<Action> ofDomain(MailDomain domain) {
        List<Action> actions = new ArrayList<>();
        actions.add(verify(domain));
        if (domain.dnsMode() == DnsMode.MANAGED) {
            actions.add(Action.of("domains.publish", "Publish…", "fth-upload-cloud", () -> forms.publish(domain))
                    .withCurl(() -> MailCalls.preview(domain))
                    .withShortcut("Shortcut+Shift+P"));
        }
        actions.add(Action.of("domains.edit", "Edit…", "fth-edit-2", () -> forms.openDomain(now(domain)))
                .withCurl(() -> MailCalls.get(domain))
                .withShortcut("F2"));
        actions.add(Action.of("domains.zone", "Copy zone file", "fth-copy", () -> copyZone(domain))
                .withCurl(() -> MailCalls.zone(domain))
                .withShortcut("Shortcut+Shift+Z"));
        actions.add(Action.of("domains.key", "Export DKIM key…", "fth-key", () -> forms.exportKey(domain))
                .withCurl(() -> MailCalls.exportKey(domain, DkimExportFormat.PKCS8))
                .withShortcut("Shortcut+Shift+E"));
        actions.add(deleteDomain(domain).withShortcut("Delete"));
        return actions;
    }

    /** As it is by now: it may have changed since its button was made. */
    private MailDomain now(MailDomain domain) {
        return list.find(domain.id())
                .map(each -> each instanceof MailLine.OfDomain of ? of.domain() : domain)
                .orElse(domain);
    }

    private Action verify(MailDomain domain) {
        Action action = Action.of("domains.verify", "Verify", "fth-check-square", () -> check(domain))
                .withCurl(() -> MailCalls.verify(domain));
        action.enabledProperty().set(!verifying.contains(domain.id()));
        return action.withShortcut("Shortcut+R");
    }

    private void check(MailDomain domain) {
        if (!verifying.add(domain.id())) {
            return;
        }
        workbench.run(
                caller -> mail.domains().verify(caller, domain.id()),
                checked -> {
                    verifying.remove(domain.id());
                    list.refresh();
                    workbench.say(Notice.info(checked.fqdn() + " was checked: "
                            + MailLabels.look(checked.verificationStatus())
                                    .words()
                                    .toLowerCase(Locale.ROOT) + "."));
                },
                failure -> {
                    verifying.remove(domain.id());
                    failed(failure);
                });
    }

    /** Ids of domains that are checked at this moment because somebody asked here. */
    ObservableSet<String> verifying() {
        return verifying;
    }

    private void copyZone(MailDomain domain) {
        workbench.run(
                caller -> mail.domains().zoneFile(caller, domain.id()),
                text -> workbench.copy(text, "The zone file"),
                workbench::say);
    }

    private Action deleteDomain(MailDomain domain) {
        Question question = new Question(
                "Delete " + domain.fqdn() + "?",
                "Its DKIM key is deleted for good: export it first if a mail server still signs with it. The records in its"
                        + " zone stay.",
                "Delete",
                true);
        return Action.of(
                        "domains.delete",
                        "Delete…",
                        "fth-trash-2",
                        () -> workbench.ask(
                                question,
                                () -> change(
                                        caller -> mail.domains().delete(caller, domain.id(), null),
                                        domain.fqdn() + " was deleted.")))
                .withCurl(() -> MailCalls.delete(domain));
    }

    private List<Action> ofInstance(MailLine.OfInstance line) {
        MailInstance instance = line.instance();
        Question question = new Question(
                "Delete " + instance.name() + "?",
                "The console forgets the mail instance. The mail server itself stays as it is.",
                "Delete",
                true);
        return List.of(
                Action.of("domains.edit", "Edit…", "fth-edit-2", () -> forms.openInstance(instance))
                        .withCurl(() -> MailCalls.get(instance))
                        .withShortcut("F2"),
                Action.of(
                                "domains.delete",
                                "Delete…",
                                "fth-trash-2",
                                () -> workbench.ask(
                                        question,
                                        () -> change(
                                                caller -> mail.instances().delete(caller, instance.id(), null),
                                                instance.name() + " was deleted.")))
                        .withCurl(() -> MailCalls.delete(instance))
                        .withShortcut("Delete"));
    }

    private void change(Consumer<Caller> work, String said) {
        workbench.change(
                work,
                () -> {
                    list.refresh();
                    workbench.say(Notice.info(said));
                },
                this::failed);
    }

    private void failed(AppException failure) {
        list.refresh();
        workbench.say(failure);
    }

    MailList list() {
        return list;
    }

    Mail mail() {
        return mail;
    }
}
