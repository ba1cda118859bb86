package dev.wheelhouse.api.bench;

import dev.wheelhouse.core.bench.Repetitions;
import java.util.ArrayList;
import java.util.List;

/** Peer and subject in turns, so that a machine that slows down slows both. */
final class Rounds {

    private final List<Double> subject = new ArrayList<>();
    private final List<Double> floor = new ArrayList<>();

    /** One measured value. */
    @FunctionalInterface
    interface Trial {
        double run() throws Exception;
    }

    static Rounds alternate(int count, Trial subject, Trial floor) throws Exception {
        Rounds rounds = new Rounds();
        for (int i = 0; i < count; i++) {
            rounds.floor.add(floor.run());
            rounds.subject.add(subject.run());
        }
        return rounds;
    }

    Repetitions subject() {
        return new Repetitions(subject);
    }

    Repetitions floor() {
        return new Repetitions(floor);
    }

}
