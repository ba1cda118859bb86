package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DkimKeyService;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.dkim.DkimExport;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.screen.KeptText;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.TextField;

/** The forms about a domain's DKIM keys. Belongs to the window's thread. */
record KeyForms(DkimKeyService keys, Workbench workbench, ActionControls controls) {

    private static final double WIDTH = 560;
    private static final double LABELS = 64;
    private static final int KEY_ROWS = 9;

    /** Asks for which program a key is wanted. */
    Form export(MailDomain domain, String selector, FormFrame.Ends<DkimExport> ends) {
        ObjectProperty<DkimExportFormat> format = new SimpleObjectProperty<>(this, "format", DkimExportFormat.PKCS8);
        DraftForm<DkimExportFormat, DkimExport> form = new DraftForm<>(
                new DraftForm.Fields<>(Set.of("format"), format::get, _ -> {}, () -> {}),
                DraftForm.Storage.of(
                        (caller, wanted) -> keys.export(caller, domain.id(), wanted, selector),
                        wanted -> MailCalls.exportKey(domain, wanted, selector)),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        grid.place(
                "For",
                Segments.row("formats", List.of(DkimExportFormat.values()), format, MailLabels::format),
                Nodes.wrapped(
                        "Whoever has this key can sign mail in the name of " + domain.fqdn()
                                + ". An event notes that it was shown.",
                        "warning-text",
                        "small"));
        String title = "Export the DKIM key " + selector + " of " + domain.fqdn();
        return form.framed(new FormFrame<>(form.model(), "key", title, WIDTH, grid), null, "Show key", ends, controls);
    }

    /** Shows an exported key, and says where it and what belongs to it goes. */
    Form shown(MailDomain domain, DkimExport export, Runnable done) {
        DkimExport.File key = export.files().getFirst();
        String beside = export.files().stream()
                .skip(1)
                .map(each -> "\n\n" + each.path() + ":\n" + each.content().strip())
                .collect(Collectors.joining());
        return new KeptText(
                new KeptText.Words(
                        "DKIM key",
                        domain.fqdn(),
                        "Whoever has it can sign mail in the name of the domain: let only the program that signs read it."
                                + " Keep it as " + key.path() + "." + beside),
                key.content().stripTrailing(),
                KEY_ROWS,
                workbench,
                done);
    }

    /** Asks for the selector of the next key. */
    Form rotation(MailDomain domain, FormFrame.Ends<DkimKey> ends) {
        StringProperty selector = new SimpleStringProperty(this, "selector", "");
        DraftForm<String, DkimKey> form = new DraftForm<>(
                new DraftForm.Fields<>(
                        Set.of("selector", "name"), () -> selector.get().strip(), _ -> {}, () -> {}),
                DraftForm.Storage.of(
                        (caller, typed) -> keys.rotate(caller, domain.id(), typed.isEmpty() ? null : typed),
                        typed -> MailCalls.rotate(domain, typed)),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField field = FieldGrid.field(new TextField(), "selector", selector, "A free one with the year");
        // A taken one is told of at the name.
        grid.row("Selector", field, field, "selector", "name")
                .getChildren()
                .add(Nodes.wrapped(
                        "Makes the next key. " + domain.dkimSelector() + " signs until you switch to it, which can be"
                                + " done once every name server has its record.",
                        "dim",
                        "small"));
        selector.addListener(_ -> {
            form.model().forget("selector");
            form.model().forget("name");
        });
        String title = "Rotate the DKIM key of " + domain.fqdn();
        return form.framed(
                new FormFrame<>(form.model(), "rotation", title, WIDTH, grid), field, "Make key", ends, controls);
    }
}
