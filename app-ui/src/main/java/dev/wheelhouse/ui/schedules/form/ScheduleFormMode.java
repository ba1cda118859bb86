package dev.wheelhouse.ui.schedules.form;

import dev.wheelhouse.core.schedules.Schedule;

/** What the form is open for. */
public sealed interface ScheduleFormMode {

    /** A new schedule. */
    record Add() implements ScheduleFormMode {}

    /** @param schedule that a new one begins as a copy of */
    record Copy(Schedule schedule) implements ScheduleFormMode {}

    /** @param schedule as it was when the form opened */
    record Edit(Schedule schedule) implements ScheduleFormMode {}

    default String title() {
        return switch (this) {
            case Add _ -> "Add a schedule";
            case Copy copy -> "Copy " + copy.schedule().name();
            case Edit edit -> "Edit " + edit.schedule().name();
        };
    }
}
