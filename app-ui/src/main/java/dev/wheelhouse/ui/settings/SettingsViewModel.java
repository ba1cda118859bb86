package dev.wheelhouse.ui.settings;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.settings.ListenerTrial;
import dev.wheelhouse.core.platform.settings.Settings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The form of settings. Belongs to the window's thread. */
final class SettingsViewModel implements FormSource<Settings> {

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final SettingsService settings;
    private final Workbench workbench;
    private final Latest reading;
    final SettingsFields fields = new SettingsFields();
    final FormModel<Settings> form;
    private final ReadOnlyObjectWrapper<@Nullable Settings> stored = new ReadOnlyObjectWrapper<>(this, "stored");
    private Background.Handle looking = Background.Handle.NONE;

    SettingsViewModel(SettingsService settings, Workbench workbench) {
        this.settings = settings;
        this.workbench = workbench;
        this.reading = new Latest(workbench.background());
        this.form = new FormModel<>(workbench.background(), fields.paths(), this);
        form.forgetProblemsOf(fields.all());
        fields.address.addListener(_ -> form.forget("listener.tls"));
        fields.privateHosts.addListener(_ -> form.forget("assistant.baseUrl"));
        fields.assistantUrl.addListener(_ -> form.forget("assistant.apiKey"));
    }

    /** Reads what is set; what was typed before stays. */
    void open(Consumer<AppException> failed) {
        read(failed);
        looking.cancel();
        looking = workbench.background().every(LOOK, this::lookAtTrial);
    }

    void close() {
        looking.cancel();
        reading.cancel();
    }

    private void read(Consumer<AppException> failed) {
        reading.run(
                read(),
                now -> {
                    if (stored.get() == null || !fields.areChanged()) {
                        show(now);
                    }
                },
                failed);
    }

    private void lookAtTrial() {
        Settings before = stored.get();
        ListenerTrial trial = before == null ? null : before.listenerTrial();
        if (trial == null || form.saveRunningProperty().get()) {
            return;
        }
        reading.run(
                read(),
                now -> {
                    if (now.listenerTrial() == null) {
                        ended(trial, now);
                    }
                },
                _ -> {});
    }

    private void ended(ListenerTrial trial, Settings now) {
        boolean kept = now.home().listener().url().equals(trial.url());
        workbench.say(
                kept
                        ? Notice.info("The API now listens on " + trial.url() + ".")
                        : Notice.warning("No call arrived at " + trial.url() + ", so the API stays where it was."));
        show(now);
    }

    /** Keeps the listener that is tried without a call over it. */
    void keepListener() {
        workbench.change(settings::confirmListener, this::lookAtTrial, workbench::say);
    }

    @Override
    public @Nullable Callable<Settings> store(@Nullable Long expected) {
        SettingsDraft draft = form.checked(fields::draft);
        return draft == null ? null : () -> settings.change(workbench.callers().get(), draft, expected);
    }

    @Override
    public Callable<Settings> read() {
        return () -> settings.get(workbench.callers().get());
    }

    @Override
    public void show(Settings now) {
        form.show(now.version());
        fields.show(now);
        stored.set(now);
    }

    /** Shows what was stored. */
    void saved(Settings now) {
        show(now);
        workbench.say(Notice.info("The settings were saved."));
    }

    /** Shows what is stored in place of what was typed. */
    void revert() {
        Settings last = stored.get();
        if (last != null) {
            show(last);
            form.problems().clear();
        }
        form.reload();
    }

    /** What Save does, over HTTP; null while the form cannot be read. */
    @Nullable
    CurlCommand saveCall() {
        SettingsDraft draft = FormModel.quietly(fields::draft);
        return draft == null ? null : SettingsCalls.change(draft);
    }

    /** What was read last; null before the first time. */
    ReadOnlyObjectProperty<@Nullable Settings> storedProperty() {
        return stored.getReadOnlyProperty();
    }
}
