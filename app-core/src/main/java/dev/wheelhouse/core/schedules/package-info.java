/**
 * Commands that servers run at certain times. db-scheduler wakes each schedule at its time on one console; its due times
 * then become rows, the mark of how far they are handled moves on and the next wake-up is set, all in one transaction.
 * Invariants: a due time has one row, whatever happens to consoles and clocks; a schedule has at most one run at a time;
 * a run is {@code running} only while a console lives that says so, and it is a job; a final status never changes.
 *
 * <pre>
 * queued → running → succeeded | failed | timed_out | cancelled
 * queued → cancelled | missed          skipped, missed: from the beginning
 * </pre>
 *
 * A run lives in its row alone, its lease with it: db-scheduler only wakes. Were a run an execution of the library too, a
 * console that dies between the two would leave them in disagreement.
 */
package dev.wheelhouse.core.schedules;
