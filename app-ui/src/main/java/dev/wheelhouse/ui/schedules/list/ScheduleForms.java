package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.Schedule;

/** Opens the form over the window. */
public interface ScheduleForms {

    void add();

    void edit(Schedule schedule);

    /** A new one that begins as a copy of another. */
    void copy(Schedule schedule);
}
