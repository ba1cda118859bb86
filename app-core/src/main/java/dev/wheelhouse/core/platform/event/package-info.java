/**
 * The event log. Invariants: ordinals of an organization have no holes; an event's hash covers its forerunner's; a change
 * and its event commit together; what cannot share a transaction is an intent first and an outcome after.
 */
package dev.wheelhouse.core.platform.event;
