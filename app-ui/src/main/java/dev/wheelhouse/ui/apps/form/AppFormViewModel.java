package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.ImagePullOffer;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.form.FormMode;
import dev.wheelhouse.ui.form.FormModel;
import dev.wheelhouse.ui.form.FormSource;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * The form of one app. An app that was added but did not start is kept and edited on in the same form. Belongs to the
 * window's thread.
 */
public final class AppFormViewModel implements FormSource<App> {

    private static final Set<String> FIELDS = Set.of(
            "name",
            "serverId",
            "command",
            "directory",
            "environment",
            "unit",
            "image",
            "ports",
            "volumes",
            "memoryLimitBytes",
            "engine",
            "replicas");

    private final AppGateway apps;
    final ServerList servers;
    final FormMode<App> mode;
    private final Workbench workbench;
    final FormModel<App> form;
    private final Latest starting;
    private final Latest reading;
    final AppFields fields = new AppFields();
    /** What already runs on the chosen server. */
    final Discovery discovery;

    private final ReadOnlyObjectWrapper<@Nullable StartFailure> startTrouble =
            new ReadOnlyObjectWrapper<>(this, "startTrouble");
    private final ReadOnlyObjectWrapper<@Nullable App> stored = new ReadOnlyObjectWrapper<>(this, "stored");
    private final ReadOnlyStringWrapper underWay = new ReadOnlyStringWrapper(this, "underWay", "");
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> proposeServer();
    private boolean startsAfter;

    /**
     * How the form ended.
     *
     * @param words what happened to it, such as {@code was added}
     * @param isNew whether it was made by this form
     */
    public record Saved(App app, String words, boolean isNew) {}

    /** @param serverId chosen already for a new app; null for the person to choose */
    public AppFormViewModel(
            AppGateway apps, ServerList servers, Workbench workbench, FormMode<App> mode, @Nullable String serverId) {
        this.apps = apps;
        this.servers = servers;
        this.mode = mode;
        this.workbench = workbench;
        this.form = new FormModel<>(workbench.background(), FIELDS, this);
        this.starting = new Latest(workbench.background());
        this.reading = new Latest(workbench.background());
        this.discovery = new Discovery(apps, workbench, fields);
        App edited = mode.edited();
        if (edited != null) {
            show(edited);
        } else {
            fields.serverId.set(Objects.requireNonNullElse(serverId, ""));
        }
        form.saveRunningProperty()
                .addListener(
                        (_, _, runs) -> underWay.set(!runs ? "" : stored.get() == null ? "Adding it…" : "Saving it…"));
        forgetProblemsOfWhatIsChanged();
    }

    /** Reads what the form needs to know. */
    public void onShow() {
        servers.rows().addListener(onServers);
        servers.refresh();
        proposeServer();
        if (isNew()) {
            discovery.onShow();
        }
    }

    @Override
    public void show(App app) {
        form.show(app.revision());
        stored.set(app);
        fields.show(app, Set.of());
        reading.run(() -> apps.environmentNames(app), names -> fields.show(app, names), form::refused);
    }

    @Override
    public Callable<App> read() {
        String id = Objects.requireNonNull(stored.get()).id();
        return () -> apps.get(workbench.callers().get(), id);
    }

    /** The own machine, or the only one there is, unless one is chosen already. */
    private void proposeServer() {
        if (fields.serverId.get().isEmpty() && !servers.rows().isEmpty()) {
            fields.serverId.set(servers.rows().getFirst().id());
        }
    }

    private void forgetProblemsOfWhatIsChanged() {
        form.forgetProblemsOf(
                fields.runtime,
                fields.serverId,
                fields.name,
                fields.restart,
                fields.command,
                fields.directory,
                fields.unit,
                fields.image,
                fields.ports,
                fields.volumes,
                fields.memory,
                fields.engine,
                fields.replicas,
                fields.adopted);
        fields.environment.entries.addListener((ListChangeListener<EnvironmentEntry>) _ -> form.forget("environment"));
        fields.runtime.addListener(_ -> {
            form.problems().clear();
            // What was chosen of one kind names nothing of another.
            fields.proposeName("");
        });
    }

    /** Saves, and starts it where that was asked for. */
    public void save(boolean start, Consumer<Saved> saved) {
        startsAfter = start;
        form.save(app -> stored(app, saved));
    }

    /** It is stored; starts it where that was asked for. */
    void stored(App app, Consumer<Saved> saved) {
        form.show(app.revision());
        stored.set(app);
        if (startsAfter) {
            start(app, saved);
        } else {
            end(app, "", saved);
        }
    }

    @Override
    public @Nullable Callable<App> store(@Nullable Long expected) {
        AppDraft draft = underWay.get().isEmpty() ? form.checked(fields::draft) : null;
        if (draft == null) {
            return null;
        }
        App known = stored.get();
        startTrouble.set(null);
        return () -> known == null
                ? apps.create(workbench.callers().get(), draft)
                : apps.update(workbench.callers().get(), known.id(), draft, expected);
    }

    private void start(App app, Consumer<Saved> saved) {
        underWay.set("Waiting until it is up…");
        starting.run(
                () -> apps.start(workbench.callers().get(), app.id()),
                _ -> end(app, " and runs", saved),
                failure -> notStarted(app, failure, saved));
    }

    private void notStarted(App app, AppException failure, Consumer<Saved> saved) {
        underWay.set("");
        startTrouble.set(
                failure.details() instanceof StartFailure told
                        ? told
                        : new StartFailure(String.valueOf(failure.getMessage()), List.of()));
        if (failure.errorCode() == AppError.IMAGE_MISSING) {
            new ImagePullOffer(apps, workbench).make(app, failure, () -> end(app, "", saved));
        }
    }

    private void end(App app, String more, Consumer<Saved> saved) {
        underWay.set("");
        fields.environment.forgetValues();
        saved.accept(new Saved(app, (isNew() ? "was added" : "was saved") + more, isNew()));
    }

    private boolean isNew() {
        return !mode.isEdit();
    }

    /** What saving does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        AppDraft draft = FormModel.quietly(fields::draft);
        if (draft == null) {
            return null;
        }
        App known = stored.get();
        return known == null ? AppCalls.create(draft) : AppCalls.update(known, draft);
    }

    /** What looking for apps does, over HTTP; null while no server is chosen. */
    public @Nullable CurlCommand discoverCall() {
        String serverId = fields.serverId.get();
        return serverId.isEmpty() ? null : AppCalls.discover(serverId, fields.runtime.get());
    }

    /** Ends what is under way, and forgets the values that were typed. */
    public void close() {
        servers.rows().removeListener(onServers);
        discovery.onHide();
        form.close();
        starting.cancel();
        reading.cancel();
        fields.environment.forgetValues();
    }

    /** Why it did not start, with the last lines of its log; null when it was not tried or went well. */
    public ReadOnlyObjectProperty<@Nullable StartFailure> startTroubleProperty() {
        return startTrouble.getReadOnlyProperty();
    }

    /** The app as the core has it; null while it has none. Server and runtime stay as they are from then on. */
    public ReadOnlyObjectProperty<@Nullable App> storedProperty() {
        return stored.getReadOnlyProperty();
    }

    /** What is being done, in words; empty for nothing. */
    public ReadOnlyStringProperty underWayProperty() {
        return underWay.getReadOnlyProperty();
    }
}
