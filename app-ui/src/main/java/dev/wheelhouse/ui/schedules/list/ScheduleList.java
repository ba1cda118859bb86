package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.schedules.desk.ScheduleDesk;
import dev.wheelhouse.ui.schedules.desk.ScheduleSight;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
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
 * The schedules as the window last read them, by name; one list for all screens, read again every second while any of
 * them shows it. Belongs to the window's thread.
 */
public final class ScheduleList {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final String GONE = "a removed server";
    private static final Comparator<Schedule> BY_NAME =
            Comparator.comparing(Schedule::name, String.CASE_INSENSITIVE_ORDER).thenComparing(Schedule::id);

    private final ScheduleDesk desk;
    private final ServerList servers;
    private final Background background;
    private final Clock clock;
    private final ZoneId zone;
    private final Latest latest;
    private final ObservableList<ScheduleRow> rows =
            FXCollections.observableArrayList(row -> new Observable[] {row.lineProperty()});
    // One view for all: a listener on a view of its own would be lost with it.
    private final ObservableList<ScheduleRow> view = FXCollections.unmodifiableObservableList(rows);
    private final List<Runnable> waiting = new ArrayList<>();
    private final ReadOnlyBooleanWrapper known = new ReadOnlyBooleanWrapper(this, "known");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private final ReadOnlyObjectWrapper<@Nullable Instant> pausedSince =
            new ReadOnlyObjectWrapper<>(this, "pausedSince");
    private final ListChangeListener<ServerLine> onServers = _ -> showAgain();
    private ScheduleSight last = new ScheduleSight(List.of(), Map.of(), null);
    private Background.Handle lookingAgain = Background.Handle.NONE;
    private boolean isReading;
    private @Nullable Instant readAt;
    private int watchers;

    /** @param zone in which the window tells times */
    public ScheduleList(ScheduleDesk desk, ServerList servers, Workbench workbench, Clock clock, ZoneId zone) {
        this.desk = desk;
        this.servers = servers;
        this.background = workbench.background();
        this.clock = clock;
        this.zone = zone;
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
        latest.run(desk::look, this::take, error -> {
            isReading = false;
            waiting.clear();
            failure.set(error);
        });
    }

    private void take(ScheduleSight sight) {
        isReading = false;
        failure.set(null);
        readAt = clock.instant();
        last = sight;
        pausedSince.set(sight.pausedSince());
        showAgain();
        known.set(true);
        List<Runnable> ready = List.copyOf(waiting);
        waiting.clear();
        ready.forEach(Runnable::run);
    }

    /** Rows stay the same objects, so that selections and what is under the pointer stay too. */
    private void showAgain() {
        Instant now = clock.instant();
        List<Schedule> sorted = last.schedules().stream().sorted(BY_NAME).toList();
        List<String> ids = sorted.stream().map(Schedule::id).toList();
        if (ids.equals(rows.stream().map(ScheduleRow::id).toList())) {
            for (int i = 0; i < ids.size(); i++) {
                rows.get(i).show(line(sorted.get(i), now));
            }
            return;
        }
        Map<String, ScheduleRow> before = new HashMap<>();
        rows.forEach(row -> before.put(row.id(), row));
        List<ScheduleRow> shown = new ArrayList<>();
        for (Schedule schedule : sorted) {
            ScheduleLine line = line(schedule, now);
            ScheduleRow row = before.getOrDefault(schedule.id(), new ScheduleRow(line));
            row.show(line);
            shown.add(row);
        }
        rows.setAll(shown);
    }

    private ScheduleLine line(Schedule schedule, Instant now) {
        return ScheduleLine.of(
                schedule,
                last.runs().getOrDefault(schedule.id(), List.of()),
                serverName(schedule.serverId()),
                last.pausedSince() != null,
                now,
                zone);
    }

    /** As people know a server. */
    public String serverName(String serverId) {
        return servers.find(serverId)
                .map(ServerLine::name)
                .orElse(servers.knownProperty().get() ? GONE : "…");
    }

    /** By name; tells of every change of a row. */
    public ObservableList<ScheduleRow> rows() {
        return view;
    }

    public Optional<ScheduleRow> row(String id) {
        return rows.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    public Optional<ScheduleLine> find(String id) {
        return row(id).map(ScheduleRow::line);
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

    /** Since when everything is paused; null while it is not. */
    public ReadOnlyObjectProperty<@Nullable Instant> pausedSinceProperty() {
        return pausedSince.getReadOnlyProperty();
    }

    public ServerList servers() {
        return servers;
    }

    public Clock clock() {
        return clock;
    }

    /** In which the window tells times. */
    public ZoneId zone() {
        return zone;
    }
}
