/**
 * Brings events to what asked for them. The event log is the queue: a target has a place in it, and a row of its own exists
 * only for a delivery that was tried. Invariants: first attempts begin in the order of events, one at a time a target; a
 * delivery that waits for its retry holds up nobody; only the console that holds a target's lease tries and notes, so a
 * target's place and the outcomes up to it commit together; whatever ends a console between an attempt and its note has the
 * event sent again under the same id, and loses none.
 *
 * <pre>
 * pending → succeeded | failed       ended → pending, when somebody asks for it again
 * </pre>
 */
package dev.wheelhouse.core.platform.delivery;
