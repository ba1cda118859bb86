package dev.wheelhouse.ui.controls.editor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/** Puts styles on the paragraphs that are on the screen, and on no others. */
final class VisibleStyles {

    private final CodeArea area;
    private TextAnalysis analysis = TextAnalysis.EMPTY;
    private List<Mark> marks = List.of();

    /** A style beside those of the analysis: an error, a match. */
    record Mark(int start, int end, String style) {}

    VisibleStyles(CodeArea area) {
        this.area = area;
    }

    void setAnalysis(TextAnalysis current) {
        analysis = current;
    }

    void setMarks(List<Mark> current) {
        marks = List.copyOf(current);
    }

    void apply() {
        if (area.getVisibleParagraphs().isEmpty()) {
            return;
        }
        int first = area.firstVisibleParToAllParIndex();
        int last = Math.min(
                area.lastVisibleParToAllParIndex(), area.getParagraphs().size() - 1);
        for (int paragraph = first; paragraph <= last; paragraph++) {
            style(paragraph);
        }
    }

    private void style(int paragraph) {
        int length = area.getParagraphLength(paragraph);
        if (length == 0 || length > TextLimits.LONGEST_STYLED_LINE) {
            return;
        }
        int start = area.getAbsolutePosition(paragraph, 0);
        StyleSpans<Collection<String>> wanted = spans(start, start + length);
        if (!wanted.equals(area.getStyleSpans(paragraph))) {
            area.setStyleSpans(paragraph, 0, wanted);
        }
    }

    /** The styles between two places, at least one of them. */
    StyleSpans<Collection<String>> spans(int from, int to) {
        TreeSet<Integer> edges = new TreeSet<>();
        edges.add(from);
        edges.add(to);
        List<Mark> here = new ArrayList<>();
        for (int i = analysis.firstBehind(from); i < analysis.size() && analysis.start(i) < to; i++) {
            here.add(new Mark(analysis.start(i), analysis.end(i), analysis.style(i)));
        }
        for (Mark mark : marks) {
            if (mark.start() < to && mark.end() > from) {
                here.add(mark);
            }
        }
        for (Mark mark : here) {
            edges.add(Math.clamp(mark.start(), from, to));
            edges.add(Math.clamp(mark.end(), from, to));
        }
        StyleSpansBuilder<Collection<String>> builder = new StyleSpansBuilder<>();
        int begin = from;
        for (int end : edges.tailSet(from, false)) {
            builder.add(stylesOf(here, begin, end), end - begin);
            begin = end;
        }
        return builder.create();
    }

    private static List<String> stylesOf(List<Mark> here, int begin, int end) {
        List<String> styles = new ArrayList<>(2);
        for (Mark mark : here) {
            if (mark.start() <= begin && mark.end() >= end) {
                styles.add(mark.style());
            }
        }
        return styles;
    }
}
