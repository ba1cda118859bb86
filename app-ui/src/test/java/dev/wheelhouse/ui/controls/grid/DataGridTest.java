package dev.wheelhouse.ui.controls.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javafx.scene.Scene;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;

class DataGridTest extends FxTest {

    private static final long TEN_MILLION = 10_000_000;

    private Scene open(DataGrid grid, GridModel model) {
        Scene scene = show(new BorderPane(grid), 1280, 720);
        onFx(() -> {
            grid.setModel(model);
            grid.requestFocus();
            scene.getRoot().applyCss();
            scene.getRoot().layout();
            return true;
        });
        WaitForAsyncUtils.waitForFxEvents();
        return scene;
    }

    private static ListGridModel sample(int rows) {
        List<GridRow> content = new ArrayList<>(
                LongStream.range(0, rows).mapToObj(SampleRows::row).toList());
        content.set(2, SampleRows.marked(content.get(2), GridRow.Mark.CHANGED, null, 2));
        content.set(4, SampleRows.marked(content.get(4), GridRow.Mark.DELETED, null, -1));
        content.set(
                6,
                SampleRows.marked(
                        content.get(6), GridRow.Mark.CHANGED, "The value is too long for character varying(80).", 1));
        content.set(8, SampleRows.marked(content.get(8), GridRow.Mark.ADDED, null, -1));
        return new ListGridModel(SampleRows.COLUMNS, content, true);
    }

    @Test
    void showsEveryStateOfARow() {
        DataGrid grid = new DataGrid();
        Scene scene = open(grid, sample(200));
        onFx(() -> {
            grid.orderProperty().set(List.of(new GridSort(1, false), new GridSort(2, true)));
            grid.columnLayout().freeze(1);
            grid.select(GridSelection.at(new CellPoint(9, 1)).extendedTo(new CellPoint(12, 3)));
            return true;
        });
        Pictures.take(scene, "grid-states");

        assertThat(onFx(() -> grid.findCell(new CellPoint(3, 1)).orElseThrow().spoken()))
                .isEqualTo("name, row 4: NULL");
        assertThat(onFx(() -> grid.findCell(new CellPoint(5, 1)).orElseThrow().spoken()))
                .isEqualTo("name, row 6: empty text");
        assertThat(onFx(() -> grid.findCell(new CellPoint(0, 4)).orElseThrow().getText()))
                .isEqualTo("tab⇥here␀nul↵line");
        assertThat(onFx(() -> grid.findCell(new CellPoint(2, 5)).orElseThrow().spoken()))
                .endsWith("beginning of 100 MiB");
    }

    @Test
    void showsAnyOfTenMillionRowsAndSelectsThemAllAtOnce() {
        DataGrid grid = new DataGrid();
        SampleRows.Endless model = new SampleRows.Endless(TEN_MILLION, false, index -> SampleRows.row(index));
        Scene scene = open(grid, model);
        robot().press(KeyCode.CONTROL).type(KeyCode.END).release(KeyCode.CONTROL);
        long before = onFx(() -> model.asked);

        robot().press(KeyCode.CONTROL).type(KeyCode.A).release(KeyCode.CONTROL);

        assertThat(onFx(grid::selectedRanges))
                .containsExactly(new GridRange(0, TEN_MILLION - 1, List.of(0, 1, 2, 3, 4, 5, 6), true));
        assertThat(onFx(() -> model.asked) - before).isLessThan(1000);
        assertThat(onFx(() -> scene.getRoot().lookupAll(".scroll-bar .thumb").stream()
                        .map(Region.class::cast)
                        .filter(thumb -> thumb.getParent().isVisible())
                        .allMatch(thumb -> Math.max(thumb.getWidth(), thumb.getHeight()) > 24)))
                .isTrue();
        assertThat(onFx(() -> grid.findCell(new CellPoint(TEN_MILLION - 1, 0))
                        .orElseThrow()
                        .getText()))
                .isEqualTo("10000000");
        Pictures.take(scene, "grid-ten-million");
    }

    @Test
    void movesAndExtendsAsSpreadsheetsDo() {
        DataGrid grid = new DataGrid();
        open(grid, sample(500));
        robot().type(KeyCode.DOWN, 3).type(KeyCode.RIGHT);
        assertThat(onFx(() -> grid.selection().focus())).isEqualTo(new CellPoint(3, 1));

        robot().press(KeyCode.SHIFT).type(KeyCode.DOWN, 2).type(KeyCode.RIGHT).release(KeyCode.SHIFT);
        assertThat(onFx(() -> grid.selection().areas())).containsExactly(new CellArea(3, 5, 1, 2));

        robot().type(KeyCode.END).type(KeyCode.PAGE_DOWN);
        assertThat(onFx(() -> grid.selection().focus().column())).isEqualTo(6);
        assertThat(onFx(() -> grid.selection().focus().row())).isGreaterThan(20);

        robot().press(KeyCode.CONTROL).type(KeyCode.HOME).release(KeyCode.CONTROL);
        assertThat(onFx(() -> grid.selection().focus())).isEqualTo(new CellPoint(0, 0));
    }

    @Test
    void copiesWhatIsSelected() {
        DataGrid grid = new DataGrid();
        open(grid, sample(20));
        onFx(() -> {
            grid.select(GridSelection.at(new CellPoint(3, 0)).extendedTo(new CellPoint(5, 1)));
            return true;
        });

        robot().press(KeyCode.CONTROL).type(KeyCode.C).release(KeyCode.CONTROL);

        assertThat(onFx(() -> Clipboard.getSystemClipboard().getString())).isEqualTo("4\t\n5\tNULL\n6\t\"\"");
    }

    @Test
    void sortsByClicksOnHeadersAndBySeveralColumnsWithShift() {
        DataGrid grid = new DataGrid();
        open(grid, sample(20));
        click("name");
        click("name");
        robot().press(KeyCode.SHIFT).clickOn("total").release(KeyCode.SHIFT);

        assertThat(onFx(() -> grid.orderProperty().get()))
                .containsExactly(new GridSort(1, true), new GridSort(2, false));
    }

    @Test
    void keepsOnlyTheNodesOfWhatIsOnTheScreen() {
        DataGrid grid = new DataGrid();
        open(grid, new SampleRows.Endless(TEN_MILLION, false, index -> SampleRows.row(index)));
        long before = onFx(() -> (long) grid.lookupAll(".grid-cell").size());
        for (int step = 1; step <= 50; step++) {
            long row = step * 190_000L;
            onFx(() -> {
                grid.select(GridSelection.at(new CellPoint(row, 0)));
                grid.layout();
                return true;
            });
        }
        assertThat(onFx(() -> (long) grid.lookupAll(".grid-cell").size())).isLessThanOrEqualTo(before + 20);
    }

    @Test
    void hidesMovesAndFreezesColumns() {
        DataGrid grid = new DataGrid();
        open(grid, sample(20));
        onFx(() -> {
            grid.columnLayout().hide(1);
            grid.columnLayout().move(1, 0);
            grid.columnLayout().freeze(1);
            grid.select(GridSelection.row(0, grid.columnLayout().count()));
            grid.layout();
            return true;
        });
        assertThat(onFx(grid::selectedRanges)).containsExactly(new GridRange(0, 0, List.of(2, 0, 3, 4, 5, 6), true));
        assertThat(onFx(() -> grid.findCell(new CellPoint(1, 0)).orElseThrow().getText()))
                .isEqualTo("1131.29");
    }
}
