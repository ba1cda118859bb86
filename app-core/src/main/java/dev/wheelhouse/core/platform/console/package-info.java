/**
 * The consoles that share a state: which of them are at work, and what only one of them does at a time. A console that is
 * cut off from the state counts as dead for the others while it may still be at work, so what it does with the state
 * under a lease carries the lease's number and is refused once another holds it.
 */
package dev.wheelhouse.core.platform.console;
