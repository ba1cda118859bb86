package dev.wheelhouse.core.logs.document;

/**
 * The state of a document.
 *
 * @param generation changes when the lines are other ones than before, as after a truncation: every number and offset from
 *     before means nothing then
 * @param lines known so far
 * @param isCounted whether {@code lines} counts everything that is there; until then the newest lines have no number
 * @param bytes of everything that is there
 * @param progress of the count, 0..1
 * @param isFromStart whether the log is here from its oldest line on; otherwise {@link LogDocument#loadEverything} fetches
 *     it
 * @param isLoading whether older lines are being fetched
 * @param notice what the reader should know of now, such as that the file was rotated; empty for nothing
 */
public record DocumentState(
        long generation,
        long lines,
        boolean isCounted,
        long bytes,
        double progress,
        boolean isFromStart,
        boolean isLoading,
        String notice) {}
