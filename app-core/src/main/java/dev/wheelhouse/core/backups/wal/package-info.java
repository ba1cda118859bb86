/**
 * The WAL archive: keeps received WAL in a spool on this machine until the store has it, segment by segment. A position is
 * acknowledged to the server once it is on this machine's disk, not once it is stored, so that a store that is away for a
 * while does not fill the server's disk. The price: if this machine's disk is lost, what was not stored yet is a gap.
 */
package dev.wheelhouse.core.backups.wal;
