package dev.wheelhouse.ui.overview;

import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.history.HistoryEntry;
import dev.wheelhouse.core.databases.history.HistoryFilter;
import dev.wheelhouse.core.databases.history.HistoryService;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.service.ServiceAddress;
import dev.wheelhouse.ui.curl.CurlCommand;
import dev.wheelhouse.ui.databases.connections.ConnectionList;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.list.Refreshable;
import dev.wheelhouse.ui.shell.Workbench;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import org.jspecify.annotations.Nullable;

/** What the overview shows. Belongs to the window's thread. */
public final class OverviewViewModel implements Refreshable {

    private static final Duration POLL_PERIOD = Duration.ofSeconds(3);
    private static final int RECENT = 6;
    private static final int JOBS = 50;

    /**
     * Everything at one moment.
     *
     * @param lastUsed connection id to the time of its last statement; absent for one without any
     * @param recent what ran last, newest first
     * @param running jobs that have not ended
     * @param service where another user's console, the machine's service, answers; empty where none runs
     */
    public record Snapshot(
            List<DatabaseConnection> connections,
            Map<String, Instant> lastUsed,
            List<HistoryEntry> recent,
            List<Job> running,
            Optional<String> service,
            Instant at) {}

    private final HistoryService history;
    private final JobService jobs;
    private final ConnectionList connections;
    private final Workbench workbench;
    private final Clock clock;
    private final Path serviceDirectory;
    private final Latest reading;
    private final ReadOnlyObjectWrapper<@Nullable Snapshot> snapshot = new ReadOnlyObjectWrapper<>(this, "snapshot");
    private final ReadOnlyObjectWrapper<@Nullable AppException> failure = new ReadOnlyObjectWrapper<>(this, "failure");
    private final ListChangeListener<DatabaseConnection> onConnections = _ -> read();
    private boolean underWay;
    private @Nullable Instant readAt;
    private Background.Handle polling = Background.Handle.NONE;

    /** @param serviceDirectory where the machine's service tells its address, usually {@link ServiceAddress#DIRECTORY} */
    public OverviewViewModel(
            HistoryService history,
            JobService jobs,
            ConnectionList connections,
            Workbench workbench,
            Clock clock,
            Path serviceDirectory) {
        this.history = history;
        this.jobs = jobs;
        this.connections = connections;
        this.workbench = workbench;
        this.clock = clock;
        this.serviceDirectory = serviceDirectory;
        this.reading = new Latest(workbench.background());
        connections.failureProperty().addListener((_, _, error) -> failure.set(error));
    }

    public void onShow() {
        connections.items().addListener(onConnections);
        polling = workbench.background().every(POLL_PERIOD, this::poll);
        connections.refresh(this::read);
    }

    public void onHide() {
        connections.items().removeListener(onConnections);
        polling.cancel();
        reading.cancel();
        underWay = false;
    }

    /** Reads everything again. */
    @Override
    public void refresh() {
        connections.refresh(this::read);
    }

    /** A reading that takes longer than the time between two looks goes on: to begin anew would never end. */
    private void poll() {
        if (!underWay) {
            connections.refresh(this::read);
        }
    }

    private void read() {
        List<DatabaseConnection> shown = List.copyOf(connections.items());
        underWay = true;
        reading.run(
                () -> read(shown),
                seen -> {
                    underWay = false;
                    readAt = seen.at();
                    failure.set(null);
                    snapshot.set(seen);
                },
                error -> {
                    underWay = false;
                    failure.set(error);
                });
    }

    private Snapshot read(List<DatabaseConnection> shown) {
        var caller = workbench.callers().get();
        Map<String, Instant> lastUsed = history.lastUsed(caller);
        List<HistoryEntry> recent = history.list(caller, HistoryFilter.ALL, new PageRequest(RECENT, null))
                .items();
        List<Job> running = jobs.list(caller, new PageRequest(JOBS, null)).items().stream()
                .filter(job -> job.finishedAt() == null)
                .toList();
        return new Snapshot(shown, lastUsed, recent, running, ServiceAddress.find(serviceDirectory), clock.instant());
    }

    Clock clock() {
        return clock;
    }

    /** A call that answers on every console, for the line to copy. */
    public static CurlCommand firstCall() {
        return CurlCommand.get("/db-connections");
    }

    /** Null until everything was read once. */
    public ReadOnlyObjectProperty<@Nullable Snapshot> snapshotProperty() {
        return snapshot.getReadOnlyProperty();
    }

    @Override
    public ReadOnlyObjectProperty<@Nullable AppException> failureProperty() {
        return failure.getReadOnlyProperty();
    }

    @Override
    public @Nullable Instant readAt() {
        return readAt;
    }
}
