package dev.wheelhouse.core.databases.replication;

/**
 * Which cluster it is and how far it has come (IDENTIFY_SYSTEM).
 *
 * @param systemIdentifier the same for a cluster and its standbys
 * @param timeline from 1
 * @param position up to which WAL is on the server's disk
 */
public record SystemIdentity(String systemIdentifier, int timeline, WalPosition position) {}
