package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupCheck;
import java.util.List;

/** The state of the test of database and destination. */
sealed interface ProbeState {

    /** Not asked for, or the form was changed since. */
    record None() implements ProbeState {}

    record Running() implements ProbeState {}

    record Found(List<BackupCheck> checks) implements ProbeState {

        long failed() {
            return checks.stream().filter(each -> !each.ok()).count();
        }
    }
}
