package dev.wheelhouse.ui.controls.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;

class AnsiTextTest {

    private static final String ESC = "\u001b[";

    @Test
    void keepsTextWithoutEscapesAsItIs() {
        assertThat(AnsiText.of("plain [31m text").plain()).isEqualTo("plain [31m text");
        assertThat(AnsiText.of("plain").runs()).isEmpty();
    }

    @Test
    void readsColoursOfAllKinds() {
        AnsiText text = AnsiText.of(ESC + "31mred" + ESC + "0m " + ESC + "1;38;5;208morange" + ESC + "22;39m " + ESC
                + "48;2;1;2;3mback" + ESC + "m" + ESC + "38:2:9:8:7mcolons");

        assertThat(text.plain()).isEqualTo("red orange backcolons");
        assertThat(text.runs())
                .containsExactly(
                        new StyledRun(0, 3, TextStyle.coloured(1)),
                        new StyledRun(4, 10, new TextStyle(208, -1, true, false, false, false, false)),
                        new StyledRun(
                                11, 15, new TextStyle(-1, TextStyle.RGB | 0x010203, false, false, false, false, false)),
                        new StyledRun(15, 21, TextStyle.coloured(TextStyle.RGB | 0x090807)));
    }

    @Test
    void leavesOutWhateverElseATerminalIsTold() {
        assertThat(AnsiText.strip("\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\" + ESC + "2Kb"
                        + ESC + "?25lc\u001b(Bd\u009b1me"))
                .isEqualTo("alinkbcde");
    }

    @Test
    void survivesWhatIsBrokenOff() {
        assertThat(AnsiText.strip("a" + ESC)).isEqualTo("a");
        assertThat(AnsiText.strip("a\u001b")).isEqualTo("a");
        assertThat(AnsiText.strip("a" + ESC + "38;5")).isEqualTo("a");
        assertThat(AnsiText.strip("a" + ESC + "38;5mb")).isEqualTo("ab");
        assertThat(AnsiText.strip("a\u001b]0;no end")).isEqualTo("a");
    }

    @Test
    void neverShowsAnEscapeAndKeepsRunsInsideWhateverComes() {
        Random random = new Random(7);
        char[] letters = "\u001b\u009b[]m;:0123456789abc?\u0007\\ ".toCharArray();
        for (int turn = 0; turn < 5000; turn++) {
            StringBuilder raw = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                raw.append(letters[random.nextInt(letters.length)]);
            }
            AnsiText text = AnsiText.of(raw.toString());
            assertThat(text.plain()).doesNotContain("\u001b");
            int before = 0;
            for (StyledRun run : text.runs()) {
                assertThat(run.start()).isBetween(before, text.plain().length());
                assertThat(run.end()).isBetween(run.start() + 1, text.plain().length());
                before = run.end();
            }
        }
    }

    @Test
    void everyColourCanBeReadOnEveryPaper() {
        for (Color paper : new Color[] {Color.WHITE, Color.web("#0d1117"), Color.web("#ffebe9"), Color.GRAY}) {
            AnsiColors colors = new AnsiColors(paper.equals(Color.WHITE) ? Color.BLACK : Color.WHITE, paper);
            for (int code = 0; code < 256; code++) {
                for (int back : new int[] {TextStyle.DEFAULT, 1, 7, 15, 226}) {
                    Color behind = colors.background(back);
                    assertThat(AnsiColors.contrast(colors.foreground(code, back, code % 2 == 0), behind))
                            .as("colour %d on %d", code, back)
                            .isGreaterThanOrEqualTo(4.5);
                }
            }
        }
    }
}
