package dev.wheelhouse.core.logs.document;

/** How a document's bytes stand for its lines. */
public enum LineFormat {
    /** Each line as it is. */
    RAW,
    /** Each line behind its time, stream and instance, see {@code logs.cri}. */
    CRI;

    private static final int LONGEST_HEAD = 600;

    /** Where the line's own text begins. */
    int textStart(byte[] bytes, int from, int to) {
        if (this == RAW) {
            return from;
        }
        int blanks = 0;
        int limit = Math.min(to, from + LONGEST_HEAD);
        for (int at = from; at < limit; at++) {
            if (bytes[at] == ' ' && ++blanks == 3) {
                return at + 1;
            }
        }
        return from;
    }
}
