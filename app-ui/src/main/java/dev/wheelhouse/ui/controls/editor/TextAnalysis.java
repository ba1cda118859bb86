package dev.wheelhouse.ui.controls.editor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the parts of a text are: styles, blocks such as statements, brackets. Kept small: a script has many parts. */
public final class TextAnalysis {

    /** Of a text that nobody looked at yet. */
    public static final TextAnalysis EMPTY = new Builder().build();

    private final int[] starts;
    private final int[] ends;
    private final String[] styles;
    private final List<TextRange> blocks;
    private final int[] brackets;

    private TextAnalysis(Builder builder) {
        starts = Arrays.copyOf(builder.starts, builder.count);
        ends = Arrays.copyOf(builder.ends, builder.count);
        styles = Arrays.copyOf(builder.styles, builder.count);
        blocks = List.copyOf(builder.blocks);
        brackets = Arrays.copyOf(builder.brackets, builder.bracketCount);
    }

    int size() {
        return starts.length;
    }

    int start(int index) {
        return starts[index];
    }

    int end(int index) {
        return ends[index];
    }

    String style(int index) {
        return styles[index];
    }

    /** The first range that ends behind a place. */
    int firstBehind(int place) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    public List<TextRange> blocks() {
        return blocks;
    }

    /** The block at a caret: the one that touches it, else the last before it, else the first. */
    public Optional<TextRange> findBlock(int caret) {
        TextRange before = null;
        for (TextRange block : blocks) {
            if (block.touches(caret)) {
                return Optional.of(block);
            }
            if (block.end() < caret) {
                before = block;
            }
        }
        return before == null ? blocks.stream().findFirst() : Optional.of(before);
    }

    /** The bracket that belongs to the one at a place; -1 when there is none. */
    int partnerOf(int place) {
        int at = Arrays.binarySearch(brackets, 0, brackets.length, place << 1);
        boolean opens = at >= 0;
        if (!opens) {
            at = Arrays.binarySearch(brackets, place << 1 | 1);
            if (at < 0) {
                return -1;
            }
        }
        int depth = 0;
        for (int i = at; i >= 0 && i < brackets.length; i += opens ? 1 : -1) {
            depth += (brackets[i] & 1) == 0 ? 1 : -1;
            if (depth == 0) {
                return brackets[i] >> 1;
            }
        }
        return -1;
    }

    /** Collects an analysis, in the order of the text. */
    public static final class Builder {
        private int[] starts = new int[64];
        private int[] ends = new int[64];
        private String[] styles = new String[64];
        private int count;
        private int[] brackets = new int[16];
        private int bracketCount;
        private final List<TextRange> blocks = new ArrayList<>();

        /** @param style a style class */
        public void style(int start, int end, String style) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
                ends = Arrays.copyOf(ends, 2 * count);
                styles = Arrays.copyOf(styles, 2 * count);
            }
            starts[count] = start;
            ends[count] = end;
            styles[count++] = style;
        }

        public void bracket(int place, boolean opens) {
            if (bracketCount == brackets.length) {
                brackets = Arrays.copyOf(brackets, 2 * bracketCount);
            }
            brackets[bracketCount++] = place << 1 | (opens ? 0 : 1);
        }

        public void block(int start, int end) {
            blocks.add(new TextRange(start, end));
        }

        public TextAnalysis build() {
            return new TextAnalysis(this);
        }
    }
}
