package dev.wheelhouse.core.mail.check;

import java.util.ArrayList;
import java.util.List;

/**
 * What one answer says of a record.
 *
 * @param found what is wrong instead of the expected, as a clause; empty unless it is {@link Outcome#WRONG}
 * @param notes sentences
 */
record Judgement(Outcome outcome, String found, List<String> notes) {

    enum Outcome {
        RIGHT,
        /** The record is right, something that belongs to it is still missing. */
        NOT_YET,
        MISSING,
        WRONG,
        /** What belongs to it could not be asked for. */
        OPEN
    }

    Judgement {
        notes = List.copyOf(notes);
    }

    static Judgement of(Outcome outcome, List<String> notes) {
        return new Judgement(outcome, "", notes);
    }

    static Judgement right(List<String> notes) {
        return of(Outcome.RIGHT, notes);
    }

    static Judgement missing(String... notes) {
        return of(Outcome.MISSING, List.of(notes));
    }

    static Judgement notYet(String note) {
        return of(Outcome.NOT_YET, List.of(note));
    }

    static Judgement open(String note) {
        return of(Outcome.OPEN, List.of(note));
    }

    static Judgement wrong(String found, String... notes) {
        return new Judgement(Outcome.WRONG, found, List.of(notes));
    }

    Judgement with(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Judgement(outcome, found, more);
    }

    /** The same notes with another outcome and one note more. */
    Judgement as(Outcome other, String note) {
        return of(other, with(note).notes());
    }
}
