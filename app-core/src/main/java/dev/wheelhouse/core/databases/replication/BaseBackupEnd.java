package dev.wheelhouse.core.databases.replication;

/**
 * A base backup that the server has sent whole.
 *
 * @param position up to which its WAL is needed: without it the base cannot be restored
 */
public record BaseBackupEnd(WalPosition position, int timeline) {}
