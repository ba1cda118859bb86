package dev.wheelhouse.core.databases.replication;

import java.time.Instant;

/**
 * A moment of a cluster.
 *
 * @param at by the server's clock
 * @param nextTransaction the id (with its epoch) that the next transaction will have
 */
public record ClusterMoment(Instant at, long nextTransaction) {}
