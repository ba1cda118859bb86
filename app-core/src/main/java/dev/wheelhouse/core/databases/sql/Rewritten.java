package dev.wheelhouse.core.databases.sql;

import java.util.Arrays;

/** A text in which some stretches were replaced, and where its places were before. Immutable but for its making. */
final class Rewritten {

    private static final int FIELDS = 4;

    private final String original;
    private final StringBuilder text = new StringBuilder();
    private String finished = "";
    /** Of each replaced stretch: where it begins and ends now, and where it did. */
    private int[] edits = new int[FIELDS];

    private int count;

    Rewritten(String original) {
        this.original = original;
    }

    void replace(int start, int end, String by) {
        int copied = count == 0 ? 0 : edits[count * FIELDS - 1];
        if ((count + 1) * FIELDS > edits.length) {
            edits = Arrays.copyOf(edits, edits.length * 2);
        }
        text.append(original, copied, start);
        int at = count++ * FIELDS;
        edits[at] = text.length();
        text.append(by);
        edits[at + 1] = text.length();
        edits[at + 2] = start;
        edits[at + 3] = end;
    }

    Rewritten finish() {
        finished = count == 0
                ? original
                : text.append(original, edits[count * FIELDS - 1], original.length())
                        .toString();
        text.setLength(0);
        text.trimToSize();
        return this;
    }

    String text() {
        return finished;
    }

    /** Where a place of the new text was in the old one; clamped to both. */
    int origin(int place) {
        int wanted = Math.clamp(place, 0, finished.length());
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (edits[middle * FIELDS] <= wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return wanted;
        }
        int at = (low - 1) * FIELDS;
        return wanted < edits[at + 1]
                ? Math.min(edits[at + 2] + wanted - edits[at], edits[at + 3] - 1)
                : edits[at + 3] + wanted - edits[at + 1];
    }
}
