package dev.wheelhouse.ui.backups.restore;

/** The state of the plan of what is typed. */
sealed interface PlanState {

    /** @param what is still to be entered, or is wrong */
    record Waiting(String what) implements PlanState {}

    record Planning() implements PlanState {}

    /** @param runId of the base backup that is taken */
    record Ready(String words, String runId) implements PlanState {}

    /** @param why it cannot be restored, and what to do */
    record Refused(String why) implements PlanState {}

    /** @param why no plan was made; it can be tried again */
    record Failed(String why) implements PlanState {}
}
