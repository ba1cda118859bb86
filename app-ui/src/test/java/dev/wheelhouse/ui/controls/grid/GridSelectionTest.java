package dev.wheelhouse.ui.controls.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GridSelectionTest {

    @Test
    void extendsFromItsAnchorInAnyDirection() {
        GridSelection selection = GridSelection.at(new CellPoint(5, 5)).extendedTo(new CellPoint(7, 6));
        assertThat(selection.extendedTo(new CellPoint(3, 4)).areas()).containsExactly(new CellArea(3, 5, 4, 5));
    }

    @Test
    void keepsOtherAreasWhenOneMoreIsAdded() {
        GridSelection selection = GridSelection.at(new CellPoint(0, 0)).plus(new CellPoint(9, 1));
        assertThat(selection.extendedTo(new CellPoint(10, 2)).areas())
                .containsExactly(new CellArea(0, 0, 0, 0), new CellArea(9, 10, 1, 2));
    }

    @Test
    void staysWithinWhatIsThere() {
        GridSelection all = GridSelection.all(1_000, 3, new CellPoint(999, 2));
        assertThat(all.within(10, 2).areas()).containsExactly(new CellArea(0, 9, 0, 1));
        assertThat(all.within(10, 2).focus()).isEqualTo(new CellPoint(9, 1));
        assertThat(all.within(0, 2)).isEqualTo(GridSelection.NONE);
    }

    @Test
    void goesWithRowsThatMove() {
        GridSelection selection = GridSelection.row(5, 3).moved(-2);
        assertThat(selection.areas()).containsExactly(new CellArea(3, 3, 0, 2));
        assertThat(selection.isOfWholeRows(3)).isTrue();
    }

    @Test
    void sortsInThreeStepsAndBySeveralColumns() {
        List<GridSort> up = GridSort.clicked(List.of(), 1, false);
        List<GridSort> down = GridSort.clicked(up, 1, false);
        assertThat(down).containsExactly(new GridSort(1, true));
        assertThat(GridSort.clicked(down, 1, false)).isEmpty();
        assertThat(GridSort.clicked(down, 2, true)).containsExactly(new GridSort(1, true), new GridSort(2, false));
        assertThat(GridSort.clicked(down, 2, false)).containsExactly(new GridSort(2, false));
    }

    @Test
    void showsWhatCannotBeSeen() {
        assertThat(VisibleText.of("a\u0000b\r\nc\td\u007F\u202Ee")).isEqualTo("a␀b↵c⇥d␡\uFFFDe");
        assertThat(VisibleText.of("x".repeat(500))).hasSize(VisibleText.LONGEST + 1);
    }
}
