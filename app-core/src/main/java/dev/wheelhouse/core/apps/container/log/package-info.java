/** Reads what containers write, from the engine that keeps it, so that reading on loses no line and doubles none. */
package dev.wheelhouse.core.apps.container.log;
