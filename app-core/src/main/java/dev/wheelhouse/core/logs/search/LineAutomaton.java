package dev.wheelhouse.core.logs.search;

import java.util.function.BooleanSupplier;

/**
 * Looks for lines that a regular expression matches somewhere, a table look-up for each byte: a deterministic automaton whose
 * states are made when a line first needs them (as RE2 and grep do). Lines that it cannot judge, because they are no UTF-8
 * or have other letters where boundaries of words count, are judged by another search; all of them are when an expression
 * needs too many states. Not thread-safe.
 */
final class LineAutomaton implements LineSearch {

    private static final int LANES = 4;

    /** Fewer bytes are not worth the lanes. */
    private static final int MANY = 16 << 10;

    private static final int FIRST_PIECE = 4 << 10;

    private final StateTable states;
    private final char[] classes;
    private final ByteSearch otherwise;
    private final Lane[] lanes = new Lane[LANES];

    LineAutomaton(Program program, ByteSearch otherwise, BooleanSupplier isStopped) {
        this.states = new StateTable(program, isStopped);
        this.classes = program.classes();
        this.otherwise = otherwise;
        for (int i = 0; i < LANES; i++) {
            lanes[i] = new Lane();
        }
    }

    @Override
    public boolean isIn(byte[] bytes, int from, int to) {
        if (Newlines.next(bytes, from, to) >= 0) {
            return otherwise.isIn(bytes, from, to);
        }
        Lane lane = lanes[0];
        lane.begin(from, to);
        while (true) {
            run(bytes, lane);
            boolean isEnd = lane.at == to;
            int next = isEnd ? states.atEnd(lane.state) : states.next(lane.state, bytes[lane.at]);
            if (next == StateTable.UNKNOWN) {
                return otherwise.isIn(bytes, from, to);
            }
            if (isEnd || next < 0) {
                return next == StateTable.MATCH;
            }
            lane.state = next;
            lane.at++;
        }
    }

    /** In growing pieces, for what is found in the lanes behind the first find was looked for in vain. */
    @Override
    public int indexOf(byte[] bytes, int from, int to) {
        int at = from;
        for (int size = FIRST_PIECE; at < to; size *= 4) {
            int end = to - at <= size ? to : Newlines.next(bytes, at + size - 1, to) + 1;
            search(bytes, at, end);
            for (Lane each : lanes) {
                if (each.hitCount > 0) {
                    return each.hits[0];
                }
            }
            at = end;
        }
        return -1;
    }

    @Override
    public void each(byte[] bytes, int from, int to, Hits hits) {
        search(bytes, from, to);
        for (Lane each : lanes) {
            for (int i = 0; i < each.hitCount; i++) {
                hits.hit(each.hits[i]);
            }
        }
    }

    /** In several lanes: a processor waits for one table look-up in the time in which it can make four. */
    private void search(byte[] bytes, int from, int to) {
        int begin = from;
        for (int i = 0; i < LANES; i++) {
            int cut = from + (int) ((long) (to - from) * (i + 1) / LANES);
            boolean isLast = i == LANES - 1 || to - from < MANY;
            int end = isLast ? to : Math.max(begin, Newlines.next(bytes, cut - 1, to) + 1);
            lanes[i].begin(begin, end);
            begin = end;
        }
        int beginnings = states.beginnings();
        while (beginnings == states.beginnings() && runTogether(bytes)) {
            for (Lane each : lanes) {
                if (beginnings == states.beginnings() && states.table()[each.state + classOf(bytes[each.at])] < 0) {
                    step(bytes, each);
                }
            }
        }
        for (Lane each : lanes) {
            finish(bytes, each, beginnings);
        }
    }

    private int classOf(byte value) {
        return classes[value & 0xff];
    }

    /** Goes to the lane's end alone. */
    private void finish(byte[] bytes, Lane lane, int beginnings) {
        if (beginnings != states.beginnings()) {
            // The table was emptied, and the state is of the one before.
            lane.restartLine(bytes);
        }
        while (lane.at < lane.end) {
            run(bytes, lane);
            if (lane.at < lane.end) {
                step(bytes, lane);
            }
        }
    }

    /** Goes on in all lanes until one needs a step of its own; answers whether none is at its end. */
    private boolean runTogether(byte[] bytes) {
        int[] table = states.table();
        char[] of = classes;
        int count = Integer.MAX_VALUE;
        for (Lane each : lanes) {
            count = Math.min(count, each.end - each.at);
        }
        int at0 = lanes[0].at;
        int at1 = lanes[1].at;
        int at2 = lanes[2].at;
        int at3 = lanes[3].at;
        int state0 = lanes[0].state;
        int state1 = lanes[1].state;
        int state2 = lanes[2].state;
        int state3 = lanes[3].state;
        int done = 0;
        for (; done < count; done++) {
            int next0 = table[state0 + of[bytes[at0 + done] & 0xff]];
            int next1 = table[state1 + of[bytes[at1 + done] & 0xff]];
            int next2 = table[state2 + of[bytes[at2 + done] & 0xff]];
            int next3 = table[state3 + of[bytes[at3 + done] & 0xff]];
            if ((next0 | next1 | next2 | next3) < 0) {
                break;
            }
            state0 = next0;
            state1 = next1;
            state2 = next2;
            state3 = next3;
        }
        lanes[0].goOn(done, state0);
        lanes[1].goOn(done, state1);
        lanes[2].goOn(done, state2);
        lanes[3].goOn(done, state3);
        states.took(LANES * done);
        return done < count;
    }

    /** Goes on in one lane until it needs a step of its own, or is at its end. */
    private void run(byte[] bytes, Lane lane) {
        int[] table = states.table();
        char[] of = classes;
        int state = lane.state;
        int from = lane.at;
        int count = lane.end - from;
        int done = 0;
        for (; done < count; done++) {
            int next = table[state + of[bytes[from + done] & 0xff]];
            if (next < 0) {
                break;
            }
            state = next;
        }
        lane.goOn(done, state);
        states.took(done);
    }

    /** Takes a byte for which the table has no state: none yet, or a match, or something to be judged otherwise. */
    private void step(byte[] bytes, Lane lane) {
        int at = lane.at;
        // A carriage return at a line's end does not belong to the line.
        boolean isReturn = bytes[at] == '\r' && at + 1 < lane.end && bytes[at + 1] == '\n';
        int next = bytes[at] == '\n' || isReturn ? states.atEnd(lane.state) : states.next(lane.state, bytes[at]);
        if (next >= 0) {
            lane.goOn(isReturn ? 2 : 1, next);
            return;
        }
        int lineBreak = Newlines.next(bytes, at, lane.end);
        int lineEnd = lineBreak < 0 ? lane.end : lineBreak;
        if (next == StateTable.MATCH || (next == StateTable.UNKNOWN && isInOtherwise(bytes, lane, lineEnd))) {
            lane.addHit(at);
        }
        lane.goOn(Math.min(lane.end, lineEnd + 1) - at, StateTable.START);
    }

    private boolean isInOtherwise(byte[] bytes, Lane lane, int lineEnd) {
        int start = lane.lineStart(bytes);
        int end = lineEnd > start && bytes[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        return otherwise.isIn(bytes, start, end);
    }
}
