package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.Core;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Watch;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.List;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Stands above every screen while the vault is locked, with where its passphrase is typed, and while nobody's member sits at
 * this window. Belongs to the window's thread.
 */
public final class WindowBands implements Watch {

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int PASSPHRASE_COLUMNS = 18;

    private final Core core;
    private final Workbench workbench;
    private final Latest reading;
    private final Latest unlocking;
    private final PasswordField passphrase = new PasswordField();
    private final StringProperty problem = new SimpleStringProperty(this, "problem", "");
    private final Label locked = Nodes.wrapped("");
    private final HBox unlock;
    private final HBox vault = new HBox(12);
    private final HBox person = new HBox(12);
    private final Action unlocks;
    private final VBox root;
    private Background.Handle polling = Background.Handle.NONE;
    private boolean isReading;
    private boolean begun;
    /** Whether somebody locked it at this window, and so waits for the field; not while they work at something else. */
    private boolean lockedHere;

    private @Nullable Node before;

    /**
     * How it stands.
     *
     * @param locked whether the vault is
     * @param unlockable whether who sits here may unlock it
     * @param here whether a member sits here
     */
    private record Standing(boolean locked, boolean unlockable, boolean here) {}

    public WindowBands(Core core, Workbench workbench, ActionControls controls) {
        this.core = core;
        this.workbench = workbench;
        this.reading = new Latest(workbench.background());
        this.unlocking = new Latest(workbench.background());
        this.unlocks =
                Action.of("vault.unlock", "Unlock", "fth-unlock", this::unlock).withCurl(AccessCalls::unlock);
        passphrase.setId("vaultPassphrase");
        passphrase.setPromptText("Passphrase");
        passphrase.setAccessibleText("Passphrase of the vault");
        passphrase.setPrefColumnCount(PASSPHRASE_COLUMNS);
        passphrase.setOnAction(_ -> unlocks.run());
        passphrase.textProperty().addListener(_ -> problem.set(""));
        Label wrong = Nodes.wrapped("", "danger-text", "small");
        wrong.setId("vaultProblem");
        Button button = controls.wholeButton(unlocks);
        button.setId("unlockVault");
        this.unlock = Nodes.line(8, passphrase, button);
        Shown.whenNotEmpty(wrong, problem);
        fill(vault, "vaultBand", "fth-lock", "The vault is locked", locked, wrong);
        vault.getChildren().add(unlock);
        fill(
                person,
                "personBand",
                "fth-user-x",
                "This window is nobody's",
                Nodes.wrapped(
                        "Its member was removed, or its home was taken from them, so nothing can be read or done here. Ask an"
                                + " owner how to come back."));
        this.root = new VBox(vault, person);
    }

    private static void fill(HBox band, String id, String icon, String title, Label... words) {
        band.setId(id);
        band.getStyleClass().addAll("server-banner", "danger-banner", "window-banner");
        band.setAlignment(Pos.CENTER_LEFT);
        VBox text = new VBox(4, Nodes.label(title, "h3"));
        text.getChildren().addAll(words);
        text.setMinWidth(0);
        HBox.setHgrow(text, Priority.ALWAYS);
        band.getChildren().setAll(Nodes.icon(icon, "danger-icon"), text);
        Shown.when(band, false);
    }

    public Parent root() {
        return root;
    }

    /** Forgets the keys of the vault until somebody gives the passphrase again. */
    public Action lock() {
        return Action.of(
                        "vault.lock",
                        "Lock the vault",
                        "fth-lock",
                        () -> workbench.change(
                                caller -> core.vault().lock(caller),
                                () -> {
                                    lockedHere = true;
                                    poll();
                                    workbench.say(Notice.info("The vault is locked."));
                                },
                                workbench::say))
                .withCurl(AccessCalls::lock);
    }

    private void unlock() {
        String typed = passphrase.getText();
        if (typed.isEmpty()) {
            problem.set("Type the passphrase.");
            return;
        }
        unlocks.enabledProperty().set(false);
        unlocking.run(
                () -> core.vault().unlock(workbench.callers().get(), typed),
                _ -> {
                    unlocks.enabledProperty().set(true);
                    leaveField();
                    poll();
                    workbench.say(Notice.info("The vault is open."));
                },
                failure -> {
                    unlocks.enabledProperty().set(true);
                    passphrase.selectAll();
                    problem.set(words(failure));
                });
    }

    /** Forgets what was typed, and gives the keyboard back where it was taken from. */
    private void leaveField() {
        Node to = before;
        before = null;
        passphrase.clear();
        if (to != null && passphrase.isFocused() && root.getScene().equals(to.getScene())) {
            Focus.give(to);
        }
    }

    private static String words(AppException failure) {
        return failure.details() instanceof FieldProblems(List<FieldProblem> problems)
                ? problems.getFirst().message()
                : String.valueOf(failure.getMessage());
    }

    @Override
    public void onShow() {
        polling = workbench.background().every(PERIOD, this::poll);
        poll();
    }

    @Override
    public void onHide() {
        polling.cancel();
        reading.cancel();
        unlocking.cancel();
        passphrase.clear();
    }

    private void poll() {
        if (isReading || isUnseen()) {
            return;
        }
        isReading = true;
        reading.run(
                this::read,
                standing -> {
                    isReading = false;
                    show(standing);
                },
                // While the state does not answer every screen says so.
                _ -> isReading = false);
    }

    private boolean isUnseen() {
        return root.getScene() != null && root.getScene().getWindow() instanceof Stage stage && stage.isIconified();
    }

    private Standing read() {
        Caller caller = workbench.callers().get();
        return new Standing(
                core.vault().isLocked(),
                caller.may(Scope.ORGANIZATION_WRITE),
                core.access().person().isPresent());
    }

    private void show(Standing standing) {
        Shown.when(person, !standing.here());
        Shown.when(vault, standing.locked() && standing.here());
        Shown.when(unlock, standing.unlockable());
        locked.setText(
                standing.unlockable()
                        ? "Stored passwords and keys cannot be used, so what needs them waits or fails."
                        : "Stored passwords and keys cannot be used. An owner unlocks it, or who starts Wheelhouse with its"
                                + " passphrase.");
        boolean asks = standing.locked() && standing.unlockable() && standing.here();
        if (asks && (!begun || lockedHere)) {
            lockedHere = false;
            before = root.getScene().getFocusOwner();
            Focus.give(passphrase);
        } else if (!asks) {
            leaveField();
        }
        begun = true;
    }
}
