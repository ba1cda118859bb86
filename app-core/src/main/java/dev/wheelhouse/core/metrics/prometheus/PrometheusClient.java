package dev.wheelhouse.core.metrics.prometheus;

import dev.wheelhouse.core.metrics.LatestValue;
import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.MetricSeries;
import dev.wheelhouse.core.metrics.SeriesPoint;
import dev.wheelhouse.core.metrics.Window;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.ErrorKind;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.net.OutgoingAnswer;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequest;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source. Every trouble with it is {@code upstream_failed} or {@code upstream_timeout} with words that say which
 * source and what. Thread-safe.
 */
public final class PrometheusClient {

    private static final int LARGEST_ANSWER = 16 << 20;
    private static final double LARGEST_VALUE = 1L << 53;

    private final OutgoingRequests outgoing;
    private final Clock clock;
    private final OutgoingLimits limits;

    /** @param limit for a whole answer */
    public PrometheusClient(OutgoingRequests outgoing, Clock clock, Duration limit) {
        this.outgoing = outgoing;
        this.clock = clock;
        this.limits = new OutgoingLimits(limit, limit, LARGEST_ANSWER);
    }

    /** @throws AppException {@code validation_failed} on {@code baseUrl} for a private host that the settings do not name */
    void check(URI baseUrl) {
        outgoing.check("baseUrl", baseUrl);
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
        // VictoriaMetrics moves both ends to multiples of the step without it (lib: promql.AdjustStartEnd); others
        // ignore it.
        parameters.put("nocache", "1");
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
        OutgoingRequest request = OutgoingRequest.post(
                        uri, "application/x-www-form-urlencoded", form.getBytes(StandardCharsets.US_ASCII))
                .with("Accept", "application/json")
                .within(limits);
        try {
            OutgoingAnswer answer = outgoing.send(
                    "baseUrl", token == null ? request : request.with("Authorization", "Bearer " + token));
            if (answer.status() != 200 && answer.status() != 400 && answer.status() != 422) {
                throw new IOException("It answers with the status " + answer.status());
            }
            return PromAnswer.read(answer.body());
        } catch (IOException e) {
            throw failed(source, PlatformError.UPSTREAM_FAILED, e.getMessage() + ".", e);
        } catch (AppException e) {
            boolean away = e.kind() == ErrorKind.UNAVAILABLE;
            throw away ? failed(source, e.errorCode(), String.valueOf(e.getMessage()), e) : e;
        }
    }

    private static AppException failed(MetricSource source, ErrorCode code, String reason, Exception cause) {
        return new AppException(code, "The metrics source " + source.baseUrl() + " gave no metrics. " + reason, cause);
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
}
