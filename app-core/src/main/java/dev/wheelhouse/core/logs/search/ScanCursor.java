package dev.wheelhouse.core.logs.search;

import java.util.Arrays;

/** A part of some bytes that an automaton goes through, and what was found there. Not thread-safe. */
final class ScanCursor {

    int at;
    int end;
    int state;
    int[] hits = new int[16];
    int hitCount;
    private int begin;

    /** @param from where a line begins */
    void begin(int from, int to) {
        begin = from;
        at = from;
        end = to;
        state = StateTable.START;
        hitCount = 0;
    }

    void goOn(int bytes, int next) {
        at += bytes;
        state = next;
    }

    void addHit(int place) {
        if (hitCount == hits.length) {
            hits = Arrays.copyOf(hits, hitCount * 2);
        }
        hits[hitCount++] = place;
    }

    /** Where the line begins that it is in. */
    int lineStart(byte[] bytes) {
        int lineBreak = Newlines.last(bytes, begin, at);
        return lineBreak < 0 ? begin : lineBreak + 1;
    }

    void restartLine(byte[] bytes) {
        at = lineStart(bytes);
        state = StateTable.START;
    }
}
