package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.webhooks.CreatedWebhook;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.EventPicker;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.screen.DraftForm;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** Adds or edits a webhook. Belongs to the window's thread. */
final class WebhookForm {

    private static final double WIDTH = 700;
    private static final double LABELS = 88;

    private final StringProperty url = new SimpleStringProperty(this, "url", "");
    private final BooleanProperty enabled = new SimpleBooleanProperty(this, "enabled", true);
    private final EventPicker picker = new EventPicker();
    private final DraftForm<WebhookDraft, Saved> form;

    /**
     * What was stored.
     *
     * @param created with the secret of a new one; empty for one that was edited
     */
    record Saved(Webhook webhook, Optional<CreatedWebhook> created) {

        private static Saved of(Webhook webhook) {
            return new Saved(webhook, Optional.empty());
        }

        private static Saved of(CreatedWebhook created) {
            return new Saved(created.webhook(), Optional.of(created));
        }
    }

    /** @param edited null for a new one */
    WebhookForm(
            WebhookService webhooks,
            SettingsService settings,
            @Nullable Webhook edited,
            FormFrame.Ends<Saved> ends,
            Workbench workbench,
            ActionControls controls) {
        this.form = new DraftForm<>(
                new DraftForm.Fields<>(Set.of("url", "events"), this::draft, this::show, () -> {}),
                edited == null
                        ? DraftForm.Storage.of(
                                (Caller caller, WebhookDraft draft) -> Saved.of(webhooks.create(caller, draft)),
                                TargetCalls::create)
                        : new DraftForm.Storage<>(
                                (caller, draft, expected) ->
                                        Saved.of(webhooks.update(caller, edited.id(), draft, expected)),
                                caller -> Saved.of(webhooks.get(caller, edited.id())),
                                draft -> TargetCalls.update(new Target.OfWebhook(edited), draft)),
                workbench);
        FieldGrid grid = new FieldGrid(LABELS, form.model());
        TextField address = FieldGrid.field(new TextField(), "url", url, "https://example.com/wheelhouse");
        grid.row("Address", address, address, "url")
                .getChildren()
                .addAll(
                        AllowHost.of(form.model(), "url", settings, workbench),
                        Nodes.wrapped(
                                "Gets each event as a POST, signed as Standard Webhooks 1.0 says. The secret is shown once"
                                        + " after it is added.",
                                "dim",
                                "small"));
        grid.place("Events", picker, grid.problem(picker, "events"));
        CheckBox on = new CheckBox("On");
        on.setId("enabled");
        on.selectedProperty().bindBidirectional(enabled);
        grid.place("", on);
        form.model().forgetProblemsOf(url, picker.eventsProperty());
        String title = edited == null ? "Add a webhook" : "Edit " + edited.name();
        FormFrame<Saved> frame = new FormFrame<>(form.model(), "webhook", title, WIDTH, grid);
        form.framed(frame, address, edited == null ? "Add" : "Save", ends, controls);
        if (edited != null) {
            show(Saved.of(edited));
        }
    }

    private WebhookDraft draft() {
        return new WebhookDraft(url.get().strip(), picker.eventsProperty().get(), enabled.get());
    }

    private void show(Saved saved) {
        Webhook webhook = saved.webhook();
        form.model().show(webhook.revision());
        url.set(webhook.url().toString());
        enabled.set(webhook.enabled());
        picker.eventsProperty().set(webhook.events());
    }

    Form form() {
        return form;
    }
}
