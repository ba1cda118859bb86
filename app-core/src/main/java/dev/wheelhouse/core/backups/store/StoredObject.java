package dev.wheelhouse.core.backups.store;

import java.time.Instant;

/**
 * What a store says of an object.
 *
 * @param name relative to the store's prefix
 * @param bytes as it lies there; sealed ones are a little larger than what they hold
 * @param storedAt by the store's clock
 */
public record StoredObject(String name, long bytes, Instant storedAt) {}
