package dev.wheelhouse.ui.controls.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.ui.controls.log.LineLayout.Anchor;
import dev.wheelhouse.ui.controls.log.LineLayout.Placed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineLayoutTest {

    /** Billions of rows: every tenth takes three lines, of every hundred the last five are folded away. */
    private static final class Rows implements LineLayout.Extents {

        private final long end;
        private long asked;

        Rows(long end) {
            this.end = end;
        }

        @Override
        public long first() {
            return 0;
        }

        @Override
        public long end() {
            return end;
        }

        @Override
        public int height(long row) {
            asked++;
            return row % 10 == 0 ? 3 : 1;
        }

        @Override
        public long next(long row) {
            return row % 100 == 94 ? row + 6 : row + 1;
        }

        @Override
        public long previous(long row) {
            return seen(row - 1);
        }

        @Override
        public long seen(long row) {
            return row % 100 >= 95 ? row - row % 100 + 94 : row;
        }
    }

    @Test
    void standsAtTheEndOfBillionsOfRowsWithoutAskingForThem() {
        Rows rows = new Rows(7_000_000_010L);
        LineLayout layout = new LineLayout(rows);

        Anchor last = layout.atEnd(40);
        List<Placed> placed = layout.place(last, 40);

        assertThat(placed).hasSize(40);
        assertThat(placed.getLast().row()).isEqualTo(7_000_000_009L);
        assertThat(placed.getLast().y()).isEqualTo(39);
        assertThat(rows.asked).isLessThan(500);
    }

    @Test
    void scrollsBackToWhereItWas() {
        LineLayout layout = new LineLayout(new Rows(100_000));
        Random random = new Random(3);
        Anchor anchor = layout.clamp(new Anchor(50_000, 0), 40);
        for (int turn = 0; turn < 2000; turn++) {
            double by = random.nextInt(1, 200) / 4.0;
            Anchor there = layout.move(anchor, by);
            Anchor back = layout.move(there, -by);
            assertThat(back.row()).isEqualTo(anchor.row());
            assertThat(back.offset()).isEqualTo(anchor.offset(), org.assertj.core.data.Offset.offset(1e-6));
            anchor = layout.clamp(random.nextBoolean() ? there : layout.move(anchor, -by), 40);
        }
    }

    @Test
    void placesLinesWithoutGapsAndLeavesFoldedRowsOut() {
        LineLayout layout = new LineLayout(new Rows(1000));
        List<Placed> placed = layout.place(new Anchor(90, 1.5), 20);

        assertThat(placed.getFirst()).isEqualTo(new Placed(90, 1, -0.5));
        for (int i = 1; i < placed.size(); i++) {
            assertThat(placed.get(i).y()).isEqualTo(placed.get(i - 1).y() + 1);
        }
        assertThat(placed).extracting(Placed::row).contains(94L, 100L).doesNotContain(95L, 99L);
    }

    @Test
    void bringsARowIntoViewWithoutMovingMoreThanNeeded() {
        LineLayout layout = new LineLayout(new Rows(10_000));
        Anchor anchor = new Anchor(200, 0);

        assertThat(layout.reveal(anchor, 203, 0, 30)).isEqualTo(anchor);
        Anchor below = layout.reveal(anchor, 224, 0, 30);
        assertThat(layout.place(below, 30).getLast().row()).isEqualTo(224);
        Anchor far = layout.reveal(anchor, 7001, 0, 30);
        assertThat(layout.place(far, 30)).extracting(Placed::row).contains(7001L);
        assertThat(layout.reveal(anchor, 199, 0, 30).row()).isEqualTo(194);
    }

    @Test
    void staysInsideWhenTheOldestRowsAreGone() {
        LineLayout layout = new LineLayout(new LineBlocks(dropped(), 100));

        assertThat(layout.clamp(new Anchor(3, 0), 10)).isEqualTo(new Anchor(50, 0));
    }

    private static ListedLines dropped() {
        ListedLines lines = ListedLines.counted(100);
        lines.dropTo(50);
        return lines;
    }

    @Test
    void breaksWideCharactersAndTabsAtTheirColumns() {
        LineBlock block = LineBlock.of(
                ShownLine.of(0, null, LineLevel.NONE, 0, "日本語abc\tx"), new LineBlock.Options(5, 100, false, false));

        assertThat(block.height()).isEqualTo(4);
        assertThat(block.text().substring(block.start(0), block.end(0))).isEqualTo("日本");
        assertThat(block.column(0, 1)).isEqualTo(2);
        assertThat(block.character(0, 2.4)).isEqualTo(1);
    }

    @Test
    void cutsALineOfAMegabyteAndSaysHowMuchThereIs() {
        String text = "x".repeat(1 << 20);
        LineBlock block = LineBlock.of(
                ShownLine.of(0, null, LineLevel.NONE, 0, text), new LineBlock.Options(0, 8000, false, false));

        assertThat(block.text()).hasSize(8000);
        assertThat(block.tail()).isEqualTo("… 1.0 MiB, open whole");
    }
}
