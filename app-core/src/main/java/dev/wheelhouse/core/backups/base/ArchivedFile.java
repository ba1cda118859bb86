package dev.wheelhouse.core.backups.base;

/**
 * A file of a base backup as it passed.
 *
 * @param bytes its size
 * @param checksum lower-case hexadecimal
 */
record ArchivedFile(long bytes, String checksum) {}
