package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.MailInstanceService;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.servers.ServerPick;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/** Adds or edits a mail instance. Belongs to the window's thread. */
final class InstanceForm {

    private static final double WIDTH = 640;
    private static final double LABELS = 96;

    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final StringProperty hostname = new SimpleStringProperty(this, "hostname", "");
    private final StringProperty ipv4 = new SimpleStringProperty(this, "ipv4", "");
    private final StringProperty ipv6 = new SimpleStringProperty(this, "ipv6", "");
    private final StringProperty serverId = new SimpleStringProperty(this, "serverId", "");
    private final ObjectProperty<DkimKeyType> keyType =
            new SimpleObjectProperty<>(this, "dkimKeyType", DkimKeyType.RSA);
    private final DraftForm<MailInstanceDraft, MailInstance> form;

    /**
     * @param edited null for a new one
     * @param why stands below the title; empty for nothing
     */
    InstanceForm(
            MailInstanceService instances,
            ServerList servers,
            @Nullable MailInstance edited,
            String why,
            FormFrame.Ends<MailInstance> ends,
            Workbench workbench,
            ActionControls controls) {
        Background.Handle watch = servers.watch();
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(
                        Set.of("name", "hostname", "ipv4", "ipv6", "serverId", "dkimKeyType"),
                        this::draft,
                        this::show,
                        watch::cancel),
                edited == null
                        ? DraftForm.Storage.of(instances::create, MailCalls::create)
                        : new DraftForm.Storage<>(
                                (caller, draft, expected) -> instances.update(caller, edited.id(), draft, expected),
                                caller -> instances.get(caller, edited.id()),
                                draft -> MailCalls.update(edited, draft)),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField first = grid.text("Name", name, "mail1");
        grid.text("Host name", hostname, "mail.example.com");
        grid.text("IPv4", ipv4, "192.0.2.10");
        TextField v6 = FieldGrid.field(new TextField(), "ipv6", ipv6, "2001:db8::10");
        grid.row("IPv6", v6, v6, "ipv6")
                .getChildren()
                .add(Nodes.wrapped(
                        "The addresses that its mail comes from and that reach it, several with commas between.",
                        "dim",
                        "small"));
        ComboBox<ServerPick> server = new ComboBox<>();
        ServerPick.fill(server, servers.rows(), serverId);
        grid.row("Runs on", server, orNone(server), "serverId");
        HBox keys = Segments.row("keyTypes", List.of(DkimKeyType.values()), keyType, MailLabels::keyType);
        grid.place(
                "DKIM keys",
                keys,
                Nodes.wrapped(
                        "Of domains that are added from now on. Not every receiver knows Ed25519.", "dim", "small"),
                grid.problem(keys, "dkimKeyType"));
        form.model().forgetProblemsOf(name, hostname, ipv4, ipv6, serverId, keyType);
        String title = edited == null ? "Add a mail instance" : "Edit " + edited.name();
        FormFrame<MailInstance> frame = new FormFrame<>(form.model(), "instance", title, WIDTH, grid);
        if (!why.isEmpty()) {
            frame.addToHead(Nodes.wrapped(why, "dim", "small"));
        }
        form.framed(frame, first, edited == null ? "Add" : "Save", ends, controls);
        if (edited != null) {
            show(edited);
        }
    }

    private Node orNone(ComboBox<ServerPick> server) {
        server.setId("server");
        server.setMaxWidth(Double.MAX_VALUE);
        server.setPromptText("None of this console's");
        HBox.setHgrow(server, Priority.ALWAYS);
        Button none = new Button("None");
        none.setId("noServer");
        none.setMinWidth(Region.USE_PREF_SIZE);
        none.setOnAction(_ -> {
            serverId.set("");
            server.setValue(null);
        });
        return Nodes.line(8, server, Shown.when(none, serverId.isNotEmpty()));
    }

    private MailInstanceDraft draft() {
        return new MailInstanceDraft(
                name.get().strip(),
                hostname.get().strip(),
                list(ipv4),
                list(ipv6),
                serverId.get().isEmpty() ? null : serverId.get(),
                keyType.get());
    }

    private static List<String> list(StringProperty typed) {
        return Arrays.stream(typed.get().split("[,;\\s]+"))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private void show(MailInstance instance) {
        form.model().show(instance.revision());
        name.set(instance.name());
        hostname.set(instance.hostname());
        ipv4.set(String.join(", ", instance.ipv4()));
        ipv6.set(String.join(", ", instance.ipv6()));
        serverId.set(Objects.requireNonNullElse(instance.serverId(), ""));
        keyType.set(instance.dkimKeyType());
    }

    Form form() {
        return form;
    }
}
