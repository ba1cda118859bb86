package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.apps.gateway.AppGateway;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

    private final AppGateway gateway;
    private final AppFields fields;
    private final Latest latest;
    /** Those that match what is typed, what runs first. */
    final ObservableList<FoundApp> shown = FXCollections.observableArrayList();

    final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper(this, "running");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private List<FoundApp> found = List.of();
    private boolean isShown;

    Discovery(AppGateway gateway, Background background, AppFields fields) {
        this.gateway = gateway;
        this.fields = fields;
        this.latest = new Latest(background);
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
                () -> gateway.discover(serverId, kind),
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
