package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.LogEnd;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs apps that are systemd units of their server, with {@code systemctl}; the units stay the server's own. Thread-safe. */
public final class SystemdRuntime implements AppRuntime {

    private static final int LAST_LINES = 10;

    private final Workers workers;
    private final ControlTimes times;

    public SystemdRuntime(Workers workers) {
        this(workers, ControlTimes.STANDARD);
    }

    SystemdRuntime(Workers workers, ControlTimes times) {
        this.workers = workers;
        this.times = times;
    }

    @Override
    public RuntimeKind kind() {
        return RuntimeKind.SYSTEMD;
    }

    @Override
    public AppSnapshot start(Host host, App app) {
        UnitReading now = working(host, app, UnitControl::start);
        return AppSnapshot.ofOne(app, () -> snapshots(List.of(app), now));
    }

    /** A connection to its socket, which systemd holds, would start a unit again that was stopped. */
    @Override
    public boolean restartsInOneStep() {
        return true;
    }

    @Override
    public AppSnapshot restart(Host host, App app) {
        UnitReading now = working(host, app, UnitControl::restart);
        return AppSnapshot.ofOne(app, () -> snapshots(List.of(app), now));
    }

    @Override
    public void prepare(Host host, App app) {
        working(host, app, UnitControl::check);
    }

    @Override
    public void stop(Host host, App app) {
        working(host, app, control -> {
            control.stop();
            return true;
        });
    }

    private <T> T working(Host host, App app, Function<UnitControl, T> work) {
        try (UnitShell shell = new UnitShell(host, unit(app), workers)) {
            return work.apply(new UnitControl(shell, unit(app), times, began -> lastLines(host, app, began)));
        }
    }

    /** The end of the log explains why it does not run; without it the refusal is reported all the same. */
    private List<String> lastLines(Host host, App app, @Nullable Instant began) {
        try {
            return LogEnd.of(log(() -> host, app), LAST_LINES, began);
        } catch (AppException e) {
            if (e.kind() == ErrorKind.CANCELLED) {
                throw e;
            }
            return List.of();
        }
    }

    @Override
    public Map<String, AppSnapshot> look(Host host, List<App> apps) {
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        List<UnitName> names =
                apps.stream().map(SystemdRuntime::unit).distinct().toList();
        if (names.isEmpty()) {
            return snapshots;
        }
        UnitReading reading;
        try {
            reading = UnitReading.of(host, names);
        } catch (AppException e) {
            if (e.kind() != ErrorKind.CONFLICT) {
                throw e;
            }
            AppSnapshot none = new AppSnapshot(List.of(), 0, String.valueOf(e.getMessage()));
            apps.forEach(app -> snapshots.put(app.id(), none));
            return snapshots;
        }
        return snapshots(apps, reading);
    }

    private static Map<String, AppSnapshot> snapshots(List<App> apps, UnitReading reading) {
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        for (App app : apps) {
            UnitName name = unit(app);
            UnitState state = reading.units().get(name);
            if (state != null) {
                Instance instance = instance(name, state, reading.facts());
                snapshots.put(
                        app.id(),
                        new AppSnapshot(List.of(instance), reading.facts().uptimeNanos(), null));
            }
        }
        return snapshots;
    }

    private static Instance instance(UnitName name, UnitState state, ServerFacts facts) {
        boolean running = state.isRunning();
        return new Instance(
                state.identity(),
                name.text(),
                running,
                running && state.anyPid() > 0 ? state.anyPid() : null,
                state.startedAt(),
                state.endedAt(),
                state.exitCode(),
                state.restarts(),
                state.detail(),
                running ? UnitUse.of(state, facts) : null,
                !running && state.isOnItsWay());
    }

    @Override
    public LogSource log(Supplier<Host> host, App app) {
        return new JournalSource(app.name(), unit(app), host, workers);
    }

    @Override
    public List<FoundApp> discover(Host host) {
        return UnitDiscovery.discover(host);
    }

    /** Does nothing: a unit was there before the app. */
    @Override
    public void remove(Host host, App app) {
        // The unit and its journal are the server's.
    }

    private static UnitName unit(App app) {
        return switch (app.spec()) {
            case AppSpec.SystemdUnit systemd -> new UnitName(systemd.unit());
            case AppSpec.Process _, AppSpec.Container _ ->
                throw new IllegalArgumentException("The app " + app.id() + " is not a systemd unit");
        };
    }
}
