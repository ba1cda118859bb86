package dev.wheelhouse.ui.schedules;

/** Leads to schedules from other screens. */
public interface SchedulesEntrance {

    /** Opens the page of a schedule. */
    void reveal(String scheduleId);

    /** Opens the page of a schedule with one of its runs. */
    void reveal(String scheduleId, String runId);

    /** Opens the list. */
    void revealAll();
}
