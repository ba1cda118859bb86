package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.screen.ListChanges;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import org.jspecify.annotations.Nullable;

/** The actions on domains, their keys and instances, wherever they are shown. Belongs to the window's thread. */
final class MailCommands {

    private final Mail mail;
    private final MailList list;
    private final Forms forms;
    private final Workbench workbench;
    private final ListChanges changes;
    private final ObservableSet<String> verifying = FXCollections.observableSet();

    /** Opens what asks for more. */
    interface Forms {

        /** @param edited null for a new one */
        void openDomain(@Nullable MailDomain edited);

        /** @param edited null for a new one */
        void openInstance(@Nullable MailInstance edited);

        /** Asks in which format a key is wanted. */
        void exportKey(MailDomain domain, String selector);

        /** Asks for the selector of the next key. */
        void rotateKey(MailDomain domain);

        /** Opens a domain's page where it is published. */
        void publish(MailDomain domain);
    }

    MailCommands(Mail mail, MailList list, Forms forms, Workbench workbench) {
        this.mail = mail;
        this.list = list;
        this.forms = forms;
        this.workbench = workbench;
        this.changes = new ListChanges(list, workbench);
    }

    Action addDomain() {
        return Action.of("domains.add", "Add a domain", "fth-plus", () -> forms.openDomain(null))
                .withCurl(MailCalls::domains)
                .withShortcut("Shortcut+Shift+G");
    }

    Action addInstance() {
        return Action.of("domains.add-instance", "Add an instance", "fth-plus", () -> forms.openInstance(null))
                .withCurl(MailCalls::instances)
                .withShortcut("Shortcut+Shift+Y");
    }

    /** Everything that can be done with one of them, the likeliest first. */
    List<Action> all(MailLine line) {
        return switch (line) {
            case MailLine.OfDomain domain -> ofDomain(domain.domain());
            case MailLine.OfInstance instance -> ofInstance(instance.instance());
        };
    }

    private List<Action> ofDomain(MailDomain domain) {
        List<Action> actions = new ArrayList<>();
        actions.add(verify(domain));
        if (domain.dnsMode() == DnsMode.MANAGED) {
            actions.add(publish(domain));
        }
        actions.add(edit(domain));
        actions.add(copyZone(domain));
        actions.add(exportKey(domain, domain.dkimSelector()).withShortcut("Shortcut+Shift+E"));
        actions.add(rotateKey(domain));
        actions.add(delete(
                        domain.fqdn(),
                        "Its DKIM key is deleted for good: export it first if a mail server still signs with it. The records in its"
                                + " zone stay.",
                        caller -> mail.domains().delete(caller, domain.id(), null))
                .withCurl(() -> MailCalls.delete(domain)));
        return actions;
    }

    Action publish(MailDomain domain) {
        return Action.of("domains.publish", "Publish…", "fth-upload-cloud", () -> forms.publish(domain))
                .withCurl(() -> MailCalls.preview(domain))
                .withShortcut("Shortcut+Shift+P");
    }

    Action edit(MailDomain domain) {
        return Action.of("domains.edit", "Edit…", "fth-edit-2", () -> forms.openDomain(now(domain)))
                .withCurl(() -> MailCalls.get(domain))
                .withShortcut("F2");
    }

    /** As it is by now: it may have changed since its button was made. */
    private MailDomain now(MailDomain domain) {
        return list.find(domain.id())
                .map(each -> each instanceof MailLine.OfDomain of ? of.domain() : domain)
                .orElse(domain);
    }

    Action verify(MailDomain domain) {
        Action action = Action.of("domains.verify", "Verify", "fth-check-square", () -> check(domain))
                .withCurl(() -> MailCalls.verify(domain));
        action.enabledProperty().set(!verifying.contains(domain.id()));
        return action.withShortcut("Shortcut+R");
    }

    private void check(MailDomain domain) {
        if (verifying.add(domain.id())) {
            workbench.run(
                    caller -> mail.domains().verify(caller, domain.id()),
                    checked -> {
                        verifying.remove(domain.id());
                        changes.done(checked.fqdn() + " was checked: "
                                + MailLabels.look(checked.verificationStatus())
                                        .words()
                                        .toLowerCase(Locale.ROOT) + ".");
                    },
                    failure -> {
                        verifying.remove(domain.id());
                        changes.refused(failure);
                    });
        }
    }

    /** Ids of domains that are checked at this moment because somebody asked here. */
    ObservableSet<String> verifying() {
        return verifying;
    }

    Action copyZone(MailDomain domain) {
        return Action.of(
                        "domains.zone",
                        "Copy zone file",
                        "fth-copy",
                        () -> workbench.run(
                                caller -> mail.domains().zoneFile(caller, domain.id()),
                                text -> workbench.copy(text, "The zone file"),
                                workbench::say))
                .withCurl(() -> MailCalls.zone(domain))
                .withShortcut("Shortcut+Shift+Z");
    }

    Action exportKey(MailDomain domain, String selector) {
        return Action.of("domains.key", "Export DKIM key…", "fth-key", () -> forms.exportKey(domain, selector))
                .withCurl(() -> MailCalls.exportKey(domain, DkimExportFormat.PKCS8, selector));
    }

    /** Begins a rotation. */
    Action rotateKey(MailDomain domain) {
        return Action.of("domains.rotate", "Rotate DKIM key…", "fth-repeat", () -> forms.rotateKey(domain))
                .withCurl(() -> MailCalls.rotate(domain, ""))
                .withShortcut("Shortcut+Shift+R");
    }

    /** @param isSeen whether every name server has the record of the next key */
    Action switchKey(MailDomain domain, DkimKey next, boolean isSeen) {
        Question question = new Question(
                "Switch to " + next.selector() + "?",
                "Have the mail server sign with it first: export the key. " + domain.dkimSelector()
                        + " is revoked a week later, and there is no way back to it.",
                "Switch",
                true);
        Action action = Action.of(
                        "domains.switch",
                        "Switch to " + next.selector() + "…",
                        "fth-check",
                        () -> changes.ask(
                                question,
                                caller -> mail.keys().switchToNext(caller, domain.id()),
                                next.selector() + " signs the mail of " + domain.fqdn() + " now."))
                .withCurl(() -> MailCalls.switchKey(domain));
        action.enabledProperty().set(isSeen);
        return action.withShortcut("Shortcut+Enter");
    }

    Action cancelRotation(MailDomain domain, DkimKey next) {
        Question question = new Question(
                "Drop " + next.selector() + "?",
                "The next key is deleted for good. Its record, where it was published, is of no use from then on.",
                "Drop key",
                true);
        return Action.of(
                        "domains.cancel-rotation",
                        "Cancel rotation…",
                        "fth-x",
                        () -> changes.ask(
                                question,
                                caller -> mail.keys().cancel(caller, domain.id()),
                                next.selector() + " was dropped."))
                .withCurl(() -> MailCalls.cancelRotation(domain));
    }

    private List<Action> ofInstance(MailInstance instance) {
        return List.of(
                Action.of("domains.edit", "Edit…", "fth-edit-2", () -> forms.openInstance(instance))
                        .withCurl(() -> MailCalls.get(instance))
                        .withShortcut("F2"),
                delete(
                                instance.name(),
                                "The console forgets the mail instance. The mail server itself stays as it is.",
                                caller -> mail.instances().delete(caller, instance.id(), null))
                        .withCurl(() -> MailCalls.delete(instance)));
    }

    private Action delete(String name, String meaning, Consumer<Caller> work) {
        Question question = new Question("Delete " + name + "?", meaning, "Delete", true);
        return Action.of(
                        "domains.delete",
                        "Delete…",
                        "fth-trash-2",
                        () -> changes.ask(question, work, name + " was deleted."))
                .withShortcut("Delete");
    }

    MailList list() {
        return list;
    }

    Mail mail() {
        return mail;
    }
}
