package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.schedules.ScheduleDraft;
import dev.wheelhouse.core.schedules.TrialGateway;
import dev.wheelhouse.core.schedules.TrialStatus;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Duration;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Runs what stands in a form once, and follows it to its end. Belongs to the window's thread. */
final class TrialRun {

    private static final Duration PERIOD = Duration.ofMillis(300);

    /** The most of its output that is shown. */
    private static final int SHOWN_BYTES = 256 << 10;

    private final TrialGateway trials;
    private final Workbench workbench;
    private final Consumer<AppException> refused;
    private final ReadOnlyObjectWrapper<Trial> state = new ReadOnlyObjectWrapper<>(this, "state", new Trial.None());
    private Background.Handle step = Background.Handle.NONE;
    private @Nullable String id;
    private boolean isGivenUp;

    /** @param refused gets what is wrong with the draft */
    TrialRun(TrialGateway trials, Workbench workbench, Consumer<AppException> refused) {
        this.trials = trials;
        this.workbench = workbench;
        this.refused = refused;
    }

    void begin(ScheduleDraft draft) {
        if (state.get().isUnderWay()) {
            return;
        }
        id = null;
        isGivenUp = false;
        state.set(new Trial.Beginning());
        // Not cancelled with the form: what began must be known, or nobody could end it.
        workbench.run(caller -> trials.begin(caller, draft).id(), this::begun, this::refuse);
    }

    private void begun(String begun) {
        id = begun;
        if (isGivenUp) {
            cancel();
            return;
        }
        poll();
    }

    private void refuse(AppException error) {
        if (!isGivenUp) {
            state.set(new Trial.None());
            refused.accept(error);
        }
    }

    private void poll() {
        String asked = id;
        if (asked == null || isGivenUp) {
            return;
        }
        step = workbench.run(
                caller -> trials.status(caller, asked, SHOWN_BYTES),
                this::seen,
                error -> state.set(new Trial.Refused(String.valueOf(error.getMessage()))));
    }

    private void seen(TrialStatus look) {
        state.set(new Trial.Seen(look));
        if (!look.status().isFinal()) {
            step = workbench.background().after(PERIOD, this::poll);
        }
    }

    /** Ends it on the server; what it wrote until then stays to be read. */
    void cancel() {
        String asked = id;
        if (asked == null) {
            return;
        }
        workbench.change(caller -> trials.cancel(caller, asked), () -> {}, _ -> {
            // It had ended by itself.
        });
    }

    /** The form is closed: it ends with it. */
    void close() {
        isGivenUp = true;
        step.cancel();
        if (state.get().isUnderWay()) {
            cancel();
        }
    }

    ReadOnlyObjectProperty<Trial> stateProperty() {
        return state.getReadOnlyProperty();
    }
}
