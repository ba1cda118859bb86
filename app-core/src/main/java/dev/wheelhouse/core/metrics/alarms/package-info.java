/** Tells in the event log when a server is too full or too busy, and when it is well again. */
package dev.wheelhouse.core.metrics.alarms;
