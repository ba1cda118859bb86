package dev.wheelhouse.ui.controls;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;

class SideSplitTest {

    private final Region side = new Region();
    private final Region rest = new Region();
    private final SideSplit split = new SideSplit(side, rest);

    private double sideIn(double width) {
        split.resize(width, 400);
        split.layout();
        return side.getWidth();
    }

    @Test
    void keepsItsWidthWhateverTheWindowsIs() {
        split.sideWidthProperty().set(412);
        assertThat(sideIn(1280)).isEqualTo(412);
        assertThat(sideIn(1920)).isEqualTo(412);
    }

    @Test
    void givesWayInANarrowWindowAndComesBack() {
        split.sideWidthProperty().set(412);
        assertThat(sideIn(600)).isLessThan(300).isGreaterThanOrEqualTo(SideSplit.NARROWEST);
        assertThat(sideIn(0)).isEqualTo(SideSplit.NARROWEST);
        assertThat(sideIn(1280)).isEqualTo(412);
        assertThat(split.sideWidthProperty().get()).isEqualTo(412);
    }
}
