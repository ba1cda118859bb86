package dev.wheelhouse.core.metrics.alarms;

import dev.wheelhouse.core.metrics.Metric;
import dev.wheelhouse.core.metrics.Sample;
import dev.wheelhouse.core.metrics.collect.LiveReading;
import dev.wheelhouse.core.metrics.collect.ReadingListener;
import dev.wheelhouse.core.platform.settings.Thresholds;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Watches every reading for values past their limit. Thread-safe; the readings of one server come one after another. */
public final class Alarms implements ReadingListener {

    private final Function<String, Thresholds> thresholds;
    private final AlarmLog log;
    private final Map<String, Watched> servers = new ConcurrentHashMap<>();

    private record Watched(Set<String> highBefore, Map<Metric, Threshold> states) {}

    /** @param thresholds of a server, by its id; asked at each reading */
    public Alarms(Function<String, Thresholds> thresholds, AlarmLog log) {
        this.thresholds = thresholds;
        this.log = log;
    }

    @Override
    public void measured(LiveReading reading, long nanos) {
        Watched watched = servers.computeIfAbsent(reading.serverId(), id -> new Watched(log.high(id), new HashMap<>()));
        Thresholds limits = thresholds.apply(reading.serverId());
        for (Sample sample : reading.samples()) {
            AlarmKind.of(sample.metric()).ifPresent(kind -> offer(watched, reading, kind, limits, sample, nanos));
        }
    }

    private void offer(
            Watched watched, LiveReading reading, AlarmKind kind, Thresholds limits, Sample sample, long nanos) {
        Long limitBytes = sample.limitBytes();
        if (kind != AlarmKind.CPU && (limitBytes == null || limitBytes == 0)) {
            return;
        }
        long percent = limitBytes == null ? sample.value() : percent(kind, sample.value(), limitBytes);
        int limit = kind.limit(limits);
        Threshold threshold = watched.states()
                .computeIfAbsent(
                        sample.metric(),
                        metric -> new Threshold(watched.highBefore().contains(metric.name())));
        Threshold.Change change = threshold.offer(limit, kind.sustained(limits), percent, nanos);
        if (change != Threshold.Change.NONE) {
            tell(reading, kind, sample, percent, limit, change == Threshold.Change.RISEN ? "high" : "normal");
            threshold.settle(change);
        }
    }

    /** Of a disk rounded up, as df does it. */
    private static long percent(AlarmKind kind, long value, long limit) {
        double percent = 100.0 * value / limit;
        return (long) (kind == AlarmKind.DISK ? Math.ceil(percent) : Math.floor(percent));
    }

    private void tell(LiveReading reading, AlarmKind kind, Sample sample, long percent, int limit, String state) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("state", state);
        data.put("metric", sample.metric().name());
        data.put("percent", percent);
        data.put("thresholdPercent", limit);
        if (sample.limitBytes() != null) {
            data.put("valueBytes", sample.value());
            data.put("limitBytes", sample.limitBytes());
        }
        log.tell(reading.serverId(), kind.eventKind(), data);
    }

    /** Forgets a server that is watched no more. */
    public void forget(String serverId) {
        servers.remove(serverId);
    }
}
