package dev.wheelhouse.api.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Peer and subject in turns, so that a machine that slows down slows both, and the medians of their values. */
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

    double subject() {
        return median(subject);
    }

    double floor() {
        return median(floor);
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
