package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;

/**
 * WAL of one timeline without a hole.
 *
 * @param to where the last segment ends
 */
public record WalRange(int timeline, WalPosition from, WalPosition to) {}
