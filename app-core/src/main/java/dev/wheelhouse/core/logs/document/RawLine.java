package dev.wheelhouse.core.logs.document;

/**
 * A line that is not decoded.
 *
 * @param length without its line break
 * @param head its first bytes, all of them where it is short
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and handed out to this package alone.
record RawLine(long offset, long length, byte[] head) {}
