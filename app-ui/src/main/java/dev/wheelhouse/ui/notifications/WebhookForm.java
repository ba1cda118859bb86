package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.webhooks.CreatedWebhook;
import dev.wheelhouse.core.webhooks.Webhook;
import dev.wheelhouse.core.webhooks.WebhookDraft;
import dev.wheelhouse.core.webhooks.WebhookService;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.EventPicker;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Parent;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** Adds or edits a webhook. Belongs to the window's thread. */
final class WebhookForm implements Form, FormSource<WebhookForm.Saved> {

    private static final double WIDTH = 700;
    private static final double LABELS = 88;

    private final WebhookService webhooks;
    private final SettingsService settings;
    private final Workbench workbench;
    private final @Nullable Webhook edited;
    private final StringProperty url = new SimpleStringProperty(this, "url", "");
    private final BooleanProperty enabled = new SimpleBooleanProperty(this, "enabled", true);
    private final EventPicker picker = new EventPicker();
    private final FormModel<Saved> model;
    private final FormFrame<Saved> frame;
    private final TextField address;

    /**
     * What was stored.
     *
     * @param created with the secret of a new one; empty for one that was edited
     */
    record Saved(Webhook webhook, Optional<CreatedWebhook> created) {

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
        this.webhooks = webhooks;
        this.settings = settings;
        this.workbench = workbench;
        this.edited = edited;
        this.model = new FormModel<>(workbench.background(), Set.of("url", "events"), this);
        FieldGrid grid = new FieldGrid(LABELS, model);
        this.address = FieldGrid.field(new TextField(), "url", url, "https://example.com/wheelhouse");
        grid.row("Address", address, address, "url")
                .getChildren()
                .addAll(
                        new AllowHost(model, this::allowHost),
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
        model.forgetProblemsOf(url, picker.eventsProperty());
        String title = edited == null ? "Add a webhook" : "Edit " + edited.name();
        this.frame = new FormFrame<>(model, "webhook", title, WIDTH, grid);
        frame.end(
                new FormFrame.Foot(List.of(), List.of(), List.of()),
                edited == null ? "Add" : "Save",
                this::saveCall,
                ends,
                controls);
        if (edited != null) {
            show(new Saved(edited, Optional.empty()));
        }
    }

    private void allowHost(String host) {
        workbench.change(caller -> settings.allowPrivateHost(caller, host), () -> model.forget("url"), model::refused);
    }

    private WebhookDraft draft() {
        return new WebhookDraft(url.get().strip(), picker.eventsProperty().get(), enabled.get());
    }

    @Override
    public Callable<Saved> store(@Nullable Long expected) {
        WebhookDraft draft = draft();
        return () -> edited == null
                ? Saved.of(webhooks.create(workbench.callers().get(), draft))
                : new Saved(webhooks.update(workbench.callers().get(), edited.id(), draft, expected), Optional.empty());
    }

    @Override
    public Callable<Saved> read() {
        String id = Objects.requireNonNull(edited).id();
        return () -> new Saved(webhooks.get(workbench.callers().get(), id), Optional.empty());
    }

    @Override
    public void show(Saved saved) {
        Webhook webhook = saved.webhook();
        model.show(webhook.revision());
        url.set(webhook.url().toString());
        enabled.set(webhook.enabled());
        picker.eventsProperty().set(webhook.events());
    }

    private CurlCommand saveCall() {
        return edited == null ? TargetCalls.create(draft()) : TargetCalls.update(new Target.OfWebhook(edited), draft());
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(address);
    }

    @Override
    public void close() {
        model.close();
    }
}
