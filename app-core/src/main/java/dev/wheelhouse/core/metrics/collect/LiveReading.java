package dev.wheelhouse.core.metrics.collect;

import dev.wheelhouse.core.metrics.Sample;
import java.util.List;

/**
 * What a server said at one moment.
 *
 * @param ts epoch milliseconds
 * @param samples one for each metric that could be had
 */
public record LiveReading(String serverId, long ts, List<Sample> samples) {

    public LiveReading {
        samples = List.copyOf(samples);
    }
}
