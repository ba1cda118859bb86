package dev.wheelhouse.core.logs.document;

import java.io.IOException;

/** What a document has since its lines last became other ones. */
record Content(long generation, DocumentBytes bytes, LineIndex index) {

    /** How many lines are known: those with a line break, and the one behind it once all is counted. */
    long lines() {
        long counted = index.bytes();
        long breaks = index.breaks();
        return isCounted() && hasTail(counted) ? breaks + 1 : breaks;
    }

    boolean isCounted() {
        return index.bytes() >= bytes.length();
    }

    private boolean hasTail(long counted) {
        if (counted == 0) {
            return false;
        }
        try {
            byte[] end = new byte[1];
            return bytes.read(counted - 1, end, 1) == 1 && end[0] != '\n';
        } catch (IOException _) {
            return false;
        }
    }
}
