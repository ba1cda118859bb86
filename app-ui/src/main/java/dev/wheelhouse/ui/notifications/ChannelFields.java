package dev.wheelhouse.ui.notifications;

import dev.wheelhouse.core.notifications.ChannelDraft;
import dev.wheelhouse.core.notifications.ChannelKind;
import dev.wheelhouse.core.notifications.NotificationChannel;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.form.EventPicker;
import dev.wheelhouse.ui.form.FieldGrid;
import dev.wheelhouse.ui.form.FormModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** What is typed into the form of a channel; of where it leads only the fields of its kind are shown and count. */
final class ChannelFields {

    static final List<ChannelKind> KINDS = List.of(
            ChannelKind.SLACK, ChannelKind.DISCORD, ChannelKind.TELEGRAM, ChannelKind.EMAIL, ChannelKind.WEBHOOK);

    private static final double LABELS = 88;

    final ObjectProperty<ChannelKind> kind = new SimpleObjectProperty<>(this, "kind", ChannelKind.SLACK);
    final StringProperty name = new SimpleStringProperty(this, "name", "");
    final BooleanProperty enabled = new SimpleBooleanProperty(this, "enabled", true);
    final EventPicker picker = new EventPicker();
    private final StringProperty url = new SimpleStringProperty(this, "url", "");
    private final StringProperty botToken = new SimpleStringProperty(this, "botToken", "");
    private final StringProperty chatId = new SimpleStringProperty(this, "chatId", "");
    private final StringProperty to = new SimpleStringProperty(this, "to", "");
    private final StringProperty hint = new SimpleStringProperty(this, "hint", "");

    /** Those whose problems stand below them. */
    List<Property<?>> named() {
        return List.of(name, url, botToken, chatId, to, picker.eventsProperty());
    }

    /** All that a test depends on. */
    List<Property<?>> all() {
        List<Property<?>> all = new ArrayList<>(named());
        all.addAll(List.of(kind, enabled));
        return all;
    }

    /** Secrets are not shown again. */
    void show(NotificationChannel channel) {
        kind.set(channel.kind());
        name.set(channel.name());
        enabled.set(channel.enabled());
        picker.eventsProperty().set(channel.events());
        hint.set(channel.hint());
        forgetSecrets();
    }

    void forgetSecrets() {
        Stream.of(url, botToken, chatId, to).forEach(each -> each.set(""));
    }

    ChannelDraft draft() {
        ChannelKind of = kind.get();
        return new ChannelDraft(
                of,
                name.get().strip(),
                picker.eventsProperty().get(),
                enabled.get(),
                isUrl(of) ? given(url) : null,
                of == ChannelKind.TELEGRAM ? given(botToken) : null,
                of == ChannelKind.TELEGRAM ? given(chatId) : null,
                of == ChannelKind.EMAIL ? given(to) : null);
    }

    private static boolean isUrl(ChannelKind kind) {
        return switch (kind) {
            case WEBHOOK, SLACK, DISCORD -> true;
            case TELEGRAM, EMAIL -> false;
        };
    }

    private static @Nullable String given(StringProperty typed) {
        String text = typed.get().strip();
        return text.isEmpty() ? null : text;
    }

    static FieldGrid grid(FormModel<?> model) {
        return new FieldGrid(LABELS, model);
    }

    /**
     * The address of the kinds that have one.
     *
     * @param allowHost offers to allow a private one
     */
    FieldGrid address(FormModel<?> model, Node allowHost) {
        FieldGrid grid = grid(model);
        TextField field = FieldGrid.field(new TextField(), "url", url, "");
        Label help = help();
        Runnable fill = () -> {
            prompts(field, example(kind.get()));
            help.setText(whence(kind.get()));
        };
        kind.addListener(_ -> fill.run());
        hint.addListener(_ -> fill.run());
        fill.run();
        grid.row("Address", field, field, "url").getChildren().addAll(allowHost, help);
        return Shown.when(grid, kind.map(ChannelFields::isUrl));
    }

    FieldGrid telegram(FormModel<?> model) {
        FieldGrid grid = grid(model);
        PasswordField token = FieldGrid.field(new PasswordField(), "botToken", botToken, "");
        grid.row("Bot token", token, token, "botToken");
        TextField chat = FieldGrid.field(new TextField(), "chatId", chatId, "");
        Runnable fill = () -> {
            token.setPromptText(hint.get().isEmpty() ? "123456:ABC-DEF…" : "Stored. Type to replace it");
            prompts(chat, "-1001234567890 or @channel");
        };
        hint.addListener(_ -> fill.run());
        fill.run();
        Label help = help();
        help.setText(whence(ChannelKind.TELEGRAM));
        grid.row("Chat", chat, chat, "chatId").getChildren().add(help);
        return Shown.when(grid, kind.isEqualTo(ChannelKind.TELEGRAM));
    }

    /** @param missing says that no mail can be sent */
    FieldGrid mail(FormModel<?> model, Node missing) {
        FieldGrid grid = grid(model);
        TextField field = FieldGrid.field(new TextField(), "to", to, "");
        hint.addListener(_ -> prompts(field, "ops@example.com"));
        prompts(field, "ops@example.com");
        Label help = help();
        help.setText(whence(ChannelKind.EMAIL));
        grid.row("Address", field, field, "to").getChildren().addAll(help, missing);
        return Shown.when(grid, kind.isEqualTo(ChannelKind.EMAIL));
    }

    private static Label help() {
        return Nodes.wrapped("", "dim", "small");
    }

    private void prompts(TextField field, String example) {
        field.setPromptText(hint.get().isEmpty() ? example : "Stored: " + hint.get() + ". Type to replace it");
    }

    private static String example(ChannelKind kind) {
        return switch (kind) {
            case SLACK -> "https://hooks.slack.com/services/T…/B…/…";
            case DISCORD -> "https://discord.com/api/webhooks/…/…";
            case WEBHOOK, TELEGRAM, EMAIL -> "https://example.com/events";
        };
    }

    /** Where the value is found. */
    private static String whence(ChannelKind kind) {
        return switch (kind) {
            case SLACK ->
                "In Slack: your app at api.slack.com/apps, Incoming Webhooks, Add New Webhook, choose the channel and copy"
                        + " the Webhook URL.";
            case DISCORD ->
                "In Discord: the channel's settings, Integrations, Webhooks, New Webhook, Copy Webhook URL.";
            case TELEGRAM ->
                "In Telegram: send /newbot to @BotFather for the token, and add the bot to the chat. A public channel is"
                        + " its @name; a group is a number that begins with -.";
            case EMAIL -> "One address. Mail goes out through the mail server of the settings.";
            case WEBHOOK -> "Gets a POST with JSON, unsigned. For signed requests with retries, add a webhook instead.";
        };
    }
}
