/**
 * What goes wrong around a console while people work on it: statements that never end, servers that go away, processes
 * that are killed, disks that fill up, clocks that jump. Every test talks to a started console over a real socket.
 */
@NullMarked
package dev.wheelhouse.api.faults;

import org.jspecify.annotations.NullMarked;
