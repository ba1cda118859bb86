package dev.wheelhouse.ui.servers;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricMark;
import dev.wheelhouse.core.metrics.MetricRange;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.WatchCost;
import dev.wheelhouse.core.metrics.prometheus.MetricSourceDraft;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.servers.Server;
import dev.wheelhouse.core.servers.ServerAddress;
import dev.wheelhouse.core.servers.ServerAuthType;
import dev.wheelhouse.core.servers.ServerDraft;
import dev.wheelhouse.core.servers.ServerKind;
import dev.wheelhouse.core.servers.ServerStatus;
import dev.wheelhouse.core.servers.ServerTest;
import dev.wheelhouse.ui.fx.Background;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Servers that a test makes up: what they measure follows from their names and the time. Thread-safe. */
public final class FakeServers implements ServerGateway {

    private static final String OWN = "srv_own";
    static final String FINGERPRINT = "SHA256:uNiVztksCsDhcc0u9e8BrTOmCzcWhVJXKx0Bo6f9hLQ";
    static final String OTHER_FINGERPRINT = "SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM";
    private static final String SYSTEM = "Debian GNU/Linux 13 (trixie)";
    private static final long GIB = 1 << 30;
    private static final List<Metric> MEASURED = measured();

    final List<String> calls = new ArrayList<>();
    final List<ServerDraft.Auth> logins = new ArrayList<>();
    final Map<String, MetricSourceDraft> sources = new HashMap<>();
    final Map<String, ServerTest> outcomes = new HashMap<>();
    /** Came while nobody watched. */
    final Queue<List<LiveReading>> live = new ArrayDeque<>();

    final List<MetricMark> events = new ArrayList<>();
    private final List<Watch> watching = new ArrayList<>();
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

    static ServerDraft ssh(String name) {
        ServerDraft.Auth key =
                new ServerDraft.Auth(ServerAuthType.KEY, SecretChange.keep(), SecretChange.keep(), SecretChange.keep());
        return new ServerDraft(name, ServerKind.SSH, name + ".example.com", 22, "ada", key);
    }

    /** The own machine and one of each state. */
    public void addSome() {
        put(server(OWN, new ServerDraft("workbench", ServerKind.LOCAL, null, null, null, null), ServerStatus.ONLINE));
        put(server("srv_web1", ssh("web-1"), ServerStatus.ONLINE));
        put(server("srv_web2", ssh("web-2"), ServerStatus.ONLINE));
        ShownServer gone = server("srv_db", ssh("db-1"), ServerStatus.OFFLINE);
        put(new ShownServer(
                gone.server(),
                false,
                gone.status(),
                null,
                FINGERPRINT,
                new ServerTest(false, "db-1.example.com does not answer on port 22.", SYSTEM, null)));
        put(untrusted("srv_new", "build-7", null, FINGERPRINT));
        put(untrusted("srv_odd", "mail-2", FINGERPRINT, OTHER_FINGERPRINT));
    }

    /** The machine that the home was on before it was restored here under a new identity. */
    void addFormer() {
        put(new ShownServer(
                stored("srv_former", new ServerDraft("archive", ServerKind.LOCAL, null, null, null, null)),
                false,
                ServerStatus.UNKNOWN,
                null,
                null,
                null));
    }

    ShownServer server(String id, ServerDraft draft, ServerStatus status) {
        return new ShownServer(
                stored(id, draft),
                id.equals(OWN),
                status,
                status == ServerStatus.ONLINE ? clock.instant().minus(Duration.ofHours(292)) : null,
                FINGERPRINT,
                new ServerTest(true, null, SYSTEM, FINGERPRINT));
    }

    private static Server stored(String id, ServerDraft draft) {
        ServerAddress address = draft.auth() == null
                ? new ServerAddress.OwnMachine()
                : new ServerAddress.Ssh(
                        String.valueOf(draft.host()),
                        Objects.requireNonNull(draft.port()),
                        String.valueOf(draft.user()),
                        draft.auth().type());
        return new Server(id, "org_test", draft.name(), address, Instant.EPOCH, 1);
    }

    private static ShownServer untrusted(String id, String name, @Nullable String trusted, String shown) {
        return new ShownServer(
                stored(id, ssh(name)),
                false,
                ServerStatus.UNKNOWN,
                null,
                trusted,
                new ServerTest(false, null, null, shown));
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
    public ServerTest test(String id) {
        called("test " + get(id).name());
        return outcomes.getOrDefault(id, new ServerTest(true, null, get(id).os(), null));
    }

    private void take(ServerDraft draft) {
        logins.add(Objects.requireNonNull(draft.auth()));
    }

    @Override
    public ServerTest testDraft(ServerDraft draft, @Nullable String trusted, @Nullable String storedFor) {
        called("test draft " + draft.host() + " trusting " + trusted);
        take(draft);
        if (outcomes.containsKey("draft")) {
            return outcomes.get("draft");
        }
        return trusted == null
                ? new ServerTest(false, "Its key is not trusted yet.", null, FINGERPRINT)
                : new ServerTest(true, null, SYSTEM, FINGERPRINT);
    }

    @Override
    public ShownServer create(ServerDraft draft, @Nullable String trusted) {
        called("create " + draft.name() + " trusting " + trusted);
        take(draft);
        ShownServer made = trusted == null
                ? untrusted("srv_made", draft.name(), null, FINGERPRINT)
                : server("srv_made", draft, ServerStatus.ONLINE);
        put(made);
        return made;
    }

    @Override
    public ShownServer update(String id, ServerDraft draft, @Nullable Long expected, @Nullable String trusted) {
        called("update " + draft.name() + " at " + expected);
        take(draft);
        ShownServer made = server(id, draft, ServerStatus.ONLINE);
        put(made);
        return made;
    }

    @Override
    public void trust(String id, String fingerprint) {
        called("trust " + get(id).name() + " " + fingerprint);
        put(server(id, ssh(get(id).name()), ServerStatus.ONLINE));
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
        ShownServer server = get(serverId);
        return server.isOwn() == server.isLocal()
                && !server.state().waitsForTrust()
                && !sources.containsKey(serverId + " silent");
    }

    private long lastMeasured(String serverId) {
        boolean gone = get(serverId).status() == ServerStatus.OFFLINE;
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
    public synchronized List<MetricMark> marks(String serverId, Instant from, Instant to) {
        return events.stream().filter(each -> !each.at().isBefore(from)).toList();
    }

    @Override
    public Optional<WatchCost> cost(String serverId) {
        return isMeasured(serverId)
                ? Optional.of(new WatchCost(360, 10_000, 288_000L, 4_100_000, 40_000, 3_600_000))
                : Optional.empty();
    }

    @Override
    public Optional<MetricSourceDraft> source(String serverId) {
        return Optional.ofNullable(sources.get(serverId));
    }

    @Override
    public void checkSource(MetricSourceDraft source) {
        String host = URI.create(source.baseUrl()).getHost();
        if (host.startsWith("10.") && !allowedHosts.contains(host)) {
            throw AppException.invalid(List.of(new FieldProblem("baseUrl", host + " is a private address.", host)));
        }
    }

    @Override
    public void allowPrivateHost(String host) {
        called("allow " + host);
        allowedHosts.add(host);
    }

    @Override
    public void setSource(String serverId, @Nullable MetricSourceDraft source) {
        called("source of " + get(serverId).name() + ": " + source);
        if (source == null) {
            sources.remove(serverId);
        } else {
            sources.put(serverId, source);
        }
    }

    private final List<String> allowedHosts = new CopyOnWriteArrayList<>();

    private record Watch(Consumer<List<LiveReading>> listener, Runnable ended) {}

    @Override
    public synchronized Background.Handle follow(
            String serverId, Consumer<List<LiveReading>> listener, Runnable ended) {
        Watch watch = new Watch(listener, ended);
        watching.add(watch);
        watches++;
        return () -> end(watch);
    }

    private void end(Watch watch) {
        synchronized (this) {
            if (!watching.remove(watch)) {
                return;
            }
            watches--;
        }
        watch.ended().run();
    }

    /** Ends every watch, as a change of the server does. */
    void breakOff() {
        List.copyOf(watching).forEach(this::end);
    }

    synchronized void come(LiveReading... readings) {
        if (watching.isEmpty()) {
            live.add(List.of(readings));
        }
        watching.forEach(each -> each.listener().accept(List.of(readings)));
    }

    static LiveReading reading(long at, long cpu) {
        return new LiveReading("srv_web1", at, List.of(Sample.of(Metric.CPU, cpu)));
    }
}
