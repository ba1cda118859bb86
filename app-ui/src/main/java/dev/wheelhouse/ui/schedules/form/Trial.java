package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.schedules.TrialStatus;

/** How the run on trial stands. */
public sealed interface Trial {

    /** None was asked for, or what was tried is no longer what the form says. */
    record None() implements Trial {}

    /** It is being sent to the server. */
    record Beginning() implements Trial {}

    record Seen(TrialStatus status) implements Trial {}

    /** @param why it could not be run */
    record Refused(String why) implements Trial {}

    default boolean isUnderWay() {
        return switch (this) {
            case None _, Refused _ -> false;
            case Beginning _ -> true;
            case Seen seen -> !seen.status().status().isFinal();
        };
    }
}
