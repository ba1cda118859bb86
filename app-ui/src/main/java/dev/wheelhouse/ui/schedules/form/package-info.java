/** The form of a schedule, with the editor of its times and a run on trial. */
package dev.wheelhouse.ui.schedules.form;
