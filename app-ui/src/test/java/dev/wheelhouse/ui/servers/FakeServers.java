package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.ui.servers.gateway.KeyTrust;
import dev.wheelhouse.ui.servers.gateway.MetricGateway;
import dev.wheelhouse.ui.servers.gateway.ServerGateway;
import dev.wheelhouse.ui.servers.gateway.ServerSettings;
import dev.wheelhouse.ui.servers.gateway.ShownServer;
import dev.wheelhouse.ui.servers.gateway.SourceSettings;
import dev.wheelhouse.ui.servers.gateway.TestOutcome;
import dev.wheelhouse.ui.servers.gateway.TypedSecret;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Servers that a test makes up: what they measure follows from their names and the time. Thread-safe. */
public final class FakeServers implements ServerGateway, MetricGateway {

    static final String FINGERPRINT = "SHA256:uNiVztksCsDhcc0u9e8BrTOmCzcWhVJXKx0Bo6f9hLQ";
    static final String OTHER_FINGERPRINT = "SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM";
    private static final long GIB = 1 << 30;
    private static final List<Metric> MEASURED = measured();

    final List<String> calls = new ArrayList<>();
    final List<TypedSecret> secrets = new ArrayList<>();
    final Map<String, SourceSettings> sources = new HashMap<>();
    final Map<String, TestOutcome> outcomes = new HashMap<>();
    final Queue<List<LiveReading>> live = new ArrayDeque<>();
    final List<Mark> events = new ArrayList<>();
    private final Map<String, ShownServer> servers = new LinkedHashMap<>();
    private final Clock clock;
    int watches;

    /** Thrown by each reading of all; null for none. */
    @Nullable
    volatile AppException unreadable;

    /** Thrown by the next call that could throw it; null for none. */
    @Nullable
    AppException refusal;

    /** Since when the servers were measured; the whole range before is empty. */
    Duration measuredFor = Duration.ofDays(400);

    public FakeServers(Clock clock) {
        this.clock = clock;
    }

    private static List<Metric> measured() {
        List<Metric> all = new ArrayList<>(Metric.FIXED);
        all.add(Metric.ofMount("/srv").orElseThrow());
        return List.copyOf(all);
    }

    static ServerSettings ssh(String name) {
        return new ServerSettings(name, ServerKind.SSH, name + ".example.com", 22, "ada", ServerAuthType.KEY);
    }

    /** The own machine and one of each state. */
    public void addSome() {
        put(server(
                "srv_own", new ServerSettings("workbench", ServerKind.LOCAL, "", null, "", null), ServerStatus.ONLINE));
        put(server("srv_web1", ssh("web-1"), ServerStatus.ONLINE));
        put(server("srv_web2", ssh("web-2"), ServerStatus.ONLINE));
        ShownServer gone = server("srv_db", ssh("db-1"), ServerStatus.OFFLINE);
        put(new ShownServer(
                gone.id(),
                gone.settings(),
                gone.state(),
                gone.os(),
                null,
                "db-1.example.com does not answer on port 22.",
                KeyTrust.TRUSTED,
                null,
                1));
        put(untrusted("srv_new", "build-7", KeyTrust.UNKNOWN));
        put(untrusted("srv_odd", "mail-2", KeyTrust.CHANGED));
    }

    ShownServer server(String id, ServerSettings settings, ServerStatus state) {
        return new ShownServer(
                id,
                settings,
                state,
                "Debian GNU/Linux 13 (trixie)",
                clock.instant().minus(Duration.ofHours(292)),
                null,
                KeyTrust.TRUSTED,
                null,
                1);
    }

    static ShownServer untrusted(String id, String name, KeyTrust trust) {
        return new ShownServer(
                id,
                ssh(name),
                ServerStatus.UNKNOWN,
                null,
                null,
                null,
                trust,
                trust == KeyTrust.UNKNOWN ? FINGERPRINT : OTHER_FINGERPRINT,
                1);
    }

    synchronized void put(ShownServer server) {
        servers.put(server.id(), server);
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
    public synchronized List<ShownServer> all() {
        AppException thrown = unreadable;
        if (thrown != null) {
            throw thrown;
        }
        return List.copyOf(servers.values());
    }

    @Override
    public synchronized ShownServer get(String id) {
        return Optional.ofNullable(servers.get(id)).orElseThrow(() -> AppException.notFound("server", id));
    }

    @Override
    public TestOutcome test(String id) {
        called("test " + get(id).name());
        return outcomes.getOrDefault(id, new TestOutcome(true, get(id).os(), KeyTrust.TRUSTED, null, null));
    }

    @Override
    public TestOutcome testDraft(
            ServerSettings draft, TypedSecret secret, @Nullable String storedFor, @Nullable String trusted) {
        called("test draft " + draft.address() + " trusting " + trusted);
        secrets.add(secret);
        if (outcomes.containsKey("draft")) {
            return outcomes.get("draft");
        }
        if (trusted == null && storedFor == null) {
            return new TestOutcome(false, null, KeyTrust.UNKNOWN, FINGERPRINT, "Its key is not trusted yet.");
        }
        return new TestOutcome(true, "Debian GNU/Linux 13 (trixie)", KeyTrust.TRUSTED, FINGERPRINT, null);
    }

    @Override
    public ShownServer create(ServerSettings draft, TypedSecret secret, @Nullable String trusted) {
        called("create " + draft.name() + " trusting " + trusted);
        secrets.add(secret);
        ShownServer made = trusted == null
                ? untrusted("srv_made", draft.name(), KeyTrust.UNKNOWN)
                : server("srv_made", draft, ServerStatus.ONLINE);
        put(made);
        return made;
    }

    @Override
    public ShownServer update(
            String id, ServerSettings draft, TypedSecret secret, @Nullable Long expected, @Nullable String trusted) {
        called("update " + draft.name() + " at " + expected);
        secrets.add(secret);
        ShownServer made = server(id, draft, ServerStatus.ONLINE);
        put(made);
        return made;
    }

    @Override
    public void trust(String id, String fingerprint) {
        called("trust " + get(id).name() + " " + fingerprint);
        put(server(id, get(id).settings(), ServerStatus.ONLINE));
    }

    @Override
    public void delete(String id) {
        called("delete " + get(id).name());
        synchronized (this) {
            servers.remove(id);
        }
    }

    static AppException inUse() {
        return new AppException(
                PlatformError.IN_USE, "The server web-1 is used by the database connection shop. Change that first.");
    }

    private boolean isMeasured(String serverId) {
        return get(serverId).trust() == KeyTrust.TRUSTED && !sources.containsKey(serverId + " silent");
    }

    private long lastMeasured(String serverId) {
        boolean gone = get(serverId).state() == ServerStatus.OFFLINE;
        return clock.millis() - (gone ? Duration.ofMinutes(14).toMillis() : 0);
    }

    @Override
    public List<LatestValue> latest(String serverId) {
        if (!isMeasured(serverId)) {
            return List.of();
        }
        long at = lastMeasured(serverId);
        return MEASURED.stream()
                .map(metric -> new LatestValue(metric, at, value(serverId, metric, at), limit(metric)))
                .toList();
    }

    @Override
    public MetricSeries series(String serverId, Metric metric, MetricRange range) {
        Window window = range.endingAt(clock.millis());
        List<SeriesPoint> points = new ArrayList<>();
        long last = lastMeasured(serverId);
        long first = clock.millis() - measuredFor.toMillis();
        // The console was off for a while in the middle.
        int offFrom = window.size() * 11 / 20;
        int offTo = window.size() * 12 / 20;
        for (int i = 0; i < window.size() && isMeasured(serverId); i++) {
            long at = window.startOf(i);
            if (at <= last && at >= first && (i < offFrom || i >= offTo)) {
                long value = value(serverId, metric, at);
                long spread = limit(metric) == null ? value / 4 : value / 200;
                points.add(new SeriesPoint(at, value, value - spread, value + spread + spread / 2, 10));
            }
        }
        return new MetricSeries(metric, window, limit(metric), points);
    }

    private static @Nullable Long limit(Metric metric) {
        if (metric.mount().isPresent()) {
            return 466 * GIB;
        }
        return metric.equals(Metric.MEMORY)
                ? Long.valueOf(16 * GIB)
                : metric.equals(Metric.SWAP) ? Long.valueOf(2 * GIB) : null;
    }

    /** Waves of several lengths, so that every range looks like something. */
    private static long value(String serverId, Metric metric, long at) {
        double phase = (serverId + metric.name()).hashCode() % 97;
        double minutes = (double) at / 60_000;
        double wave = 0.5
                + 0.22 * Math.sin(minutes / 7 + phase)
                + 0.14 * Math.sin(minutes / 2.3 + 2 * phase)
                + 0.1 * Math.sin(minutes * 1.9 + phase)
                + 0.04 * Math.sin((double) at / 3_100);
        double top = switch (metric.unit()) {
            case PERCENT -> metric.equals(Metric.CPU) ? 62 : metric.equals(Metric.CPU_IOWAIT) ? 6 : 1;
            case BYTES -> metric.mount().isPresent() ? 366.0 * GIB : metric.equals(Metric.SWAP) ? 0.4 * GIB : 9.0 * GIB;
            case BYTES_PER_SECOND -> 14.0 * (1 << 20);
            case HUNDREDTHS -> 340;
            case COUNT -> 410;
        };
        double steady = limit(metric) == null ? 0 : 0.85;
        return Math.max(0, Math.round(top * (steady + (1 - steady) * wave)));
    }

    @Override
    public synchronized List<Mark> events(String serverId, Instant since) {
        return events.stream().filter(each -> !each.at().isBefore(since)).toList();
    }

    @Override
    public Optional<WatchCost> cost(String serverId) {
        return isMeasured(serverId)
                ? Optional.of(new WatchCost(360, 10_000, 288_000L, 4_100_000, 40_000, 3_600_000))
                : Optional.empty();
    }

    @Override
    public Optional<SourceSettings> source(String serverId) {
        return Optional.ofNullable(sources.get(serverId));
    }

    @Override
    public void setSource(String serverId, @Nullable SourceSettings source, @Nullable String token) {
        called("source of " + get(serverId).name() + ": " + source);
        if (source == null) {
            sources.remove(serverId);
        } else {
            sources.put(serverId, source);
        }
    }

    @Override
    public synchronized Watch watch(String serverId) {
        watches++;
        return new Watch() {
            private boolean closed;

            @Override
            public List<LiveReading> next(Duration patience) {
                synchronized (FakeServers.this) {
                    List<LiveReading> come = live.poll();
                    return come == null || closed ? List.of() : come;
                }
            }

            @Override
            public void close() {
                synchronized (FakeServers.this) {
                    if (!closed) {
                        closed = true;
                        watches--;
                    }
                }
            }
        };
    }

    synchronized void come(LiveReading... readings) {
        live.add(List.of(readings));
    }

    static LiveReading reading(long at, long cpu) {
        return new LiveReading("srv_web1", at, List.of(Sample.of(Metric.CPU, cpu)));
    }
}
