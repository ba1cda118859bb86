/** Opaque, time-ordered ids. */
package dev.wheelhouse.core.platform.id;
