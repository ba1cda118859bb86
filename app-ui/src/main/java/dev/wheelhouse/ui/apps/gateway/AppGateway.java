package dev.wheelhouse.ui.apps.gateway;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Apps as the screens ask for them. Every method blocks, is called beside the window's thread and throws
 * {@link dev.wheelhouse.core.platform.error.AppException}.
 */
public interface AppGateway {

    /** Newest first. */
    List<App> all();

    /** As last seen, by app id; asks no server. An app that was never looked at is not there. */
    Map<String, AppStatus> statuses();

    App get(String id);

    /** The names of the environment that is set; never its values. */
    Set<String> environmentNames(App app);

    App create(AppDraft draft);

    /** @param expected the revision that the form was opened with; null overwrites whatever is there */
    App update(String id, AppDraft draft, @Nullable Long expected);

    /** Takes away on its server what the console made for it; {@code unavailable} when the server does not answer. */
    void delete(String id);

    /** Forgets it without asking its server, where whatever runs goes on. */
    void forget(String id);

    /** {@code state_invalid} with the last lines of its log when it does not come up; {@code image_missing}. */
    AppStatus start(String id);

    /** Begins to fetch its image, as a job that starts the app at its end. */
    void pullAndStart(String id);

    AppStatus stop(String id);

    AppStatus restart(String id);

    /** Looks at it now. */
    AppStatus refresh(String id);

    /** What is on a server that could be an app of a kind. */
    List<FoundApp> discover(String serverId, RuntimeKind kind);

    /** @param metric {@code cpu} (percent, 100 is one core) or {@code memory} (bytes) */
    MetricSeries series(String id, Metric metric, MetricRange range);

    /** What happened to an app since a moment, newest first; the newest few hundred. */
    List<AppEvent> events(String id, Instant since);
}
