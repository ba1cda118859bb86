package dev.wheelhouse.ui.apps.list;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServerLine;
import dev.wheelhouse.ui.servers.ServerList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * The apps as the window last read them, by name; one list for all screens, read again every second while any of them
 * shows it. No server is asked for it. Belongs to the window's thread.
 */
public final class AppList extends LiveList<AppList.Reading, AppLine> {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(2);
    private static final Comparator<App> BY_NAME =
            Comparator.comparing(App::name, String.CASE_INSENSITIVE_ORDER).thenComparing(App::id);

    private final AppGateway apps;
    private final Supplier<Caller> callers;
    private final ServerList servers;
    private final Map<String, PendingAction> underWay = new HashMap<>();
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> showAgain();

    /** The apps, and what is known of each at that moment. */
    record Reading(List<App> apps, Map<String, AppStatus> statuses) {}

    public AppList(AppGateway apps, ServerList servers, Workbench workbench, Clock clock) {
        super(workbench.background(), clock, POLL_PERIOD, AppLine::id);
        this.apps = apps;
        this.callers = workbench.callers();
        this.servers = servers;
    }

    @Override
    protected Reading read() {
        return new Reading(apps.all(callers.get()), apps.statuses(callers.get()));
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
    protected List<AppLine> lines(Reading reading) {
        return reading.apps().stream()
                .sorted(BY_NAME)
                .map(app -> line(app, reading.statuses().get(app.id())))
                .toList();
    }

    private AppLine line(App app, @Nullable AppStatus status) {
        String server = servers.nameOf(app.serverId());
        return AppLine.of(app, status, server, underWay.get(app.id()), clock().instant());
    }

    /** Shows that this window does something with an app, until {@link #end}. */
    void begin(String id, PendingAction doing) {
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
        Reading before = last().orElse(null);
        if (status == null || before == null) {
            showAgain();
            return;
        }
        Map<String, AppStatus> statuses = new HashMap<>(before.statuses());
        statuses.put(id, status);
        take(new Reading(before.apps(), statuses));
    }

    public ServerList servers() {
        return servers;
    }
}
