package dev.wheelhouse.ui.repositories;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.SourceService;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionService;
import dev.wheelhouse.core.vcs.VcsConnectionTest;
import dev.wheelhouse.ui.list.LiveList;
import dev.wheelhouse.ui.list.PagedList;
import dev.wheelhouse.ui.shell.Workbench;
import dev.wheelhouse.ui.words.Moments;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The connections by name; read again while somebody sees them. Belongs to the window's thread. */
final class ConnectionList extends LiveList<ConnectionList.Reading, ConnectionLine> {

    private static final Duration PACE = Duration.ofSeconds(5);

    private final VcsConnectionService connections;
    private final SourceService sources;
    private final AppGateway apps;
    private final Supplier<Caller> callers;
    private final ZoneId zone;
    private final Map<String, Tested> tests = new HashMap<>();

    /** @param appNames by id */
    record Reading(List<VcsConnection> connections, List<AppSource> sources, Map<String, String> appNames) {}

    private record Tested(long revision, VcsConnectionTest test, Instant at) {}

    /** @param zone in which times are shown */
    ConnectionList(
            VcsConnectionService connections,
            SourceService sources,
            AppGateway apps,
            Workbench workbench,
            Clock clock,
            ZoneId zone) {
        super(workbench.background(), clock, PACE, ConnectionLine::id);
        this.connections = connections;
        this.sources = sources;
        this.apps = apps;
        this.callers = workbench.callers();
        this.zone = zone;
    }

    @Override
    protected Reading read() {
        Caller caller = callers.get();
        return new Reading(
                PagedList.readAll(page -> connections.list(caller, page)),
                sources.list(caller),
                apps.all(caller).stream().collect(Collectors.toMap(App::id, App::name)));
    }

    @Override
    protected List<ConnectionLine> lines(Reading reading) {
        return reading.connections().stream()
                .sorted(Comparator.comparing(VcsConnection::name, String.CASE_INSENSITIVE_ORDER))
                .map(each -> line(each, reading))
                .toList();
    }

    private ConnectionLine line(VcsConnection connection, Reading reading) {
        List<ConnectionLine.AppOf> users = reading.sources().stream()
                .filter(each -> connection.id().equals(each.connectionId()))
                .map(each -> new ConnectionLine.AppOf(
                        each.id(),
                        reading.appNames().getOrDefault(each.id(), each.id()),
                        each.settings().repository().toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparing(ConnectionLine.AppOf::name))
                .toList();
        @Nullable Tested tested = tests.get(connection.id());
        return tested == null || tested.revision() != connection.revision()
                ? new ConnectionLine(connection, users, null, "")
                : new ConnectionLine(connection, users, tested.test(), Moments.ago(tested.at(), clock().instant()));
    }

    /** Shows what a test of a connection as it is stored came to. */
    void remember(VcsConnection tested, VcsConnectionTest test) {
        tests.put(tested.id(), new Tested(tested.revision(), test, clock().instant()));
        showAgain();
    }

    VcsConnectionService connections() {
        return connections;
    }

    ZoneId zone() {
        return zone;
    }
}
