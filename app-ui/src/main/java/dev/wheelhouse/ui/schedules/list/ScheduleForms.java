package dev.wheelhouse.ui.schedules.list;

import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.form.FormMode;

/** Opens the form over the window. */
@FunctionalInterface
public interface ScheduleForms {

    void open(FormMode<Schedule> mode);
}
