package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.SubjectSeries;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates a snapshot: reports events, measures, and keeps the status. Thread-safe. */
final class AppObserver {

    private final AppRecords records;
    private final AppRuntimes runtimes;
    private final AppEvents events;
    private final SubjectSeries series;
    private final Clock clock;
    private final Duration healthy;

    AppObserver(AppsConfig config, AppRecords records, AppRuntimes runtimes, AppEvents events) {
        this.records = records;
        this.runtimes = runtimes;
        this.events = events;
        this.series = config.series();
        this.clock = config.clock();
        this.healthy = config.pace().healthy();
    }

    /**
     * For the holder of the app's lock.
     *
     * @param before the state as it was before the look began
     */
    AppStatus observe(App app, Tracked tracked, AppState before, AppSnapshot snapshot) {
        if (snapshot.trouble() != null) {
            return cannotLook(tracked, snapshot.trouble());
        }
        Transition transition = Transition.between(before, snapshot, tracked.isWell(snapshot, healthy));
        if (!transition.after().failed()) {
            tracked.setCrash(null);
        }
        if (!transition.after().equals(before)) {
            // Where another console was faster, it has written the event.
            records.saveSeen(app, transition.after(), told(app, tracked, transition.observed()));
        }
        Double cpu = tracked.cpu(snapshot);
        AppStatus status = StatusOf.seen(app, transition.after(), snapshot, cpu, tracked.crash(), clock.instant());
        tracked.setStatus(status);
        measure(app, status);
        return status;
    }

    AppStatus cannotLook(Tracked tracked, String reason) {
        AppStatus status = StatusOf.unknown(reason, clock.instant());
        tracked.setStatus(status);
        return status;
    }

    Instant now() {
        return clock.instant();
    }

    private List<NewEvent> told(App app, Tracked tracked, List<ObservedEvent> observed) {
        AppRuntime runtime = runtimes.of(app.spec().kind());
        List<NewEvent> told = new ArrayList<>();
        for (ObservedEvent each : observed) {
            Crash crash = each.kind().isCrash() ? crash(runtime, app, each.instance()) : null;
            if (crash != null) {
                tracked.setCrash(crash);
            }
            if (each.kind().event() != null) {
                NewEvent event = AppEvents.of(app, each);
                told.add(crash == null ? event : AppEvents.with(event, "lines", crash.lines()));
            }
        }
        return told;
    }

    private Crash crash(AppRuntime runtime, App app, @Nullable Instance instance) {
        return new Crash(
                clock.instant(),
                instance == null ? null : instance.exitCode(),
                instance == null ? "" : instance.detail(),
                events.lastLines(runtime, app, instance));
    }

    private void measure(App app, AppStatus status) {
        List<Sample> samples = new ArrayList<>();
        if (status.cpuPercent() != null) {
            samples.add(Sample.of(Metric.CPU, Math.round(status.cpuPercent())));
        }
        if (status.memoryBytes() != null) {
            samples.add(new Sample(Metric.MEMORY, status.memoryBytes(), status.memoryLimitBytes()));
        }
        if (!samples.isEmpty()) {
            series.record(app.id(), clock.millis(), samples);
        }
    }
}
