package dev.wheelhouse.core.logs.search;

import dev.wheelhouse.core.logs.search.Expression.Place;

/**
 * A nondeterministic automaton over the bytes of UTF-8 (Thompson 1968). It takes only what is UTF-8: where bytes are not, it
 * has no state left. Immutable.
 *
 * @param steps what each state does
 * @param start state before the first byte, from which a match may begin at any character
 * @param canMatch whether a match can still come from a state once the line has begun
 * @param classes the class of each byte; bytes of one class are never distinguished
 * @param samples one byte of each class
 * @param seesWords whether boundaries of words count
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, nor handed out of this package.
record Program(Step[] steps, int start, boolean[] canMatch, char[] classes, byte[] samples, boolean seesWords) {

    /** What a state does. */
    sealed interface Step {

        /** Ends: there is a match. */
        enum Match implements Step {
            FOUND
        }

        /** Takes one byte from {@code low} to {@code high}. */
        record Take(int low, int high, int next) implements Step {

            /** Whether the byte is within a character and not its first. */
            boolean isInner() {
                return low >= 0x80 && low < 0xC0;
            }
        }

        /** Goes on in two states. */
        record Split(int one, int other) implements Step {}

        /** Goes on at a place only. */
        record At(Place place, int next) implements Step {}
    }
}
