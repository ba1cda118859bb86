package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupCheck;
import dev.wheelhouse.core.platform.check.CheckState;
import java.util.List;

/** The state of the test of database and destination. */
sealed interface ProbeState {

    /** Not asked for, or the form was changed since. */
    record None() implements ProbeState {}

    record Running() implements ProbeState {}

    record Found(List<BackupCheck> checks) implements ProbeState {

        long failed() {
            return count(CheckState.FAILED);
        }

        long advised() {
            return count(CheckState.ADVICE);
        }

        private long count(CheckState state) {
            return checks.stream().filter(each -> each.state() == state).count();
        }
    }
}
