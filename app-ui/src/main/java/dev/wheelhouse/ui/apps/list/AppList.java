package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.apps.desk.AppDesk;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.Observable;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * The apps as the window last read them, by name; one list for all screens, read again every second while any of them
 * shows it. No server is asked for it. Belongs to the window's thread.
 */
public final class AppList {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final String GONE = "a removed server";
    private static final Comparator<App> BY_NAME =
            Comparator.comparing(App::name, String.CASE_INSENSITIVE_ORDER).thenComparing(App::id);

    private final AppDesk desk;
    private final ServerList servers;
    private final Background background;
    private final Clock clock;
    private final Latest latest;
    private final ObservableList<AppRow> rows =
            FXCollections.observableArrayList(row -> new Observable[] {row.lineProperty()});
    // One view for all: a listener on a view of its own would be lost with it.
    private final ObservableList<AppRow> view = FXCollections.unmodifiableObservableList(rows);
    private final Map<String, Doing> underWay = new HashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private final ReadOnlyBooleanWrapper known = new ReadOnlyBooleanWrapper(this, "known");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private final ListChangeListener<ServerLine> onServers = _ -> showAgain();
    private Reading last = new Reading(List.of(), Map.of());
    private Background.Handle lookingAgain = Background.Handle.NONE;
    private boolean isReading;
    private @Nullable Instant readAt;
    private int watchers;

    private record Reading(List<App> apps, Map<String, AppStatus> statuses) {}

    public AppList(AppDesk desk, ServerList servers, Workbench workbench, Clock clock) {
        this.desk = desk;
        this.servers = servers;
        this.background = workbench.background();
        this.clock = clock;
        this.latest = new Latest(background);
    }

    /** Keeps the list fresh until the handle is cancelled. */
    public Background.Handle watch() {
        if (watchers++ == 0) {
            servers.items().addListener(onServers);
            servers.refresh();
            lookingAgain = background.every(LOOK_AGAIN, this::lookAgain);
        }
        refresh();
        return new Background.Handle() {
            private boolean isCancelled;

            @Override
            public void cancel() {
                if (!isCancelled) {
                    isCancelled = true;
                    leave();
                }
            }
        };
    }

    private void leave() {
        if (--watchers == 0) {
            lookingAgain.cancel();
            servers.items().removeListener(onServers);
        }
    }

    /** A reading that takes longer than the time between two looks goes on: to begin anew would never end. */
    private void lookAgain() {
        if (!isReading) {
            refresh();
        }
    }

    /** Reads them again. */
    public void refresh() {
        refresh(() -> {});
    }

    /** @param then runs once they are read, by this call or by one that overtook it; never when the reading fails */
    public void refresh(Runnable then) {
        waiting.add(then);
        isReading = true;
        latest.run(() -> new Reading(desk.all(), desk.statuses()), this::take, error -> {
            isReading = false;
            waiting.clear();
            failure.set(error);
        });
    }

    private void take(Reading reading) {
        isReading = false;
        failure.set(null);
        readAt = clock.instant();
        last = reading;
        showAgain();
        known.set(true);
        List<Runnable> ready = List.copyOf(waiting);
        waiting.clear();
        ready.forEach(Runnable::run);
    }

    /** Rows stay the same objects, so that selections and what is under the pointer stay too. */
    private void showAgain() {
        List<App> sorted = last.apps().stream().sorted(BY_NAME).toList();
        List<String> ids = sorted.stream().map(App::id).toList();
        if (ids.equals(rows.stream().map(AppRow::id).toList())) {
            for (int i = 0; i < ids.size(); i++) {
                rows.get(i).show(line(sorted.get(i)));
            }
            return;
        }
        Map<String, AppRow> before = new HashMap<>();
        rows.forEach(row -> before.put(row.id(), row));
        List<AppRow> now = new ArrayList<>();
        for (App app : sorted) {
            AppLine line = line(app);
            AppRow row = before.getOrDefault(app.id(), new AppRow(line));
            row.show(line);
            now.add(row);
        }
        rows.setAll(now);
    }

    private AppLine line(App app) {
        String server = servers.find(app.serverId())
                .map(ServerLine::name)
                .orElse(servers.knownProperty().get() ? GONE : "…");
        return new AppLine(app, last.statuses().get(app.id()), server, underWay.get(app.id()), clock.instant());
    }

    /** Shows that this window does something with an app, until {@link #end}. */
    void begin(String id, Doing doing) {
        underWay.put(id, doing);
        showAgain();
    }

    /**
     * It is done.
     *
     * @param status what it is now; null where that is not known
     */
    void end(String id, @Nullable AppStatus status) {
        underWay.remove(id);
        if (status != null) {
            Map<String, AppStatus> statuses = new HashMap<>(last.statuses());
            statuses.put(id, status);
            last = new Reading(last.apps(), statuses);
        }
        showAgain();
    }

    /** By name; tells of every change of a row. */
    public ObservableList<AppRow> rows() {
        return view;
    }

    public Optional<AppRow> row(String id) {
        return rows.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    public Optional<AppLine> find(String id) {
        return row(id).map(AppRow::line);
    }

    /** Whether they were read at least once. */
    public ReadOnlyBooleanProperty knownProperty() {
        return known.getReadOnlyProperty();
    }

    /** When they were read last; null for never. */
    public @Nullable Instant readAt() {
        return readAt;
    }

    /** Why the last reading failed; null when it did not. */
    public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    public ServerList servers() {
        return servers;
    }

    public Clock clock() {
        return clock;
    }
}
