package dev.wheelhouse.core.backups.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.JobProgress;
import dev.wheelhouse.core.platform.job.ProcessMark;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class LayingProgressTest implements JobProgress {

    private static final int MIB = 1 << 20;

    private final List<String> reports = new ArrayList<>();
    private boolean cancelled;
    private Runnable onCancel = () -> {};
    private long now;

    @Override
    public void report(long done, @Nullable Long total, @Nullable String message) {
        reports.add(done + " of " + total + ": " + message);
    }

    @Override
    public void log(byte[] bytes) {
        throw new AssertionError("Nothing is logged here.");
    }

    @Override
    public void result(Map<String, Object> result) {
        throw new AssertionError("There is no result here.");
    }

    @Override
    public void command(String serverId, ProcessMark process) {
        throw new AssertionError("There is no command here.");
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable action) {
        onCancel = action;
        if (cancelled) {
            action.run();
        }
    }

    @Test
    void reportsBytesAndTheirRateAFewTimesASecond() throws Exception {
        ByteArrayOutputStream laid = new ByteArrayOutputStream();
        LayingProgress progress = new LayingProgress(this, 40 * MIB, () -> now);
        OutputStream out = progress.counting("base.tar.zst", laid);
        byte[] piece = new byte[MIB];
        for (int i = 0; i < 41; i++) {
            now += 25_000_000;
            out.write(piece, 0, MIB);
        }
        assertThat(laid.size()).isEqualTo(41 * MIB);
        assertThat(reports)
                .hasSize(5)
                .last()
                .isEqualTo(40 * MIB + " of " + 40 * MIB + ": Laying base.tar.zst: 40 of 40 MiB, 39 MiB/s");
    }

    @Test
    void anInterruptEndsWithWhatItWasFor() {
        try (CancelByInterrupt _ = new CancelByInterrupt(this)) {
            onCancel.run();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }
        assertThat(Thread.interrupted()).isFalse();
        // One that comes late must not end what follows.
        onCancel.run();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aCancelThatCameBeforeCountsToo() {
        cancelled = true;
        try (CancelByInterrupt _ = new CancelByInterrupt(this)) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }
    }
}
