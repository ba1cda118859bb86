package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.schedules.RunGateway;
import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.core.schedules.ScheduleGateway;
import dev.wheelhouse.core.schedules.ScheduleRun;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * The schedules as the window last read them, by name; one list for all screens, read again every second while any of
 * them shows it. Belongs to the window's thread.
 */
public final class ScheduleList extends LiveList<ScheduleList.Reading, ScheduleLine> {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(2);
    private static final Comparator<Schedule> BY_NAME =
            Comparator.comparing(Schedule::name, String.CASE_INSENSITIVE_ORDER).thenComparing(Schedule::id);

    /** How many runs of each schedule are read. */
    static final int RUNS_SEEN = 30;

    private final ScheduleGateway schedules;
    private final RunGateway runs;
    private final Supplier<Caller> callers;
    private final ServerList servers;
    private final ZoneId zone;
    private final ReadOnlyObjectWrapper<@Nullable Instant> pausedSince =
            new ReadOnlyObjectWrapper<>(this, "pausedSince");
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> showAgain();

    /**
     * All schedules at one moment.
     *
     * @param runs id of a schedule to its newest runs, newest first; absent for one that never ran
     */
    record Reading(
            List<Schedule> schedules,
            Map<String, List<ScheduleRun>> runs,
            @Nullable Instant pausedSince) {}

    /** @param zone in which times are shown */
    public ScheduleList(
            ScheduleGateway schedules,
            RunGateway runs,
            ServerList servers,
            Workbench workbench,
            Clock clock,
            ZoneId zone) {
        super(workbench.background(), clock, POLL_PERIOD, ScheduleLine::id);
        this.schedules = schedules;
        this.runs = runs;
        this.callers = workbench.callers();
        this.servers = servers;
        this.zone = zone;
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        return new Reading(
                schedules.all(caller),
                runs.newest(caller, RUNS_SEEN),
                schedules.pausedSince(caller).orElse(null));
    }

    /** Whether all are paused is known before the rows, whose listeners ask for it. */
    @Override
    protected void take(Reading reading) {
        pausedSince.set(reading.pausedSince());
        super.take(reading);
    }

    @Override
    protected void watched() {
        servers.rows().addListener(onServers);
        servers.refresh();
    }

    @Override
    protected void left() {
        servers.rows().removeListener(onServers);
    }

    @Override
    protected List<ScheduleLine> lines(Reading reading) {
        Instant now = clock().instant();
        return reading.schedules().stream()
                .sorted(BY_NAME)
                .map(schedule -> ScheduleLine.of(
                        schedule,
                        reading.runs().getOrDefault(schedule.id(), List.of()),
                        servers.nameOf(schedule.serverId()),
                        reading.pausedSince() != null,
                        now,
                        zone))
                .toList();
    }

    /** Since when everything is paused; null while it is not. */
    public ReadOnlyObjectProperty<@Nullable Instant> pausedSinceProperty() {
        return pausedSince.getReadOnlyProperty();
    }

    public ServerList servers() {
        return servers;
    }

    /** In which times are shown. */
    public ZoneId zone() {
        return zone;
    }
}
