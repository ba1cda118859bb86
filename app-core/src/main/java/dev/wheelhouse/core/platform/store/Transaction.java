package dev.wheelhouse.core.platform.store;

import org.jdbi.v3.core.Handle;

/**
 * One transaction of the state store, handed to the {@code Jdbc…} classes that take part in it. Bound to the thread that
 * opened it and dead when the call returns.
 */
public record Transaction(Handle handle) {}
