package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.backups.restore.TargetTimes;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Parent;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** Asks since when a webhook's deliveries are sent again, and which. Belongs to the window's thread. */
final class RedeliveryForm implements Form, FormSource<Integer> {

    private static final double WIDTH = 560;
    private static final double LABELS = 64;

    private final WebhookService webhooks;
    private final Target.OfWebhook target;
    private final TargetTimes times;
    private final Workbench workbench;
    private final StringProperty since = new SimpleStringProperty(this, "since", "");
    private final ObjectProperty<Boolean> failedOnly = new SimpleObjectProperty<>(this, "failedOnly", true);
    private final FormModel<Integer> model;
    private final FormFrame<Integer> frame;
    private final TextField first;

    /** @param from what the form begins with */
    RedeliveryForm(
            WebhookService webhooks,
            Target.OfWebhook target,
            TargetTimes times,
            Instant from,
            FormFrame.Ends<Integer> ends,
            Workbench workbench,
            ActionControls controls) {
        this.webhooks = webhooks;
        this.target = target;
        this.times = times;
        this.workbench = workbench;
        this.model = new FormModel<>(workbench.background(), Set.of("since"), this);
        since.set(times.write(from));
        FieldGrid grid = new FieldGrid(LABELS, model);
        this.first = grid.text("Since", since, "2026-11-21 14:03:20");
        HBox which = new HBox();
        which.setId("which");
        Segments.fill(which, List.of(true, false), failedOnly, failed -> failed ? "Failed ones" : "All");
        grid.place(
                "Send",
                which,
                Nodes.wrapped(
                        "Deliveries that were first tried then or later, one after the other, each with its own id and"
                                + " body, so that a receiver knows what it already has.",
                        "dim",
                        "small"));
        model.forgetProblemsOf(since);
        this.frame = new FormFrame<>(model, "redelivery", "Redeliver to " + target.name(), WIDTH, grid);
        frame.end(new FormFrame.Foot(List.of(), List.of(), List.of()), "Redeliver", this::saveCall, ends, controls);
    }

    private @Nullable Instant since() {
        return model.checked(() -> {
            try {
                return times.read(since.get());
            } catch (DateTimeException e) {
                throw AppException.invalid("since", String.valueOf(e.getMessage()));
            }
        });
    }

    @Override
    public @Nullable Callable<Integer> store(@Nullable Long expected) {
        Instant from = since();
        boolean failed = failedOnly.get();
        return from == null
                ? null
                : () -> webhooks.redeliver(workbench.callers().get(), target.id(), from, failed);
    }

    @Override
    public Callable<Integer> read() {
        throw new IllegalStateException("Nothing is edited here");
    }

    @Override
    public void show(Integer stored) {
        // Nothing is edited here.
    }

    private @Nullable CurlCommand saveCall() {
        Instant from = since();
        return from == null ? null : TargetCalls.redeliver(target, from, failedOnly.get());
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(first);
    }

    @Override
    public void close() {
        model.close();
    }
}
