package dev.wheelhouse.ui.controls.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CopyAndPasteTest {

    private static final List<GridColumn> COLUMNS =
            List.of(GridColumn.of("a|b", "text", false), GridColumn.of("n", "int", true));

    private static GridCell text(String text) {
        return GridCell.value(text, '"' + text + '"');
    }

    private static List<List<String>> parsed(String text) {
        return PasteText.parse(text).stream()
                .map(row -> row.stream()
                        .map(cell -> cell.isNothing() ? "NULL" : "<" + cell.text() + ">")
                        .toList())
                .toList();
    }

    @Test
    void pastesExactlyWhatWasCopiedWhateverTheTextHolds() {
        String alphabet = "ab\"\"\t\n\r, é🚀";
        Property.holds(500, random -> {
            List<List<GridCell>> rows = new ArrayList<>();
            int width = random.nextInt(1, 4);
            for (int row = random.nextInt(1, 5); row > 0; row--) {
                List<GridCell> cells = new ArrayList<>();
                for (int column = 0; column < width; column++) {
                    cells.add(random.nextInt(4) == 0 ? GridCell.NULL : text(randomText(random, alphabet)));
                }
                rows.add(cells);
            }
            // A last line that is nothing at all looks like the end of the line before.
            rows.getLast().set(0, text("end"));
            // One column of texts with commas could be read as a block of several.
            String copied = CopyText.of(CopyFormat.TSV, List.of(), rows);
            List<List<PastedCell>> pasted = PasteText.parse(copied);
            if (width == 1 && pasted.getFirst().size() > 1) {
                return;
            }
            assertThat(pasted.stream()
                            .map(row -> row.stream()
                                    .map(cell -> cell.isNothing() ? "null" : "<" + cell.text() + ">")
                                    .toList())
                            .toList())
                    .isEqualTo(rows.stream()
                            .map(row -> row.stream()
                                    .map(cell -> cell.isNull() ? "null" : "<" + cell.text() + ">")
                                    .toList())
                            .toList());
        });
    }

    private static String randomText(Random random, String alphabet) {
        StringBuilder text = new StringBuilder();
        int[] points = alphabet.codePoints().toArray();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    @Test
    void takesALineWithCommasAsOneValueAndABlockWithCommasAsABlock() {
        assertThat(parsed("Hello, world")).containsExactly(List.of("<Hello, world>"));
        assertThat(parsed("1,a\r\n2,\"b,c\"\r\n")).containsExactly(List.of("<1>", "<a>"), List.of("<2>", "<b,c>"));
        assertThat(parsed("one\ntwo, three\n")).containsExactly(List.of("<one>"), List.of("<two, three>"));
    }

    @Test
    void keepsQuotesThatEncloseNothing() {
        assertThat(parsed("5\" pipe\t\"half")).containsExactly(List.of("<5\" pipe>", "<\"half>"));
        assertThat(parsed("\"\"\t")).containsExactly(List.of("<>", "NULL"));
    }

    @Test
    void writesEveryFormat() {
        List<List<GridCell>> rows = List.of(
                List.of(text("x|y"), GridCell.value("1", "1")), List.of(GridCell.NULL, GridCell.value("2.50", "2.50")));
        assertThat(CopyText.of(CopyFormat.CSV, COLUMNS, rows)).isEqualTo("a|b,n\r\nx|y,1\r\n,2.50\r\n");
        assertThat(CopyText.of(CopyFormat.JSON, COLUMNS, rows))
                .isEqualTo("[\n  {\"a|b\": \"x|y\", \"n\": 1},\n  {\"a|b\": null, \"n\": 2.50}\n]");
        assertThat(CopyText.of(CopyFormat.MARKDOWN, COLUMNS, rows))
                .isEqualTo("| a\\|b | n |\n| --- | ---: |\n| x\\|y | 1 |\n| *NULL* | 2.50 |\n");
    }
}
