/**
 * Physical replication: base backups and WAL, as PostgreSQL 12 to 18 send them (PostgreSQL manual, "Streaming Replication
 * Protocol"). The driver logs in; the protocol is spoken on its stream by {@code WalSenderStream} alone, since what the
 * driver has for it knows no BASE_BACKUP, drops a stream that is idle, acknowledges WAL that is on no disk yet and hangs
 * when a timeline ends. Whatever arrives goes to a sink, which the feature {@code backups} gives.
 */
package dev.wheelhouse.core.databases.replication;
