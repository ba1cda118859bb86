package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.Page;
import dev.wheelhouse.core.platform.paging.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The programs that an organization runs. Thread-safe. */
public final class AppService {

    /** Scopes apps:write and, as it runs commands on a server, servers:exec. */
    public App create(Caller caller, AppDraft draft) {
        throw new UnsupportedOperationException();
    }

    public App update(Caller caller, String id, AppDraft draft, @Nullable Long expectedRevision) {
        throw new UnsupportedOperationException();
    }

    /** Stops what is the console's own making and forgets the app; adopted containers and units stay as they are. */
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        throw new UnsupportedOperationException();
    }

    /** Newest first. Scope apps:read. */
    public Page<App> list(Caller caller, PageRequest page) {
        throw new UnsupportedOperationException();
    }

    /** Newest first. */
    public List<App> all(Caller caller) {
        throw new UnsupportedOperationException();
    }

    public App get(Caller caller, String id) {
        throw new UnsupportedOperationException();
    }

    /** The names of the environment that is set; never its values. */
    public Set<String> environmentNames(App app) {
        throw new UnsupportedOperationException();
    }

    /** Scope apps:control. */
    public AppStatus start(Caller caller, String id) {
        throw new UnsupportedOperationException();
    }

    public AppStatus stop(Caller caller, String id) {
        throw new UnsupportedOperationException();
    }

    public AppStatus restart(Caller caller, String id) {
        throw new UnsupportedOperationException();
    }

    /** Looks now. Scope apps:read. */
    public AppStatus status(Caller caller, String id) {
        throw new UnsupportedOperationException();
    }

    /** As last seen by the watch (every few seconds), by app id; asks no server. */
    public Map<String, AppStatus> statuses(Caller caller) {
        throw new UnsupportedOperationException();
    }

    /** Scope servers:exec. */
    public List<FoundApp> discover(Caller caller, String serverId, RuntimeKind runtime) {
        throw new UnsupportedOperationException();
    }

    /** Scope logs:read. */
    public LogSource log(Caller caller, String id) {
        throw new UnsupportedOperationException();
    }

    /** {@code cpu} (percent, 100 is one core) and {@code memory} (bytes). Scope metrics:read. */
    public MetricSeries series(Caller caller, String id, Metric metric, MetricRange range) {
        throw new UnsupportedOperationException();
    }

    public MetricSeries series(Caller caller, String id, Metric metric, Instant from, Instant to) {
        throw new UnsupportedOperationException();
    }
}
