package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.ChannelService;
import dev.wheelhouse.core.notifications.ChannelTest;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.AllowHost;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormFrame;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.form.TestLine;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.screen.Form;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.Parent;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * Adds or edits a channel. What leads to the far side is a secret, which is not shown again: an empty field keeps what is
 * stored. A test goes over what is stored, so the form saves first. Belongs to the window's thread.
 */
final class ChannelForm implements Form, FormSource<NotificationChannel> {

    private static final double WIDTH = 700;

    private final ChannelService channels;
    private final SettingsService settings;
    private final Workbench workbench;
    private final ChannelFields fields = new ChannelFields();
    private final FormModel<NotificationChannel> model;
    private final FormFrame<NotificationChannel> frame;
    private final TestLine test;
    private final Latest testing;
    private final Latest mailReading;
    private final BooleanProperty mailMissing = new SimpleBooleanProperty(this, "mailMissing");
    private final HBox kinds;
    private final TextField name;
    private @Nullable NotificationChannel stored;

    /** @param edited null for a new one */
    ChannelForm(
            ChannelService channels,
            SettingsService settings,
            @Nullable NotificationChannel edited,
            FormFrame.Ends<NotificationChannel> ends,
            Workbench workbench,
            ActionControls controls) {
        this.channels = channels;
        this.settings = settings;
        this.workbench = workbench;
        this.testing = new Latest(workbench.background());
        this.mailReading = new Latest(workbench.background());
        this.model = new FormModel<>(
                workbench.background(), Set.of("name", "url", "botToken", "chatId", "to", "events"), this);
        FieldGrid head = ChannelFields.grid(model);
        this.kinds = Segments.row("kinds", ChannelFields.KINDS, fields.kind, TargetLabels::kind);
        head.place("Kind", kinds);
        this.name = head.text("Name", fields.name, "Ops");
        VBox body = new VBox(
                12,
                head,
                fields.address(model, AllowHost.of(model, "url", settings, workbench)),
                fields.telegram(model),
                fields.mail(model, missingMail()),
                rest());
        String title = edited == null ? "Add a channel" : "Edit " + edited.name();
        this.frame = new FormFrame<>(model, "channel", title, WIDTH, body);
        this.test = new TestLine(
                Action.of("channel.test", "Save and test", "fth-activity", () -> model.save(this::testStored))
                        .withCurl(this::testCall),
                Action.of("channel.test-cancel", "Cancel test", "fth-x", this::cancelTest),
                controls);
        frame.end(
                new FormFrame.Foot(List.of(), List.of(test), List.of(test.button())),
                edited == null ? "Add" : "Save",
                this::saveCall,
                ends,
                controls);
        model.forgetProblemsOf(fields.named().toArray(Property[]::new));
        fields.all().forEach(each -> each.addListener(_ -> cancelTest()));
        fields.kind.addListener(_ -> {
            model.problems().clear();
            readMail();
        });
        if (edited != null) {
            show(edited);
        }
        readMail();
    }

    private FieldGrid rest() {
        FieldGrid grid = ChannelFields.grid(model);
        grid.place("Events", fields.picker, grid.problem(fields.picker, "events"));
        CheckBox on = new CheckBox("On");
        on.setId("enabled");
        on.selectedProperty().bindBidirectional(fields.enabled);
        grid.place("", on);
        return grid;
    }

    private HBox missingMail() {
        Hyperlink open = new Hyperlink("Open settings");
        open.setId("openSettings");
        open.setMinWidth(Region.USE_PREF_SIZE);
        open.setOnAction(_ -> workbench.openScreen("settings"));
        HBox line =
                Nodes.line(8, Nodes.narrow("No mail server is set up yet, so no mail can be sent."), Nodes.gap(), open);
        line.getStyleClass().add("warning-line");
        return Shown.when(line, mailMissing);
    }

    private void readMail() {
        if (fields.kind.get() == ChannelKind.EMAIL) {
            mailReading.run(
                    () -> settings.get(workbench.callers().get()).organization().smtp() == null,
                    mailMissing::set,
                    model::refused);
        }
    }

    @Override
    public Callable<NotificationChannel> store(@Nullable Long expected) {
        ChannelDraft draft = fields.draft();
        String id = stored == null ? null : stored.id();
        return () -> id == null
                ? channels.create(workbench.callers().get(), draft)
                : channels.update(workbench.callers().get(), id, draft, expected);
    }

    @Override
    public Callable<NotificationChannel> read() {
        String id = Objects.requireNonNull(stored).id();
        return () -> channels.get(workbench.callers().get(), id);
    }

    @Override
    public void show(NotificationChannel channel) {
        stored = channel;
        model.show(channel.revision());
        fields.show(channel);
        // A channel keeps its kind.
        kinds.setDisable(true);
    }

    @Override
    public void forgetSecrets() {
        fields.forgetSecrets();
    }

    private void testStored(NotificationChannel saved) {
        show(saved);
        frame.saveButton().setText("Save");
        test.showRunning("Saved. Waiting for " + TargetLabels.kind(saved.kind()) + "…");
        testing.run(() -> channels.test(workbench.callers().get(), saved.id()), this::showTested, failure -> {
            test.showNothing();
            model.refused(failure);
        });
    }

    private void showTested(ChannelTest tested) {
        if (tested.delivered()) {
            test.showSuccess("Saved. The test was taken: look for it there.");
        } else {
            test.showFailure("Saved, but the test was not taken. " + Objects.requireNonNullElse(tested.error(), ""));
        }
    }

    /** Forgets a test under way; the attempt itself ends within seconds. */
    private void cancelTest() {
        testing.cancel();
        test.showNothing();
    }

    private CurlCommand saveCall() {
        ChannelDraft draft = fields.draft();
        return stored == null ? TargetCalls.create(draft) : TargetCalls.update(new Target.OfChannel(stored), draft);
    }

    private @Nullable CurlCommand testCall() {
        return stored == null ? null : TargetCalls.test(new Target.OfChannel(stored));
    }

    @Override
    public Parent root() {
        return frame;
    }

    @Override
    public void focus() {
        Focus.give(name);
    }

    @Override
    public void close() {
        testing.cancel();
        mailReading.cancel();
        model.close();
        fields.forgetSecrets();
    }
}
