package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.ApiKeyService;
import dev.wheelhouse.core.access.CreatedApiKey;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.platform.error.AppException;
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
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** Makes a key. Belongs to the window's thread. */
final class KeyForm {

    private static final double WIDTH = 680;
    private static final double LABELS = 72;
    private static final int USUAL_DAYS = 90;
    private static final List<Integer> DAYS = List.of(7, 30, 60, USUAL_DAYS, 365, 0);

    private final StringProperty name = new SimpleStringProperty(this, "name", "");
    private final ScopePicker scopes = new ScopePicker();
    private final ObjectProperty<Integer> days = new SimpleObjectProperty<>(this, "expiresInDays", USUAL_DAYS);
    private final StringProperty rate = new SimpleStringProperty(this, "requestsPerMinute", "");
    private final DraftForm<NewApiKey, CreatedApiKey> form;

    KeyForm(ApiKeyService keys, FormFrame.Ends<CreatedApiKey> ends, Workbench workbench, ActionControls controls) {
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(
                        Set.of("name", "scopes", "expiresInDays", "requestsPerMinute"),
                        this::wanted,
                        _ -> {},
                        () -> {}),
                DraftForm.Storage.of(keys::create, AccessCalls::createKey),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField first = grid.text("Name", name, "ci");
        grid.place("May", scopes, grid.problem(scopes, "scopes"));
        HBox expiry = Segments.row("expiresInDays", DAYS, days, KeyForm::words);
        grid.place("Expires", expiry, grid.problem(expiry, "expiresInDays"));
        TextField limit = FieldGrid.field(new TextField(), "requestsPerMinute", rate, "600");
        limit.setPrefColumnCount(6);
        grid.row(
                "Limit",
                limit,
                Nodes.line(8, limit, Nodes.label("requests a minute, 60 to 6,000", "dim")),
                "requestsPerMinute");
        form.model().forgetProblemsOf(name, scopes.chosenProperty(), days, rate);
        form.framed(new FormFrame<>(form.model(), "key", "Create a key", WIDTH, grid), first, "Create", ends, controls);
    }

    private static String words(int days) {
        return days == 0 ? "Never" : days + " days";
    }

    private NewApiKey wanted() {
        return new NewApiKey(name.get(), scopes.chosenProperty().get(), days.get(), rate(rate.get()));
    }

    /** @throws AppException {@code validation_failed} for what is no number */
    static @Nullable Integer rate(String typed) {
        String text = typed.strip().replace(",", "");
        try {
            return text.isEmpty() ? null : Integer.valueOf(text);
        } catch (NumberFormatException _) {
            throw AppException.invalid("requestsPerMinute", "Give a number, 60 to 6,000.");
        }
    }

    Form form() {
        return form;
    }
}
