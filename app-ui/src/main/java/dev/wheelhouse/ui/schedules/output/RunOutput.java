package dev.wheelhouse.ui.schedules.output;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.job.JobLogText;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Latest;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The output of the chosen run, read until it is final. Belongs to the window's thread. */
public final class RunOutput {

    /** The most that is shown until all of it is asked for; a log may be 5 MiB. */
    private static final int SHOWN_BYTES = 256 << 10;

    private final Log log;
    private final Latest reads;
    private final ReadOnlyObjectWrapper<@Nullable Reading> reading = new ReadOnlyObjectWrapper<>(this, "reading");
    private @Nullable Run run;
    private boolean isReading;

    /** Reads the end of a run's log; may block. */
    @FunctionalInterface
    public interface Log {

        /**
         * @param most bytes
         * @throws AppException when it cannot be read
         */
        JobLogText end(String runId, int most);
    }

    /**
     * A run as the pane shows it.
     *
     * @param title such as {@code Output of today 15:03}
     * @param error why it failed; empty unless it did
     * @param nothing shown in the place of an empty output
     * @param isFinal whether nothing more is written
     * @param hasBegun whether it can have an output
     */
    public record Run(String id, String title, String error, String nothing, boolean isFinal, boolean hasBegun) {}

    /**
     * @param output null where it could not be read
     * @param failure why; null where it could
     */
    public record Reading(
            Run run, @Nullable JobLogText output, @Nullable AppException failure) {}

    public RunOutput(Log log, Background background) {
        this.log = log;
        this.reads = new Latest(background);
    }

    /** Shows a run as it is now; null for none. */
    public void show(@Nullable Run now) {
        boolean another = now == null || run == null || !now.id().equals(run.id());
        run = now;
        if (another) {
            cancel();
            reading.set(null);
        }
        read();
    }

    /** Reads again, unless the run is over and was read. */
    public void poll() {
        read();
    }

    private void read() {
        Run wanted = run;
        Reading before = reading.get();
        boolean isRead = before != null && before.run().equals(wanted) && before.failure() == null;
        if (wanted == null || isReading || (isRead && wanted.isFinal())) {
            return;
        }
        if (!wanted.hasBegun()) {
            reading.set(new Reading(wanted, JobLogText.NONE, null));
            return;
        }
        isReading = true;
        reads.run(
                () -> log.end(wanted.id(), SHOWN_BYTES), text -> took(wanted, text, null), e -> took(wanted, null, e));
    }

    private void took(Run of, @Nullable JobLogText text, @Nullable AppException failure) {
        isReading = false;
        reading.set(new Reading(of, text, failure));
    }

    /** Shows all that the chosen run wrote, which has ended, instead of its end. */
    void readWhole(Consumer<AppException> failed) {
        Run wanted = run;
        if (wanted != null && wanted.isFinal()) {
            reads.run(() -> log.end(wanted.id(), Integer.MAX_VALUE), text -> took(wanted, text, null), failed);
        }
    }

    /** Forgets what is under way. */
    public void cancel() {
        reads.cancel();
        isReading = false;
    }

    /** Null until the chosen run is read. */
    public ReadOnlyObjectProperty<@Nullable Reading> readingProperty() {
        return reading.getReadOnlyProperty();
    }
}
