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

/** Watches every reading for values past their limit. Thread-safe; the readings of one server come one after another. */
public final class Alarms implements ReadingListener {

    private final Thresholds thresholds;
    private final AlarmLog log;
    private final Map<String, Watched> servers = new ConcurrentHashMap<>();

    private record Watched(Set<String> highBefore, Map<Metric, Threshold> thresholds) {}

    public Alarms(Thresholds thresholds, AlarmLog log) {
        this.thresholds = thresholds;
        this.log = log;
    }

    @Override
    public void measured(LiveReading reading, long nanos) {
        Watched watched = servers.computeIfAbsent(reading.serverId(), id -> new Watched(log.high(id), new HashMap<>()));
        for (Sample sample : reading.samples()) {
            AlarmKind.of(sample.metric()).ifPresent(kind -> offer(watched, reading, kind, sample, nanos));
        }
    }

    private void offer(Watched watched, LiveReading reading, AlarmKind kind, Sample sample, long nanos) {
        Long limitBytes = sample.limitBytes();
        if (kind != AlarmKind.CPU && (limitBytes == null || limitBytes == 0)) {
            return;
        }
        long percent = limitBytes == null ? sample.value() : percent(sample.value(), limitBytes);
        Threshold threshold = watched.thresholds()
                .computeIfAbsent(
                        sample.metric(),
                        metric -> new Threshold(
                                kind.limit(thresholds),
                                kind.sustained(thresholds),
                                watched.highBefore().contains(metric.name())));
        Threshold.Change change = threshold.offer(percent, nanos);
        if (change != Threshold.Change.NONE) {
            tell(reading, kind, sample, percent, change == Threshold.Change.RISEN ? "high" : "normal");
            threshold.settle(change);
        }
    }

    private static long percent(long value, long limit) {
        return (long) Math.floor(100.0 * value / limit);
    }

    private void tell(LiveReading reading, AlarmKind kind, Sample sample, long percent, String state) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("state", state);
        data.put("metric", sample.metric().name());
        data.put("percent", percent);
        data.put("thresholdPercent", kind.limit(thresholds));
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
