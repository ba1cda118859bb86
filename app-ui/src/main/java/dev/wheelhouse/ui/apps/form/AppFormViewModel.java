package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppError;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.apps.desk.AppDesk;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.ImageOffer;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableMap;
import org.jspecify.annotations.Nullable;

/**
 * The form of one app. An app that was added but did not start is kept and edited on in the same form. Belongs to the
 * window's thread.
 */
public final class AppFormViewModel {

    private static final Set<String> SHOWN = Set.of(
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

    private final AppDesk desk;
    private final ServerList servers;
    private final AppFormMode mode;
    private final Workbench workbench;
    private final Latest saving;
    private final Latest reading;
    private final AppFields fields = new AppFields();
    private final Discovery discovery;
    private final ObservableMap<String, String> problems = FXCollections.observableHashMap();
    private final ReadOnlyStringWrapper trouble = new ReadOnlyStringWrapper(this, "trouble", "");
    private final ReadOnlyObjectWrapper<@Nullable String> startTrouble =
            new ReadOnlyObjectWrapper<>(this, "startTrouble");
    private final ReadOnlyObjectWrapper<@Nullable App> stored = new ReadOnlyObjectWrapper<>(this, "stored");
    private final ReadOnlyStringWrapper underWay = new ReadOnlyStringWrapper(this, "underWay", "");
    private final ReadOnlyBooleanWrapper outdated = new ReadOnlyBooleanWrapper(this, "outdated");
    private final ListChangeListener<ServerLine> onServers = _ -> proposeServer();
    private boolean startsAfter;

    /**
     * How the form ended.
     *
     * @param words what happened to it, such as {@code was added}
     * @param isNew whether it was made by this form
     */
    public record Saved(App app, String words, boolean isNew) {}

    public AppFormViewModel(AppDesk desk, ServerList servers, Workbench workbench, AppFormMode mode) {
        this.desk = desk;
        this.servers = servers;
        this.mode = mode;
        this.workbench = workbench;
        this.saving = new Latest(workbench.background());
        this.reading = new Latest(workbench.background());
        this.discovery = new Discovery(desk, workbench.background(), fields);
        switch (mode) {
            case AppFormMode.Add(String serverId) -> fields.serverIdProperty().set(serverId == null ? "" : serverId);
            case AppFormMode.Edit(App app) -> {
                stored.set(app);
                fields.show(app, Set.of());
            }
        }
        forgetProblemsOfWhatIsChanged();
    }

    /** Reads what the form needs to know. */
    public void onShow() {
        servers.items().addListener(onServers);
        servers.refresh();
        proposeServer();
        if (mode instanceof AppFormMode.Edit(App app)) {
            reading.run(() -> desk.environmentNames(app), names -> fields.show(app, names), this::refused);
        } else {
            discovery.onShow();
        }
    }

    /** The own machine, or the only one there is, unless one is chosen already. */
    private void proposeServer() {
        if (fields.serverIdProperty().get().isEmpty() && !servers.items().isEmpty()) {
            fields.serverIdProperty().set(servers.items().getFirst().id());
        }
    }

    private void forgetProblemsOfWhatIsChanged() {
        List.<Property<?>>of(
                        fields.runtimeProperty(),
                        fields.serverIdProperty(),
                        fields.nameProperty(),
                        fields.restartProperty(),
                        fields.commandProperty(),
                        fields.directoryProperty(),
                        fields.unitProperty(),
                        fields.imageProperty(),
                        fields.portsProperty(),
                        fields.volumesProperty(),
                        fields.memoryProperty(),
                        fields.engineProperty(),
                        fields.replicasProperty(),
                        fields.adoptedProperty())
                .forEach(each -> each.addListener(_ -> changed(each.getName())));
        fields.environment().entries().addListener((ListChangeListener<EnvironmentEntry>) _ -> changed("environment"));
        fields.runtimeProperty().addListener(_ -> {
            problems.clear();
            // What was chosen of one kind names nothing of another.
            fields.proposeName("");
        });
    }

    private void changed(String field) {
        problems.remove(field);
        trouble.set("");
    }

    /** Saves, and starts it where that was asked for. */
    public void save(boolean start, Consumer<Saved> saved) {
        App known = stored.get();
        save(start, known == null ? null : known.revision(), saved);
    }

    /** Saves over what somebody else changed meanwhile. */
    public void saveAnyway(Consumer<Saved> saved) {
        save(startsAfter, null, saved);
    }

    private void save(boolean start, @Nullable Long expected, Consumer<Saved> saved) {
        AppDraft draft = draft();
        if (draft == null || !underWay.get().isEmpty()) {
            return;
        }
        App known = stored.get();
        startsAfter = start;
        outdated.set(false);
        startTrouble.set(null);
        underWay.set(known == null ? "Adding it…" : "Saving it…");
        saving.run(
                () -> known == null ? desk.create(draft) : desk.update(known.id(), draft, expected),
                app -> {
                    stored.set(app);
                    if (start) {
                        start(app, saved);
                    } else {
                        end(new Saved(app, isNew() ? "was added" : "was saved", isNew()), saved);
                    }
                },
                this::refused);
    }

    private void start(App app, Consumer<Saved> saved) {
        underWay.set("Waiting until it is up…");
        saving.run(
                () -> desk.start(app.id()),
                _ -> end(new Saved(app, isNew() ? "was added and runs" : "was saved and runs", isNew()), saved),
                failure -> notStarted(app, failure, saved));
    }

    private void notStarted(App app, AppException failure, Consumer<Saved> saved) {
        underWay.set("");
        startTrouble.set(String.valueOf(failure.getMessage()));
        if (failure.errorCode() == AppError.IMAGE_MISSING) {
            new ImageOffer(desk, workbench)
                    .make(app, failure, () -> end(new Saved(app, isNew() ? "was added" : "was saved", isNew()), saved));
        }
    }

    private void end(Saved outcome, Consumer<Saved> saved) {
        underWay.set("");
        fields.environment().forgetValues();
        saved.accept(outcome);
    }

    private boolean isNew() {
        return mode instanceof AppFormMode.Add;
    }

    /** Shows the app as it is now instead of what was typed. */
    public void loadTheirs() {
        App known = stored.get();
        if (known == null) {
            return;
        }
        reading.run(
                () -> {
                    App now = desk.get(known.id());
                    return new Theirs(now, desk.environmentNames(now));
                },
                theirs -> {
                    stored.set(theirs.app());
                    fields.show(theirs.app(), theirs.environment());
                    outdated.set(false);
                    trouble.set("");
                },
                this::refused);
    }

    private record Theirs(App app, Set<String> environment) {}

    private void refused(AppException failure) {
        underWay.set("");
        if (failure.details() instanceof FieldProblems(List<FieldProblem> errors)) {
            errors.forEach(this::take);
            return;
        }
        if (failure.errorCode() == PlatformError.ALREADY_EXISTS) {
            problems.put("name", String.valueOf(failure.getMessage()));
            return;
        }
        if (failure.errorCode() == PlatformError.PRECONDITION_FAILED) {
            outdated.set(true);
            return;
        }
        trouble.set(String.valueOf(failure.getMessage()));
    }

    /** A problem of one element of a field is told at the field, with which element it is. */
    private void take(FieldProblem problem) {
        String path = problem.path();
        String field = path.replaceFirst("[.\\[].*$", "");
        String element = path.substring(field.length()).replaceFirst("^\\.", "");
        if (!SHOWN.contains(field)) {
            trouble.set(problem.message());
            return;
        }
        String where = element.matches("\\[[0-9]+]")
                ? "Number " + (Integer.parseInt(element.substring(1, element.length() - 1)) + 1) + ": "
                : element.isEmpty() ? "" : element + ": ";
        problems.merge(field, where + problem.message(), (before, more) -> before + "\n" + more);
    }

    private @Nullable AppDraft draft() {
        problems.clear();
        trouble.set("");
        try {
            return fields.draft();
        } catch (AppException e) {
            refused(e);
            return null;
        }
    }

    /** What saving does, over HTTP; null while the form cannot be read. */
    public @Nullable CurlCommand saveCall() {
        AppDraft draft = draft();
        if (draft == null) {
            return null;
        }
        App known = stored.get();
        return known == null ? AppCalls.create(draft) : AppCalls.update(known, draft);
    }

    /** What looking for apps does, over HTTP; null while no server is chosen. */
    public @Nullable CurlCommand discoverCall() {
        String serverId = fields.serverIdProperty().get();
        return serverId.isEmpty() ? null : AppCalls.discover(serverId, runtime());
    }

    /** Ends what is under way, and forgets the values that were typed. */
    public void close() {
        servers.items().removeListener(onServers);
        discovery.onHide();
        saving.cancel();
        reading.cancel();
        fields.environment().forgetValues();
    }

    public String title() {
        return mode instanceof AppFormMode.Edit(App app) ? "Edit " + app.name() : "Add an app";
    }

    public AppFormMode mode() {
        return mode;
    }

    public AppFields fields() {
        return fields;
    }

    /** What already runs on the chosen server. */
    public Discovery discovery() {
        return discovery;
    }

    public ServerList servers() {
        return servers;
    }

    public RuntimeKind runtime() {
        return fields.runtimeProperty().get();
    }

    /** Field to what is wrong with it. */
    public ObservableMap<String, String> problems() {
        return problems;
    }

    /** What is wrong with no single field; empty for nothing. */
    public ReadOnlyStringProperty troubleProperty() {
        return trouble.getReadOnlyProperty();
    }

    /** Why it did not start, with the last lines of its log; null when it was not tried or went well. */
    public ReadOnlyObjectProperty<@Nullable String> startTroubleProperty() {
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

    /** Whether somebody else changed the app since the form opened. */
    public ReadOnlyBooleanProperty outdatedProperty() {
        return outdated.getReadOnlyProperty();
    }
}
