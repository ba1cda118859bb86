package dev.wheelhouse.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTourTest {

    private static final Duration STAY = Duration.ofSeconds(1);

    private final SameThreadBackground background = new SameThreadBackground();
    private final List<String> seen = new ArrayList<>();
    private final TrialTour.Stop broken = new TrialTour.Stop(
            () -> {
                throw new IllegalStateException("This screen does not open");
            },
            STAY);

    private TrialTour.Stop stop(String name) {
        return new TrialTour.Stop(() -> seen.add(name), STAY);
    }

    private TrialTour tour(TrialTour.Stop... stops) {
        return new TrialTour(background, List.of(stops), () -> seen.add("over"));
    }

    @Test
    void staysAtEachStopAndThenIsOver() {
        tour(stop("logs"), stop("apps")).onShow();
        assertThat(seen).containsExactly("logs");
        background.advance(STAY);
        assertThat(seen).containsExactly("logs", "apps");
        background.advance(STAY);
        assertThat(seen).containsExactly("logs", "apps", "over");
    }

    @Test
    void goesOnBehindAScreenThatFails() {
        TrialTour tour = tour(broken, stop("apps"));
        assertThatThrownBy(tour::onShow).hasMessage("This screen does not open");
        background.advance(STAY);
        background.advance(STAY);
        assertThat(seen).containsExactly("apps", "over");
    }

    @Test
    void endsWithTheWindow() {
        TrialTour tour = tour(stop("logs"), stop("apps"));
        tour.onShow();
        tour.onHide();
        background.advance(STAY);
        assertThat(seen).containsExactly("logs");
    }
}
