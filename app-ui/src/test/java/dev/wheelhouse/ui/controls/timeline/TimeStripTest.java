package dev.wheelhouse.ui.controls.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.controls.chart.TimeRange;
import dev.wheelhouse.ui.testing.FxTest;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
class TimeStripTest extends FxTest {

    private static final long HOUR = 3_600_000;

    private final List<Long> moments = new ArrayList<>();
    private final List<String> chosen = new ArrayList<>();
    private TimeStrip strip;

    @BeforeEach
    void open() {
        strip = onFx(() -> new TimeStrip(ZoneOffset.UTC, "HH:mm"));
        show(24);
        onFx(() -> {
            strip.setOnTime(moments::add);
            strip.setOnChosen(chosen::addAll);
            return true;
        });
        show(new VBox(strip), 800, 100);
    }

    private void show(int hours) {
        onFx(() -> {
            strip.show(
                    new TimeRange(0, hours * HOUR),
                    List.of(
                            new StripMark(2 * HOUR, "early", "early"),
                            new StripMark(12 * HOUR, "a", "a"),
                            new StripMark(12 * HOUR + 1, "b", "b"),
                            new StripMark(20 * HOUR, "late", "late")),
                    List.of());
            return true;
        });
    }

    @Test
    void takesAClickOnACountForItsMarksAlone() {
        click("2");
        assertThat(chosen).containsExactly("a", "b");
        assertThat(moments).isEmpty();
    }

    @Test
    void takesOnlyClicksOnTheLaneForMoments() {
        click(".day-time");
        assertThat(moments).isEmpty();
        click(".day-lane");
        robot().moveBy(60, 0).clickOn();
        waitFor("a moment", () -> !moments.isEmpty());
        assertThat(moments.getLast()).isBetween(12 * HOUR, 16 * HOUR);
    }

    @Test
    void keepsThePlaceOfTheKeysWhileItIsDrawnAnew() {
        onFx(() -> {
            strip.requestFocus();
            return true;
        });
        robot().type(KeyCode.RIGHT, KeyCode.RIGHT);
        show(25);
        waitFor("the second mark to be the current one", () -> isCurrent(1));
        robot().type(KeyCode.RIGHT);
        waitFor("the third", () -> isCurrent(2));
    }

    private boolean isCurrent(int mark) {
        strip.layout();
        List<Node> marks = List.copyOf(strip.lookupAll(".day-mark"));
        return marks.get(mark).getPseudoClassStates().contains(PseudoClass.getPseudoClass("current"));
    }
}
