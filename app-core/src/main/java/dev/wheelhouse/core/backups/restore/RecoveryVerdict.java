package dev.wheelhouse.core.backups.restore;

import dev.wheelhouse.core.backups.plan.RestoreTarget;
import java.time.Instant;

/** Whether a recovery came to its target. */
enum RecoveryVerdict {
    REACHED,

    /** Nothing was committed between the last stored transaction and the target; what is stored is still to be replayed. */
    GO_ON_TO_END,

    SHORT;

    /**
     * Decides by evidence alone. That the cluster answers is none: PostgreSQL 12 promotes silently where the WAL ends before
     * the target, and no version notices that the end it met is a segment that the store has lost.
     *
     * @param allFed whether the server got the WAL up to where the plan saw its end
     */
    static RecoveryVerdict of(RestoreTarget target, RecoveryEnd end, boolean allFed) {
        return switch (target) {
            case RestoreTarget.Latest() -> end.promoted() && allFed ? REACHED : SHORT;
            case RestoreTarget.Position _, RestoreTarget.BeforeTransaction _ -> end.stoppedAtTarget() ? REACHED : SHORT;
            case RestoreTarget.Time(Instant at) -> {
                if (end.stoppedAtTarget()) {
                    yield REACHED;
                }
                if (!allFed) {
                    yield SHORT;
                }
                if (!end.promoted()) {
                    yield GO_ON_TO_END;
                }
                Instant last = end.lastCommitAt();
                yield last == null || !last.isAfter(at) ? REACHED : SHORT;
            }
        };
    }
}
