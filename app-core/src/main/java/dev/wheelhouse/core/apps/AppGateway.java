package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.job.Job;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a window asks of apps, so that it can be drawn and tried with any. {@link AppService} answers it and says scopes
 * and errors; every method may block. Thread-safe.
 */
public interface AppGateway {

    List<App> all(Caller caller);

    Map<String, AppStatus> statuses(Caller caller);

    App get(Caller caller, String id);

    Set<String> environmentNames(App app);

    App create(Caller caller, AppDraft draft);

    App update(Caller caller, String id, AppDraft draft, @Nullable Long expectedRevision);

    void delete(Caller caller, String id, @Nullable Long expectedRevision);

    void forget(Caller caller, String id, @Nullable Long expectedRevision);

    AppStatus start(Caller caller, String id);

    Job pull(Caller caller, String id, boolean starts);

    AppStatus stop(Caller caller, String id);

    AppStatus restart(Caller caller, String id);

    List<FoundApp> discover(Caller caller, String serverId, RuntimeKind runtime);

    MetricSeries series(Caller caller, String id, Metric metric, MetricRange range);

    List<AppEvent> events(Caller caller, String id, Instant since);
}
