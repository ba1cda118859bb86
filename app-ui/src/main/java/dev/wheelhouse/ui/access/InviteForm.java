package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.CreatedInvite;
import dev.wheelhouse.core.access.InviteService;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;

/** Asks whom to invite as what. Belongs to the window's thread. */
final class InviteForm {

    private static final double WIDTH = 600;
    private static final double LABELS = 72;

    private final StringProperty email = new SimpleStringProperty(this, "email", "");
    private final ObjectProperty<Role> role = new SimpleObjectProperty<>(this, "role", Role.MEMBER);
    private final DraftForm<Wanted, CreatedInvite> form;

    /** Who is invited as what. */
    private record Wanted(String email, Role role) {}

    /** @param shared whether consoles share the state, so that a new one can join with the code */
    InviteForm(
            InviteService invites,
            boolean shared,
            FormFrame.Ends<CreatedInvite> ends,
            Workbench workbench,
            ActionControls controls) {
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(
                        Set.of("email", "role"), () -> new Wanted(email.get().strip(), role.get()), _ -> {}, () -> {}),
                DraftForm.Storage.of(
                        (caller, wanted) -> invites.create(caller, wanted.email(), wanted.role()),
                        wanted -> AccessCalls.invite(wanted.email(), wanted.role())),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField first = grid.text("Email", email, "anna@example.com");
        HBox roles = Segments.row("roles", List.of(Role.values()), role, AccessLabels::role);
        Label meaning = Nodes.wrapped("", "dim", "small");
        meaning.textProperty().bind(role.map(AccessLabels::meaning));
        grid.place("Role", roles, meaning, grid.problem(roles, "role"));
        grid.place(
                "",
                Nodes.wrapped(
                        "The invite is good once, for three days. It is mailed where a mail server is set, and you get a"
                                + " text to send in any case."
                                + (shared
                                        ? " A console of their own can join with its code too, and where this one's vault"
                                                + " is open and you are an owner, opens the vault: until the vault's key is"
                                                + " rotated."
                                        : ""),
                        "dim",
                        "small"));
        form.model().forgetProblemsOf(email, role);
        form.framed(
                new FormFrame<>(form.model(), "invite", "Invite a member", WIDTH, grid),
                first,
                "Invite",
                ends,
                controls);
    }

    Form form() {
        return form;
    }
}
