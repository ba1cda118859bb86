package dev.wheelhouse.ui.backups.list;

import dev.wheelhouse.core.backups.BackupGateway;
import dev.wheelhouse.core.backups.BackupOverview;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.fx.Background;
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
import java.util.function.Supplier;
import javafx.collections.ListChangeListener;

/**
 * The backups of all databases, by name, read again and again; one list for all screens. Belongs to the window's thread.
 */
public final class BackupList extends LiveList<List<BackupOverview>, BackupLine> {

    private static final Duration PACE = Duration.ofSeconds(2);

    private final BackupGateway backups;
    private final Supplier<Caller> callers;
    private final ConnectionList connections;
    private final ServerList servers;
    private final ZoneId zone;
    private final ListChangeListener<DatabaseConnection> onConnections = _ -> showAgain();
    private final ListChangeListener<LiveRow<ServerLine>> onServers = _ -> showAgain();
    private List<Background.Handle> watches = List.of();

    /** @param zone in which times are shown */
    public BackupList(
            BackupGateway backups,
            ConnectionList connections,
            ServerList servers,
            Workbench workbench,
            Clock clock,
            ZoneId zone) {
        super(workbench.background(), clock, PACE, BackupLine::id);
        this.backups = backups;
        this.callers = workbench.callers();
        this.connections = connections;
        this.servers = servers;
        this.zone = zone;
    }

    @Override
    protected List<BackupOverview> read() {
        return backups.all(callers.get());
    }

    @Override
    protected void watched() {
        connections.items().addListener(onConnections);
        servers.rows().addListener(onServers);
        watches = List.of(connections.watch(), servers.watch());
    }

    @Override
    protected void left() {
        watches.forEach(Background.Handle::cancel);
        connections.items().removeListener(onConnections);
        servers.rows().removeListener(onServers);
    }

    @Override
    protected List<BackupLine> lines(List<BackupOverview> reading) {
        Instant now = clock().instant();
        return reading.stream()
                .map(each -> BackupLine.of(
                        each,
                        databaseName(each.config().source().databaseId()),
                        servers.nameOf(each.config().source().serverId()),
                        now,
                        zone))
                .sorted(Comparator.comparing(BackupLine::database, String.CASE_INSENSITIVE_ORDER)
                        .thenComparing(BackupLine::id))
                .toList();
    }

    private String databaseName(String id) {
        return connections
                .find(id)
                .map(DatabaseConnection::name)
                .orElse(connections.knownProperty().get() ? "deleted connection" : "…");
    }

    public ConnectionList connections() {
        return connections;
    }

    public ServerList servers() {
        return servers;
    }

    /** In which times are shown. */
    public ZoneId zone() {
        return zone;
    }
}
