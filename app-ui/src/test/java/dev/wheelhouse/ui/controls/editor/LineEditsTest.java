package dev.wheelhouse.ui.controls.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineEditsTest {

    @Test
    void commentsOutAndInAgain() {
        List<String> lines = List.of("  select 1", "", "    , 2");
        List<String> commented = LineEdits.toggleComment(lines, "--");
        assertThat(commented).containsExactly("  -- select 1", "", "  --   , 2");
        assertThat(LineEdits.toggleComment(commented, "--")).isEqualTo(lines);
    }

    @Test
    void commentsWhatIsOnlyPartlyAComment() {
        assertThat(LineEdits.toggleComment(List.of("-- a", "b"), "--")).containsExactly("-- -- a", "-- b");
    }

    @Test
    void indentsAndOutdents() {
        assertThat(LineEdits.indent(List.of("a", ""))).containsExactly("    a", "");
        assertThat(LineEdits.outdent(List.of("      a", " b", "\tc"))).containsExactly("  a", "b", "c");
    }

    @Test
    void refusesWhatWouldMakeTheEditorSlow() {
        assertThat(TextLimits.refusal("a\n" + "b".repeat(20_000))).isEmpty();
        assertThat(TextLimits.refusal("a\n" + "b".repeat(20_001)))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("Line 2"));
        assertThat(TextLimits.refusal("line\n".repeat(1_000_001))).isPresent();
    }

    @Test
    void findsBlocksAndBrackets() {
        TextAnalysis.Builder builder = new TextAnalysis.Builder();
        builder.block(0, 5);
        builder.block(10, 20);
        for (int open : new int[] {1, 2}) {
            builder.bracket(open, true);
        }
        builder.bracket(3, false);
        builder.bracket(4, false);
        TextAnalysis analysis = builder.build();
        assertThat(analysis.findBlock(5)).contains(new TextRange(0, 5));
        assertThat(analysis.findBlock(7)).contains(new TextRange(0, 5));
        assertThat(analysis.findBlock(12)).contains(new TextRange(10, 20));
        assertThat(analysis.partnerOf(1)).isEqualTo(4);
        assertThat(analysis.partnerOf(3)).isEqualTo(2);
        assertThat(analysis.partnerOf(0)).isEqualTo(-1);
    }
}
