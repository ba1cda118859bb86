package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** What is on the server that is chosen in the form, to be chosen instead of typed. Belongs to the window's thread. */
public final class Discovery {

    /** What the system itself is made of comes last: people look for what they put there. */
    private static final Comparator<FoundApp> ORDER = Comparator.comparing(
                    (FoundApp each) -> each.name().startsWith("systemd-"))
            .thenComparing(each -> !each.running())
            .thenComparing(FoundApp::name, String.CASE_INSENSITIVE_ORDER);

    private final AppGateway apps;
    private final Supplier<Caller> callers;
    private final AppFields fields;
    private final Latest latest;
    /** Those that match what is typed, what runs first. */
    final ObservableList<FoundApp> shown = FXCollections.observableArrayList();

    final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private List<FoundApp> found = List.of();
    private boolean isShown;

    Discovery(AppGateway apps, Workbench workbench, AppFields fields) {
        this.apps = apps;
        this.callers = workbench.callers();
        this.fields = fields;
        this.latest = new Latest(workbench.background());
        filter.addListener(_ -> filter());
        fields.serverId.addListener(_ -> rescan());
        fields.runtime.addListener(_ -> rescan());
    }

    void onShow() {
        isShown = true;
        rescan();
    }

    void onHide() {
        isShown = false;
        latest.cancel();
    }

    /** Looks at the server again. */
    public void rescan() {
        found = List.of();
        failure.set(null);
        latest.cancel();
        String serverId = fields.serverId.get();
        RuntimeKind kind = fields.runtime.get();
        running.set(isShown && !serverId.isEmpty() && canFind(kind));
        filter();
        if (!running.get()) {
            return;
        }
        latest.run(
                () -> apps.discover(callers.get(), serverId, kind),
                come -> {
                    running.set(false);
                    found = come.stream().sorted(ORDER).toList();
                    filter();
                },
                error -> {
                    running.set(false);
                    failure.set(error);
                });
    }

    /** Whether a runtime knows what it runs; any process of a server would be too many. */
    public static boolean canFind(RuntimeKind kind) {
        return kind != RuntimeKind.PROCESS;
    }

    private void filter() {
        String wanted = filter.get().strip().toLowerCase(Locale.ROOT);
        shown.setAll(found.stream()
                .filter(each -> (each.name() + " " + each.description())
                        .toLowerCase(Locale.ROOT)
                        .contains(wanted))
                .toList());
    }

    /** Fills the form from one of them. */
    public void choose(FoundApp app) {
        fields.show(app);
    }

    /** How many there are, whatever is typed. */
    public int count() {
        return found.size();
    }

    /** Whether the server is being asked. */
    public ReadOnlyBooleanProperty runningProperty() {
        return running.getReadOnlyProperty();
    }

    /** Why the server could not be asked; null when it could. */
    public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }
}
