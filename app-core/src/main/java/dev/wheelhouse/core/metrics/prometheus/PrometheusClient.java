package dev.wheelhouse.core.metrics.prometheus;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source. Every trouble with it is {@code upstream_failed} or {@code upstream_timeout} with words that say which
 * source and what. Thread-safe.
 */
public final class PrometheusClient implements AutoCloseable {

    private static final int LARGEST_ANSWER = 16 << 20;
    private static final double LARGEST_VALUE = 1L << 53;

    private final OutgoingTargets targets;
    private final Executor threads;
    private final Clock clock;
    private final Duration limit;
    private @Nullable HttpClient client;

    /** @param limit for a whole answer */
    public PrometheusClient(OutgoingTargets targets, Executor threads, Clock clock, Duration limit) {
        this.targets = targets;
        this.threads = threads;
        this.clock = clock;
        this.limit = limit;
    }

    /** Made at the first use: most consoles never need it. */
    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = HttpClient.newBuilder()
                    .executor(threads)
                    .connectTimeout(limit)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
            client = made;
        }
        return made;
    }

    /** @param token sent as a bearer token; null for none */
    public MetricSeries series(MetricSource source, @Nullable String token, Metric metric, Window window) {
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("query", PromQueries.series(metric, source.labels(), window, clock.millis() / 1000));
        // The value at the last look into a bucket looks back over all of it.
        long lastLook = window.stepMs() - PromQueries.lookMs(window);
        parameters.put("start", seconds(window.from() + lastLook));
        parameters.put("end", seconds(window.startOf(window.size() - 1) + lastLook));
        parameters.put("step", seconds(window.stepMs()));
        Map<String, PromSeries> stats = byStat(source, ask(source, token, "query_range", parameters));
        List<SeriesPoint> points = new ArrayList<>();
        for (int i = 0; i < window.size(); i++) {
            SeriesPoint point = point(stats, window.startOf(i), lastLook);
            if (point != null) {
                points.add(point);
            }
        }
        PromSeries limits = stats.get(PromQueries.LIMIT);
        Long limitBytes = limits == null || limits.values().isEmpty()
                ? null
                : rounded(limits.values().lastEntry().getValue());
        return new MetricSeries(metric, window, limitBytes, points);
    }

    private static @Nullable SeriesPoint point(Map<String, PromSeries> stats, long start, long lastLook) {
        double at = (start + lastLook) / 1000.0;
        Double avg = value(stats, "avg", at);
        Double min = value(stats, "min", at);
        Double max = value(stats, "max", at);
        Double count = value(stats, "count", at);
        if (avg == null || min == null || max == null || count == null || count < 1) {
            return null;
        }
        return new SeriesPoint(start, rounded(avg), rounded(min), rounded(max), rounded(count));
    }

    private static @Nullable Double value(Map<String, PromSeries> stats, String stat, double at) {
        PromSeries series = stats.get(stat);
        return series == null ? null : series.values().get(at);
    }

    private static Map<String, PromSeries> byStat(MetricSource source, List<PromSeries> answer) {
        Map<String, PromSeries> stats = new HashMap<>();
        for (PromSeries each : answer) {
            String stat = each.labels().getOrDefault(PromQueries.STAT, "");
            if (stats.putIfAbsent(stat, each) != null) {
                throw ambiguous(source);
            }
        }
        return stats;
    }

    /** The newest value of every metric that the source has of the server, in their order. */
    public List<LatestValue> latest(MetricSource source, @Nullable String token) {
        long now = clock.millis();
        Map<String, String> parameters = Map.of("query", PromQueries.latest(source.labels()), "time", seconds(now));
        Map<Metric, Double> values = new TreeMap<>(Metric::compareByOrder);
        Map<Metric, Double> limits = new HashMap<>();
        for (PromSeries each : ask(source, token, "query", parameters)) {
            Metric metric = metric(each);
            if (metric == null || each.values().isEmpty()) {
                continue;
            }
            boolean isLimit = PromQueries.LIMIT.equals(each.labels().get(PromQueries.STAT));
            if ((isLimit ? limits : values)
                            .putIfAbsent(metric, each.values().lastEntry().getValue())
                    != null) {
                throw ambiguous(source);
            }
        }
        return values.entrySet().stream()
                .map(each ->
                        new LatestValue(each.getKey(), now, rounded(each.getValue()), limit(limits, each.getKey())))
                .toList();
    }

    private static @Nullable Long limit(Map<Metric, Double> limits, Metric metric) {
        Double limit = limits.get(metric);
        return limit == null ? null : rounded(limit);
    }

    private static @Nullable Metric metric(PromSeries series) {
        String name = series.labels().get(PromQueries.METRIC);
        if (name != null) {
            return Metric.find(name).orElse(null);
        }
        String mount = series.labels().get("mountpoint");
        return mount == null ? null : Metric.ofMount(mount).orElse(null);
    }

    private List<PromSeries> ask(
            MetricSource source, @Nullable String token, String operation, Map<String, String> parameters) {
        URI uri = URI.create(source.baseUrl().toString().replaceAll("/+$", "") + "/api/v1/" + operation);
        String form = parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            targets.check("baseUrl", uri);
            HttpResponse<byte[]> response = send(request.build());
            if (response.statusCode() != 200 && response.statusCode() != 400 && response.statusCode() != 422) {
                throw new IOException("It answers with the status " + response.statusCode());
            }
            return PromAnswer.read(response.body());
        } catch (UnknownHostException e) {
            throw failed(source, "The name does not resolve", e);
        } catch (TimeoutException e) {
            throw new AppException(
                    PlatformError.UPSTREAM_TIMEOUT,
                    "The metrics source " + source.baseUrl() + " did not answer within " + limit.toSeconds() + " s.",
                    e);
        } catch (IOException e) {
            throw failed(source, e.getMessage() == null ? "It cannot be reached" : e.getMessage(), e);
        }
    }

    private HttpResponse<byte[]> send(HttpRequest request) throws IOException, TimeoutException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_ANSWER));
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            String words = e.getCause() == null ? null : e.getCause().getMessage();
            throw new IOException(words == null ? "It cannot be reached" : words, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The console is stopping", e);
        } finally {
            answer.cancel(true);
        }
    }

    private static AppException failed(MetricSource source, String reason, Exception cause) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The metrics source " + source.baseUrl() + " gave no metrics. " + reason + ".",
                cause);
    }

    private static AppException ambiguous(MetricSource source) {
        return new AppException(
                PlatformError.UPSTREAM_FAILED,
                "The metrics source " + source.baseUrl()
                        + " knows more than one machine with these labels. Add a label that only this server has, such"
                        + " as instance.");
    }

    private static String seconds(long millis) {
        return Long.toString(millis / 1000);
    }

    /** Half up, as everywhere; below zero is none. */
    private static long rounded(double value) {
        return (long) Math.floor(Math.clamp(value, 0, LARGEST_VALUE) + 0.5);
    }

    @Override
    public synchronized void close() {
        HttpClient made = client;
        if (made != null) {
            made.shutdownNow();
        }
    }
}
