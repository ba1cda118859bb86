/**
 * Commands that servers run at certain times. A timer wakes each schedule at its time on one console; its due times then
 * become rows, the mark of how far they are handled moves on and the next due time is set, all in one transaction.
 * Invariants: a due time has one row, whatever happens to consoles and clocks; a schedule has at most one run at a time
 * that is {@code running}, and it is a job, with which it ends; a final status never changes. Of a console that is cut off from a shared state another says that it is dead, and the next run begins there while
 * the command of the last may still go on here: it is stopped when the state is back, not before.
 *
 * <pre>
 * queued → running → succeeded | failed | timed_out | cancelled
 * queued → cancelled | missed          skipped, missed: from the beginning
 * </pre>
 */
package dev.wheelhouse.core.schedules;
