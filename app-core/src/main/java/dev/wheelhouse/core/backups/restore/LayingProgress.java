package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.platform.job.JobProgress;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Reports how much of a base is laid, and how fast, several times a second. For one writing thread at a time. */
final class LayingProgress {

    private static final long PAUSE = Duration.ofMillis(250).toNanos();

    private final JobProgress progress;
    private final long total;
    private final LongSupplier nanoTime;
    private final long beganAt;
    private long reportedAt;
    private long done;

    /**
     * @param total bytes of the unpacked base
     * @param nanoTime as {@link System#nanoTime}
     */
    LayingProgress(JobProgress progress, long total, LongSupplier nanoTime) {
        this.progress = progress;
        this.total = total;
        this.nanoTime = nanoTime;
        beganAt = nanoTime.getAsLong();
        reportedAt = beganAt - PAUSE;
    }

    /** Counts what is written to a stream. */
    OutputStream counting(String archive, OutputStream to) {
        return new FilterOutputStream(to) {

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                add(archive, length);
            }
        };
    }

    private void add(String archive, int bytes) {
        // A tar has some more, of its headers.
        done = Math.min(total, done + bytes);
        long now = nanoTime.getAsLong();
        if (now - reportedAt < PAUSE) {
            return;
        }
        reportedAt = now;
        double seconds = Math.max(0.001, (now - beganAt) / 1e9);
        progress.report(
                done,
                total,
                "Laying %s: %,d of %,d MiB, %,.0f MiB/s"
                        .formatted(archive, done >> 20, total >> 20, done / seconds / (1 << 20)));
    }
}
