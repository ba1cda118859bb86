package dev.wheelhouse.core.backups.plan;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.time.Instant;

/**
 * Up to where WAL is stored.
 *
 * @param at the server's time that {@code position} reaches, never later than the truth
 */
public record StoredEnd(int timeline, WalPosition position, Instant at) {}
