package dev.wheelhouse.core.databases.replication;

/** Where a stream of WAL goes on. */
record NextTimeline(int timeline, WalPosition from) {}
