/** Commands that servers run at certain times: the list with the day ahead, the page of each with its runs, the form. */
package dev.wheelhouse.ui.schedules;
