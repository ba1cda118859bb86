package dev.wheelhouse.ui.apps;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.AppEvent;
import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.AppStatus;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.Instance;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.apps.runtime.StartFailure;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.Job;
import dev.wheelhouse.core.platform.job.JobStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Apps that a test makes up, in every state. Thread-safe. */
public final class FakeApps implements AppGateway {

    static final long MIB = 1 << 20;
    static final List<String> CRASH = List.of(
            "2026-11-20T02:14:07.112Z INFO  batch 4711 of 9000 taken",
            "2026-11-20T02:14:09.480Z WARN  heap 498 of 512 MiB",
            "2026-11-20T02:14:11.902Z ERROR cannot allocate 16777216 bytes",
            "    at Importer.take(Importer.java:212)",
            "    at Importer.run(Importer.java:88)",
            "Killed");

    final List<String> calls = new ArrayList<>();
    final List<AppDraft> drafts = new ArrayList<>();
    final Map<String, Set<String>> environments = new HashMap<>();
    final List<FoundApp> found = new ArrayList<>();
    private final Map<String, App> apps = new LinkedHashMap<>();
    private final Map<String, AppStatus> statuses = new HashMap<>();
    private final Clock clock;
    private final Instant begun;
    private int made;

    /** Thrown by each reading of all; null for none. */
    @Nullable
    volatile AppException unreadable;

    /** Thrown by the next call that could throw it; null for none. */
    @Nullable
    AppException refusal;

    /** Thrown by the next start; null for none. */
    @Nullable
    AppException startRefusal;

    public FakeApps(Clock clock) {
        this.clock = clock;
        this.begun = clock.instant();
    }

    /** A dozen, on three servers and in every state. */
    public void addSome() {
        container("api", "srv_web1", "ghcr.io/shop/api:2.14.1", 3, RestartPolicy.ALWAYS, 3, Duration.ofHours(75));
        container("web", "srv_web1", "docker.io/library/nginx:1.27", 2, RestartPolicy.ALWAYS, 2, Duration.ofHours(75));
        container("worker", "srv_web2", "ghcr.io/shop/worker:2.14.1", 3, RestartPolicy.ALWAYS, 2, Duration.ofHours(9));
        unit("nginx", "srv_web2", "nginx.service", AppStatus.State.RUNNING, "");
        unit(
                "postgres",
                "srv_db",
                "postgresql@17-main.service",
                AppStatus.State.UNKNOWN,
                "db-1 does not answer on port 22.");
        unit("cron", "srv_web1", "cron.service", AppStatus.State.RUNNING, "");
        process(
                "importer",
                "srv_own",
                "/srv/importer/bin/import --source 's3://catalog/new arrivals' --every 15m",
                RestartPolicy.ON_FAILURE,
                AppStatus.State.CRASHED);
        process(
                "mailer",
                "srv_own",
                "/usr/bin/node /srv/mailer/index.js",
                RestartPolicy.ALWAYS,
                AppStatus.State.RESTARTING);
        process(
                "thumbnails",
                "srv_own",
                "/srv/thumbnails/run --workers 4",
                RestartPolicy.ALWAYS,
                AppStatus.State.RUNNING);
        process("report", "srv_web2", "/srv/report/nightly.sh", RestartPolicy.NEVER, AppStatus.State.EXITED);
        process(
                "staging-api",
                "srv_web2",
                "/srv/staging/api --port 9080",
                RestartPolicy.NEVER,
                AppStatus.State.STOPPED);
        put(app("fresh", "srv_web1", new AppSpec.SystemdUnit("fresh.service"), RestartPolicy.NEVER), null);
        environments.put("app_importer", Set.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "LOG_LEVEL"));
        environments.put("app_api", Set.of("DATABASE_URL", "SESSION_SECRET"));
    }

    App app(String name, String serverId, AppSpec spec, RestartPolicy restart) {
        return new App("app_" + name, "org_test", name, serverId, spec, restart, begun.minus(Duration.ofDays(40)), 1);
    }

    synchronized void put(App app, @Nullable AppStatus status) {
        apps.put(app.id(), app);
        if (status != null) {
            statuses.put(app.id(), status);
        }
    }

    private void container(
            String name, String server, String image, int copies, RestartPolicy restart, int running, Duration up) {
        AppSpec spec = new AppSpec.Container(
                image,
                List.of(),
                List.of("127.0.0.1:8080:80/tcp"),
                Map.of(),
                List.of("/srv/" + name + ":/data"),
                512 * MIB,
                null,
                copies,
                null);
        List<Instance> instances = new ArrayList<>();
        for (int i = 1; i <= copies; i++) {
            instances.add(
                    i <= running
                            ? running(name + "-" + i, up, 150 * MIB + 7L * i * MIB, 512 * MIB, i == 2 ? 1 : 0)
                            : ended(name + "-" + i, Duration.ofMinutes(4), 1, "unhealthy"));
        }
        put(
                app(name, server, spec, restart),
                status(
                        running == copies ? AppStatus.State.RUNNING : AppStatus.State.DEGRADED,
                        instances,
                        23.4 + name.length(),
                        "",
                        copies == 3 ? 1 : 0));
    }

    private void unit(String name, String server, String unit, AppStatus.State state, String detail) {
        boolean runs = state == AppStatus.State.RUNNING;
        put(
                app(name, server, new AppSpec.SystemdUnit(unit), RestartPolicy.NEVER),
                status(
                        state,
                        runs ? List.of(running(unit, Duration.ofHours(292), 12 * MIB, 16 * 1024 * MIB, 0)) : List.of(),
                        0.3,
                        detail,
                        0));
    }

    private void process(String name, String server, String command, RestartPolicy restart, AppStatus.State state) {
        AppSpec spec =
                new AppSpec.Process(dev.wheelhouse.ui.apps.form.CommandWords.split(command), "/srv/" + name, Map.of());
        List<Instance> instances = switch (state) {
            case RUNNING -> List.of(running(name, Duration.ofMinutes(38), 342 * MIB, 16 * 1024 * MIB, 0));
            case CRASHED -> List.of(ended(name, Duration.ofMinutes(2), 137, "out of memory"));
            case RESTARTING -> List.of(ended(name, Duration.ofSeconds(9), 1, ""));
            case EXITED -> List.of(ended(name, Duration.ofHours(5), 0, ""));
            case STOPPED -> List.of(ended(name, Duration.ofDays(3), 143, ""));
            case DEGRADED, UNKNOWN -> List.of();
        };
        put(
                app(name, server, spec, restart),
                status(
                        state,
                        instances,
                        184.2,
                        state == AppStatus.State.RESTARTING ? "next try in 20 s" : "",
                        state == AppStatus.State.RESTARTING ? 7 : state == AppStatus.State.CRASHED ? 5 : 0));
    }

    Instance running(String name, Duration up, long memory, long limit, long restarts) {
        return new Instance(
                name + "#1",
                name,
                true,
                4_000L + name.length() * 211L,
                begun.minus(up),
                null,
                null,
                restarts,
                "",
                new Instance.Use(1_000_000_000L, memory, limit));
    }

    Instance ended(String name, Duration ago, int code, String detail) {
        return new Instance(
                name + "#1", name, false, null, begun.minus(ago.plusHours(7)), begun.minus(ago), code, 0, detail, null);
    }

    AppStatus status(AppStatus.State state, List<Instance> instances, double cpu, String detail, long restarts) {
        List<Instance.Use> uses =
                instances.stream().map(Instance::use).filter(Objects::nonNull).toList();
        boolean runs = !uses.isEmpty();
        long memory = uses.stream().mapToLong(Instance.Use::memoryBytes).sum();
        long limit = uses.stream().mapToLong(Instance.Use::memoryLimitBytes).sum();
        return new AppStatus(
                runs,
                state,
                runs ? cpu : null,
                runs ? 100.0 * (double) memory / (double) limit : null,
                runs ? memory / MIB + "MiB / " + limit / MIB + "MiB" : null,
                runs ? memory : null,
                runs ? limit : null,
                instances,
                restarts,
                detail,
                null,
                begun);
    }

    private synchronized void called(String call) {
        calls.add(call);
        AppException thrown = refusal;
        if (thrown != null) {
            refusal = null;
            throw thrown;
        }
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public synchronized List<App> all(Caller caller) {
        AppException thrown = unreadable;
        if (thrown != null) {
            throw thrown;
        }
        return List.copyOf(apps.values());
    }

    @Override
    public synchronized Map<String, AppStatus> statuses(Caller caller) {
        return Map.copyOf(statuses);
    }

    @Override
    public synchronized App get(Caller caller, String id) {
        return Optional.ofNullable(apps.get(id)).orElseThrow(() -> AppException.notFound("app", id));
    }

    @Override
    public synchronized Set<String> environmentNames(App app) {
        return new TreeSet<>(environments.getOrDefault(app.id(), Set.of()));
    }

    @Override
    public App create(Caller caller, AppDraft draft) {
        called("create " + draft.name());
        synchronized (this) {
            drafts.add(draft);
            App app = new App(
                    "app_made" + ++made,
                    "org_test",
                    draft.name(),
                    draft.serverId(),
                    spec(draft),
                    Objects.requireNonNullElse(draft.restart(), RestartPolicy.NEVER),
                    clock.instant(),
                    1);
            put(app, status(AppStatus.State.STOPPED, List.of(), 0, "", 0));
            return app;
        }
    }

    private static AppSpec spec(AppDraft draft) {
        return switch (draft.runtime()) {
            case PROCESS ->
                new AppSpec.Process(
                        Objects.requireNonNullElse(draft.command(), List.of()), draft.directory(), Map.of());
            case SYSTEMD -> new AppSpec.SystemdUnit(Objects.requireNonNullElse(draft.unit(), ""));
            case CONTAINER ->
                new AppSpec.Container(
                        Objects.requireNonNullElse(draft.image(), ""),
                        Objects.requireNonNullElse(draft.command(), List.of()),
                        Objects.requireNonNullElse(draft.ports(), List.of()),
                        Map.of(),
                        Objects.requireNonNullElse(draft.volumes(), List.of()),
                        draft.memoryLimitBytes(),
                        draft.engine(),
                        Objects.requireNonNullElse(draft.replicas(), 1),
                        draft.adopted());
        };
    }

    @Override
    public App update(Caller caller, String id, AppDraft draft, @Nullable Long expected) {
        called("update " + draft.name() + " at " + expected);
        synchronized (this) {
            drafts.add(draft);
            App before = get(caller, id);
            App app = new App(
                    id,
                    before.organizationId(),
                    draft.name(),
                    before.serverId(),
                    spec(draft),
                    Objects.requireNonNullElse(draft.restart(), RestartPolicy.NEVER),
                    before.createdAt(),
                    before.revision() + 1);
            put(app, null);
            return app;
        }
    }

    @Override
    public void delete(Caller caller, String id, @Nullable Long expectedRevision) {
        called("delete " + get(caller, id).name());
        synchronized (this) {
            apps.remove(id);
            statuses.remove(id);
        }
    }

    @Override
    public void forget(Caller caller, String id, @Nullable Long expectedRevision) {
        called("forget " + get(caller, id).name());
        synchronized (this) {
            apps.remove(id);
            statuses.remove(id);
        }
    }

    @Override
    public Job pull(Caller caller, String id, boolean starts) {
        called("pull " + get(caller, id).name());
        return new Job(
                "job_pull",
                "org_test",
                "image_pull",
                id,
                Scope.APPS_CONTROL,
                Scope.APPS_CONTROL,
                JobStatus.QUEUED,
                null,
                null,
                null,
                null,
                Map.of(),
                clock.instant(),
                null,
                null,
                null,
                null);
    }

    @Override
    public AppStatus start(Caller caller, String id) {
        App app = get(caller, id);
        called("start " + app.name());
        synchronized (this) {
            AppException thrown = startRefusal;
            if (thrown != null) {
                startRefusal = null;
                throw thrown;
            }
            AppStatus now = status(
                    AppStatus.State.RUNNING,
                    List.of(running(app.name(), Duration.ofSeconds(1), 40 * MIB, 16 * 1024 * MIB, 0)),
                    3.1,
                    "",
                    0);
            statuses.put(id, now);
            return now;
        }
    }

    static AppException noStart() {
        return StartFailure.of(
                "api ended again after 0.3 s with exit 1.", """
            Error: listen EADDRINUSE: address already in use :::8080
                at Server.setupListenHandle (node:net:1908:16)
                at listenInCluster (node:net:1965:12)
            Node.js v22.11.0
            """.lines().toList());
    }

    @Override
    public AppStatus stop(Caller caller, String id) {
        App app = get(caller, id);
        called("stop " + app.name());
        synchronized (this) {
            AppStatus now =
                    status(AppStatus.State.STOPPED, List.of(ended(app.name(), Duration.ZERO, 143, "")), 0, "", 0);
            statuses.put(id, now);
            return now;
        }
    }

    @Override
    public AppStatus restart(Caller caller, String id) {
        called("restart " + get(caller, id).name());
        return start(caller, id);
    }

    @Override
    public List<FoundApp> discover(Caller caller, String serverId, RuntimeKind kind) {
        called("discover " + serverId + " " + kind);
        synchronized (this) {
            return found.stream().filter(each -> each.spec().kind() == kind).toList();
        }
    }

    void findSome() {
        for (String unit :
                List.of("nginx", "redis-server", "ssh", "cron", "rsyslog", "unattended-upgrades", "chrony")) {
            found.add(new FoundApp(
                    unit,
                    new AppSpec.SystemdUnit(unit + ".service"),
                    unit.equals("nginx")
                            ? "A high performance web server and a reverse proxy server"
                            : "The " + unit + " service",
                    !unit.startsWith("unattended")));
        }
        for (String name : List.of("shop-web-1", "shop-redis-1", "grafana", "old-api")) {
            found.add(new FoundApp(
                    name,
                    new AppSpec.Container(
                            name.startsWith("shop-web")
                                    ? "docker.io/library/nginx:1.27"
                                    : "docker.io/" + name + ":latest",
                            List.of(),
                            List.of("0.0.0.0:8080:80/tcp"),
                            Map.of(),
                            List.of(),
                            null,
                            null,
                            1,
                            List.of(name)),
                    name.startsWith("shop-web") ? "nginx:1.27 · 8080→80" : name + ":latest",
                    !name.startsWith("old")));
        }
    }

    @Override
    public MetricSeries series(Caller caller, String id, Metric metric, MetricRange range) {
        Window window = range.endingAt(clock.millis());
        List<SeriesPoint> points = new ArrayList<>();
        for (int i = 0; i < window.size(); i++) {
            long at = window.startOf(i);
            double minutes = (double) at / 60_000;
            double wave = 0.5 + 0.3 * Math.sin(minutes / 5) + 0.15 * Math.sin(minutes * 1.7);
            long value = Math.round(metric.equals(Metric.CPU) ? 60 * wave : (double) (420 * MIB) * (0.7 + 0.2 * wave));
            points.add(new SeriesPoint(at, value, value - value / 9, value + value / 7, 10));
        }
        return new MetricSeries(metric, window, metric.equals(Metric.CPU) ? null : 512 * MIB, points);
    }

    @Override
    public List<AppEvent> events(Caller caller, String id, Instant since) {
        if (!id.equals("app_importer")) {
            return List.of(event(1, Duration.ofMinutes(7), "app.started", null, List.of()));
        }
        return List.of(
                event(4, Duration.ofMinutes(2), AppEvent.CRASHED, 137, CRASH),
                event(3, Duration.ofMinutes(9), "app.recovered", null, List.of()),
                event(2, Duration.ofMinutes(10), AppEvent.CRASHED, 137, CRASH.subList(0, 3)),
                event(1, Duration.ofHours(30), "app.started", null, List.of()));
    }

    private AppEvent event(int number, Duration ago, String kind, @Nullable Integer exit, List<String> lines) {
        return new AppEvent("evt_" + number, begun.minus(ago), kind, exit, exit == null ? "" : "out of memory", lines);
    }
}
