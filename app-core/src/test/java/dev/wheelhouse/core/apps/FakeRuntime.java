package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.AppSnapshot;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.logs.LogFollowing;
import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogPage;
import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.logs.LogSearch;
import dev.wheelhouse.core.logs.LogSource;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.job.JobProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Apps that run in the test's memory: they start, stop, crash and hang as the test says. */
final class FakeRuntime implements AppRuntime {

    private final RuntimeKind kind;
    private final Map<String, List<Instance>> instances = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<App> started = new CopyOnWriteArrayList<>();
    private final List<FoundApp> found = new ArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicLong at = new AtomicLong(1_000_000_000L);
    private volatile @Nullable AppException refusal;
    private volatile @Nullable AppException lookFailure;
    private volatile @Nullable CountDownLatch hold;
    private volatile List<LogLine> said = List.of(
            new LogLine(null, LogStream.STDERR, null, "token=open-sesame"),
            new LogLine(null, LogStream.STDERR, null, "out of memory"));
    private volatile Consumer<JobProgress> pull = _ -> {};
    private volatile Consumer<App> starting = _ -> {};
    private volatile Consumer<App> stopping = _ -> {};
    private volatile Consumer<App> removing = _ -> {};
    private volatile @Nullable AppException unprepared;

    FakeRuntime(RuntimeKind kind) {
        this.kind = kind;
    }

    @Override
    public RuntimeKind kind() {
        return kind;
    }

    List<String> calls() {
        return calls;
    }

    List<App> started() {
        return started;
    }

    List<FoundApp> found() {
        return found;
    }

    int looks() {
        return looks.get();
    }

    void refuseStarts(@Nullable AppException with) {
        refusal = with;
    }

    void failLooks(@Nullable AppException with) {
        lookFailure = with;
    }

    /** Starts wait until the latch is counted down. */
    void hold(CountDownLatch latch) {
        hold = latch;
    }

    void says(LogLine... all) {
        said = List.of(all);
    }

    /** What a pull does. */
    void pulls(Consumer<JobProgress> with) {
        pull = with;
    }

    @Override
    public void pull(Host host, App app, JobProgress progress) {
        calls.add("pull " + app.name());
        pull.accept(progress);
    }

    void passTime(long nanos) {
        at.addAndGet(nanos);
    }

    void set(String appId, Instance... copies) {
        instances.put(appId, List.of(copies));
    }

    /** What a start does before it is refused or succeeds. */
    void whileStarting(Consumer<App> with) {
        starting = with;
    }

    /** What a stop does before anything ends. */
    void whileStopping(Consumer<App> with) {
        stopping = with;
    }

    void whileRemoving(Consumer<App> with) {
        removing = with;
    }

    void refusePreparation(AppException with) {
        unprepared = with;
    }

    @Override
    public void prepare(Host host, App app) {
        if (unprepared != null) {
            throw unprepared;
        }
    }

    Instance running(String identity, long restarts, long cpuNanos) {
        return new Instance(
                identity,
                "one",
                true,
                7L,
                Instant.EPOCH,
                null,
                null,
                restarts,
                "",
                new Instance.Use(cpuNanos, 12_897_484, 2_040_109_465));
    }

    Instance ended(String identity, @Nullable Integer code, long restarts) {
        return new Instance(identity, "one", false, null, Instant.EPOCH, Instant.EPOCH, code, restarts, "", null);
    }

    /** One that its runtime starts again after a pause. */
    Instance pending(String identity, int code) {
        return new Instance(identity, "one", false, null, Instant.EPOCH, Instant.EPOCH, code, 0, "", null, true);
    }

    @Override
    public AppSnapshot start(Host host, App app) {
        calls.add("start " + app.name());
        CountDownLatch latch = hold;
        if (latch != null) {
            awaitLatch(latch);
        }
        starting.accept(app);
        if (refusal != null) {
            throw refusal;
        }
        started.add(app);
        set(app.id(), running("run" + runs.incrementAndGet(), 0, 0));
        return AppSnapshot.ofOne(app, () -> seen(List.of(app)));
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new AssertionError("nobody let go");
            }
        } catch (InterruptedException e) {
            throw new AppException(PlatformError.CANCELLED, "interrupted");
        }
    }

    @Override
    public void stop(Host host, App app) {
        calls.add("stop " + app.name());
        stopping.accept(app);
        instances.computeIfPresent(
                app.id(),
                (_, all) -> all.stream()
                        .map(each -> each.running() ? ended(each.identity(), 143, each.restarts()) : each)
                        .toList());
    }

    @Override
    public Map<String, AppSnapshot> look(Host host, List<App> apps) {
        looks.incrementAndGet();
        return seen(apps);
    }

    private Map<String, AppSnapshot> seen(List<App> apps) {
        if (lookFailure != null) {
            throw lookFailure;
        }
        Map<String, AppSnapshot> snapshots = new HashMap<>();
        for (App each : apps) {
            List<Instance> all = instances.getOrDefault(each.id(), List.of(ended("", null, 0)));
            snapshots.put(each.id(), new AppSnapshot(all, at.get(), null));
        }
        return snapshots;
    }

    @Override
    public LogSource log(Supplier<Host> host, App app) {
        return log(app, said);
    }

    @Override
    public LogSource log(Supplier<Host> host, App app, Instance copy) {
        return log(
                app,
                said.stream()
                        .filter(each -> each.instance() == null || copy.name().equals(each.instance()))
                        .toList());
    }

    private static LogSource log(App app, List<LogLine> said) {
        return new LogSource() {
            @Override
            public String name() {
                return app.name();
            }

            @Override
            public LogPage tail(int lines, long mostBytes) {
                LogPosition end = new LogPosition("end");
                List<LogLine> kept = new ArrayList<>(said.subList(Math.max(0, said.size() - lines), said.size()));
                while (kept.stream().mapToLong(each -> each.text().length()).sum() > mostBytes) {
                    kept.removeFirst();
                }
                return new LogPage(
                        kept.stream().map(each -> new PlacedLine(each, end)).toList(), end, false);
            }

            @Override
            public LogPage search(LogSearch search) {
                LogPosition after = search.after();
                int from = after == null ? 0 : Integer.parseInt(after.text());
                int to = Math.min(said.size(), from + search.limit());
                LogPosition end = new LogPosition(Integer.toString(to));
                return new LogPage(
                        said.subList(from, to).stream()
                                .filter(each -> isBetween(each.time(), search))
                                .map(each -> new PlacedLine(each, end))
                                .toList(),
                        end,
                        to < said.size());
            }

            private boolean isBetween(@Nullable Instant time, LogSearch search) {
                return time == null
                        || ((search.from() == null || !time.isBefore(search.from()))
                                && (search.to() == null || time.isBefore(search.to())));
            }

            @Override
            public LogFollowing follow(@Nullable LogPosition after) {
                throw new UnsupportedOperationException();
            }
        };
    }

    @Override
    public List<FoundApp> discover(Host host) {
        return List.copyOf(found);
    }

    @Override
    public void remove(Host host, App app) {
        calls.add("remove " + app.name());
        removing.accept(app);
        instances.remove(app.id());
    }
}
