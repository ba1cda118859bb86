package dev.wheelhouse.core.metrics;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers finer buckets into those of a window. For one thread. */
public final class WindowBuckets implements BucketSink {

    private final Window window;
    private final @Nullable Bucket[] buckets;

    public WindowBuckets(Window window) {
        this.window = window;
        buckets = new Bucket[window.size()];
    }

    @Override
    public void accept(long start, Bucket bucket) {
        long index = Math.floorDiv(start - window.from(), window.stepMs());
        if (index < 0 || index >= buckets.length) {
            return;
        }
        Bucket before = buckets[(int) index];
        buckets[(int) index] = before == null ? bucket : before.merge(bucket);
    }

    /** One point for each bucket that holds anything, oldest first. */
    public List<SeriesPoint> points() {
        List<SeriesPoint> points = new ArrayList<>();
        for (int i = 0; i < buckets.length; i++) {
            Bucket bucket = buckets[i];
            if (bucket != null) {
                points.add(SeriesPoint.of(window.startOf(i), bucket));
            }
        }
        return points;
    }
}
