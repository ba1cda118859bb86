package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs apps in the test's memory, each as the file {@code behaviour} of its directory says when it is started: {@code dies}
 * ends at once with 3, {@code refuses} does not start, {@code hangs} waits, anything else runs.
 */
final class ScriptedRuntime implements AppRuntime {

    private final Map<String, Instance> runs = new ConcurrentHashMap<>();
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile Runnable starting = () -> {};

    /** What happens when an app is started that hangs. */
    void hanging(Runnable with) {
        starting = with;
    }

    /** What each start found in the file {@code version} of the app's directory, in order. */
    List<String> started() {
        return started;
    }

    boolean isRunning(String appId) {
        Instance run = runs.get(appId);
        return run != null && run.running();
    }

    void end(String appId, int code) {
        runs.computeIfPresent(appId, (_, _) -> instance(false, code));
    }

    private Instance instance(boolean running, @Nullable Integer code) {
        String identity = "run" + next.incrementAndGet();
        return new Instance(identity, Instance.PROCESS, running, null, Instant.EPOCH, null, code, 0, "", null);
    }

    @Override
    public RuntimeKind kind() {
        return RuntimeKind.PROCESS;
    }

    @Override
    public AppSnapshot start(Host host, App app) {
        Path directory = Path.of(Objects.requireNonNull(((AppSpec.Process) app.spec()).directory()));
        started.add(read(directory.resolve("version")));
        switch (read(directory.resolve("behaviour"))) {
            case "dies" -> runs.put(app.id(), instance(false, 3));
            case "hangs" -> starting.run();
            case "refuses" -> throw new AppException(PlatformError.STATE_INVALID, "It does not start.");
            default -> runs.put(app.id(), instance(true, null));
        }
        return AppSnapshot.ofOne(app, () -> look(host, List.of(app)));
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop(Host host, App app) {
        end(app.id(), 143);
    }

    @Override
    public Map<String, AppSnapshot> look(Host host, List<App> apps) {
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        for (App each : apps) {
            Instance run = runs.get(each.id());
            snapshots.put(each.id(), new AppSnapshot(run == null ? List.of() : List.of(run), 0, null));
        }
        return snapshots;
    }

    @Override
    public LogSource log(Supplier<Host> host, App app) {
        throw new AppException(PlatformError.STATE_INVALID, "There is no log.");
    }

    @Override
    public List<FoundApp> discover(Host host) {
        return List.of();
    }

    @Override
    public void remove(Host host, App app) {
        runs.remove(app.id());
    }
}
