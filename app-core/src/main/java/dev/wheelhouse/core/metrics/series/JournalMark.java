package dev.wheelhouse.core.metrics.series;

/**
 * Names the last journal that was merged into a block, so that after a crash it is not merged twice.
 *
 * @param length of the journal, bytes
 * @param crc32 of all of it
 */
record JournalMark(long length, long crc32) {

    static final JournalMark NONE = new JournalMark(0, 0);
}
