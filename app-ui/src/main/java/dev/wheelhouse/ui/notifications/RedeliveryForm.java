package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.restore.TargetTimes;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.TextField;

/** Asks since when a webhook's deliveries are sent again, and which. Belongs to the window's thread. */
final class RedeliveryForm {

    private static final double WIDTH = 560;
    private static final double LABELS = 64;

    private final TargetTimes times;
    private final StringProperty since = new SimpleStringProperty(this, "since", "");
    private final ObjectProperty<Boolean> failedOnly = new SimpleObjectProperty<>(this, "failedOnly", true);
    private final DraftForm<Wanted, Integer> form;

    /** What is sent again. */
    private record Wanted(Instant since, boolean failedOnly) {}

    /** @param from what the form begins with */
    RedeliveryForm(
            WebhookService webhooks,
            Target.OfWebhook target,
            TargetTimes times,
            Instant from,
            FormFrame.Ends<Integer> ends,
            Workbench workbench,
            ActionControls controls) {
        this.times = times;
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(Set.of("since"), this::wanted, _ -> {}, () -> {}),
                DraftForm.Storage.of(
                        (caller, wanted) ->
                                webhooks.redeliver(caller, target.id(), wanted.since(), wanted.failedOnly()),
                        wanted -> TargetCalls.redeliver(target, wanted.since(), wanted.failedOnly())),
                workbench);
        since.set(times.write(from));
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField first = grid.text("Since", since, "2026-11-21 14:03:20");
        grid.place(
                "Send",
                Segments.row("which", List.of(true, false), failedOnly, failed -> failed ? "Failed ones" : "All"),
                Nodes.wrapped(
                        "Deliveries that were first tried then or later, one after the other, each with its own id and"
                                + " body, so that a receiver knows what it already has.",
                        "dim",
                        "small"));
        form.model().forgetProblemsOf(since);
        String title = "Redeliver to " + target.name();
        form.framed(
                new FormFrame<>(form.model(), "redelivery", title, WIDTH, grid), first, "Redeliver", ends, controls);
    }

    private Wanted wanted() {
        try {
            return new Wanted(times.read(since.get()), failedOnly.get());
        } catch (DateTimeException e) {
            throw AppException.invalid("since", String.valueOf(e.getMessage()));
        }
    }

    Form form() {
        return form;
    }
}
