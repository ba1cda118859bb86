package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.schedules.gateway.ScheduleGateway;
import dev.wheelhouse.ui.schedules.gateway.ScheduleSnapshot;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * The schedules as the window last read them, by name; one list for all screens, read again every second while any of
 * them shows it. Belongs to the window's thread.
 */
public final class ScheduleList extends LiveList<ScheduleSnapshot, ScheduleLine> {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(2);
    private static final String GONE = "a removed server";
    private static final Comparator<Schedule> BY_NAME =
            Comparator.comparing(Schedule::name, String.CASE_INSENSITIVE_ORDER).thenComparing(Schedule::id);

    private final ScheduleGateway gateway;
    private final ServerList servers;
    private final ZoneId zone;
    private final ReadOnlyObjectWrapper<@Nullable Instant> pausedSince =
            new ReadOnlyObjectWrapper<>(this, "pausedSince");
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> showAgain();

    /** @param zone in which times are shown */
    public ScheduleList(ScheduleGateway gateway, ServerList servers, Workbench workbench, Clock clock, ZoneId zone) {
        super(workbench.background(), clock, POLL_PERIOD, ScheduleLine::id);
        this.gateway = gateway;
        this.servers = servers;
        this.zone = zone;
    }

    @Override
    protected ScheduleSnapshot read() {
        return gateway.snapshot();
    }

    /** Whether all are paused is known before the rows, whose listeners ask for it. */
    @Override
    protected void take(ScheduleSnapshot sight) {
        pausedSince.set(sight.pausedSince());
        super.take(sight);
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
    protected List<ScheduleLine> lines(ScheduleSnapshot sight) {
        Instant now = clock().instant();
        return sight.schedules().stream()
                .sorted(BY_NAME)
                .map(schedule -> ScheduleLine.of(
                        schedule,
                        sight.runs().getOrDefault(schedule.id(), List.of()),
                        serverName(schedule.serverId()),
                        sight.pausedSince() != null,
                        now,
                        zone))
                .toList();
    }

    /** As people know a server. */
    public String serverName(String serverId) {
        return servers.find(serverId)
                .map(ServerLine::name)
                .orElse(servers.knownProperty().get() ? GONE : "…");
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
