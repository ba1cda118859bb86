package dev.wheelhouse.ui.controls.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ZoomHistoryTest {

    private static final TimeRange HOUR = new TimeRange(0, 3_600_000);

    private final ZoomHistory zoom = new ZoomHistory(HOUR);

    @Test
    void goesInStepByStepAndBackTheSameWay() {
        TimeRange half = new TimeRange(600_000, 1_800_000);
        TimeRange quarter = new TimeRange(700_000, 900_000);

        assertThat(zoom.zoomTo(half)).isTrue();
        assertThat(zoom.zoomTo(quarter)).isTrue();
        assertThat(zoom.visible()).isEqualTo(quarter);
        assertThat(zoom.back()).isTrue();
        assertThat(zoom.visible()).isEqualTo(half);
        assertThat(zoom.back()).isTrue();
        assertThat(zoom.back()).isFalse();
        assertThat(zoom.visible()).isEqualTo(HOUR);
    }

    @Test
    void showsNoLessThanTenSecondsAndNothingOutside() {
        zoom.zoomTo(new TimeRange(1_000_000, 1_000_500));
        assertThat(zoom.visible().span()).isEqualTo(10_000);

        zoom.reset();
        zoom.zoomTo(new TimeRange(3_000_000, 9_000_000));
        assertThat(zoom.visible()).isEqualTo(new TimeRange(3_000_000, 3_600_000));
    }

    @Test
    void zoomsByKeysAroundTheCrossHairAndKeepsInside() {
        zoom.zoomBy(0.5, 3_500_000L);
        assertThat(zoom.visible()).isEqualTo(new TimeRange(1_800_000, 3_600_000));

        zoom.zoomBy(2, null);
        assertThat(zoom.visible()).isEqualTo(HOUR);
        assertThat(zoom.isZoomed()).isFalse();
    }

    @Test
    void keepsAPartWhileTimeGoesOnAndForgetsItWithAnotherRange() {
        TimeRange part = new TimeRange(600_000, 1_800_000);
        zoom.zoomTo(part);

        zoom.show(new TimeRange(10_000, 3_610_000));
        assertThat(zoom.visible()).isEqualTo(part);

        zoom.show(new TimeRange(700_000, 4_300_000));
        assertThat(zoom.visible()).isEqualTo(new TimeRange(700_000, 4_300_000));

        zoom.zoomTo(new TimeRange(800_000, 1_000_000));
        zoom.show(new TimeRange(0, 86_400_000));
        assertThat(zoom.isZoomed()).isFalse();
    }

    @Test
    void refusesRangesThatEndBeforeTheyBegin() {
        assertThatThrownBy(() -> new TimeRange(5, 5)).isInstanceOf(IllegalArgumentException.class);
    }
}
