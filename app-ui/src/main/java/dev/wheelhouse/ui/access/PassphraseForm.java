package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.secret.VaultService;
import dev.wheelhouse.core.platform.secret.VaultStatus;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.CheckBox;
import javafx.scene.control.PasswordField;
import org.jspecify.annotations.Nullable;

/** Sets, changes or removes the passphrase of this home's vault. Belongs to the window's thread. */
final class PassphraseForm {

    private static final double WIDTH = 560;
    private static final double LABELS = 72;

    private final StringProperty current = new SimpleStringProperty(this, "passphrase", "");
    private final StringProperty next = new SimpleStringProperty(this, "newPassphrase", "");
    private final StringProperty again = new SimpleStringProperty(this, "again", "");
    private final BooleanProperty confirm = new SimpleBooleanProperty(this, "confirm");
    private final BooleanProperty remove = new SimpleBooleanProperty(this, "remove");
    private final DraftForm<Change, VaultStatus> form;

    /**
     * What is typed.
     *
     * @param current null where there is none yet
     * @param next null to remove it
     */
    private record Change(
            @Nullable String current, @Nullable String next, boolean confirm) {}

    /** @param replaces whether the vault has a passphrase */
    PassphraseForm(
            VaultService vault,
            boolean replaces,
            FormFrame.Ends<VaultStatus> ends,
            Workbench workbench,
            ActionControls controls) {
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(
                        replaces ? Set.of("passphrase", "newPassphrase", "again") : Set.of("newPassphrase", "again"),
                        () -> change(replaces),
                        _ -> {},
                        this::forget),
                DraftForm.Storage.of(
                        (caller, change) ->
                                vault.setPassphrase(caller, change.current(), change.next(), change.confirm()),
                        change -> AccessCalls.setPassphrase(replaces, change.next() == null, change.confirm())),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        PasswordField first = secret(grid, replaces ? "Present" : "New", replaces ? current : next);
        if (replaces) {
            secret(grid, "New", next);
        }
        secret(grid, "Again", again);
        CheckBox known = box("I know what is lost when it is forgotten", confirm);
        CheckBox none = box("Remove it: the vault opens by itself at each start", remove);
        Shown.when(none, replaces);
        grid.place(
                "",
                Nodes.wrapped(
                        "With a passphrase the vault of this home stays locked after each start until it is given: at the"
                                + " window, over HTTP, or as the console is started.",
                        "dim",
                        "small"),
                known,
                none);
        form.model().forgetProblemsOf(current, next, again);
        form.framed(
                new FormFrame<>(form.model(), "passphrase", "Passphrase of the vault", WIDTH, grid),
                first,
                "Save",
                ends,
                controls);
    }

    private static PasswordField secret(FieldGrid grid, String label, StringProperty value) {
        PasswordField field = FieldGrid.field(new PasswordField(), value.getName(), value, "");
        grid.row(label, field, field, value.getName());
        return field;
    }

    private static CheckBox box(String words, BooleanProperty value) {
        CheckBox box = new CheckBox(words);
        box.setId(value.getName());
        box.selectedProperty().bindBidirectional(value);
        return box;
    }

    private Change change(boolean replaces) {
        if (!next.get().equals(again.get())) {
            throw AppException.invalid("again", "The two are not the same.");
        }
        if (next.get().isEmpty() != remove.get()) {
            throw AppException.invalid(
                    "newPassphrase", remove.get() ? "Leave it empty to remove the passphrase." : "Type a passphrase.");
        }
        return new Change(replaces ? current.get() : null, remove.get() ? null : next.get(), confirm.get());
    }

    private void forget() {
        current.set("");
        next.set("");
        again.set("");
    }

    Form form() {
        return form;
    }
}
