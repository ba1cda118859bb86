package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DkimKeyService;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.dkim.DkimExport;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.screen.KeptText;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** Asks for which program a domain's DKIM key is wanted. Belongs to the window's thread. */
final class KeyExportForm implements Form, FormSource<DkimExport> {

    private static final double WIDTH = 560;
    private static final double LABELS = 64;
    private static final int KEY_ROWS = 9;

    private final DkimKeyService keys;
    private final MailDomain domain;
    private final Workbench workbench;
    private final ObjectProperty<DkimExportFormat> format =
            new SimpleObjectProperty<>(this, "format", DkimExportFormat.PKCS8);
    private final FormModel<DkimExport> model;
    private final FormFrame<DkimExport> frame;

    KeyExportForm(
            DkimKeyService keys,
            MailDomain domain,
            FormFrame.Ends<DkimExport> ends,
            Workbench workbench,
            ActionControls controls) {
        this.keys = keys;
        this.domain = domain;
        this.workbench = workbench;
        this.model = new FormModel<>(workbench.background(), Set.of("format"), this);
        FieldGrid grid = new FieldGrid(LABELS, model);
        HBox formats = new HBox();
        formats.setId("formats");
        Segments.fill(formats, List.of(DkimExportFormat.values()), format, MailLabels::format);
        grid.place(
                "For",
                formats,
                Nodes.wrapped(
                        "Whoever has this key can sign mail in the name of " + domain.fqdn()
                                + ". An event notes that it was shown.",
                        "warning-text",
                        "small"));
        this.frame = new FormFrame<>(model, "key", "Export the DKIM key of " + domain.fqdn(), WIDTH, grid);
        frame.end(
                new FormFrame.Foot(List.of(), List.of(), List.of()),
                "Show key",
                () -> MailCalls.exportKey(domain, format.get()),
                ends,
                controls);
    }

    /** Shows an exported key, and says where it and what belongs to it goes. */
    static KeptText shown(MailDomain domain, DkimExport export, Workbench workbench, Runnable done) {
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

    @Override
    public Callable<DkimExport> store(@Nullable Long expected) {
        DkimExportFormat wanted = format.get();
        return () -> keys.export(workbench.callers().get(), domain.id(), wanted, null);
    }

    @Override
    public Callable<DkimExport> read() {
        throw new IllegalStateException("Nothing is edited here");
    }

    @Override
    public void show(DkimExport stored) {
        // Nothing is edited here.
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(frame.saveButton());
    }

    @Override
    public void close() {
        model.close();
    }
}
