package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.LogRows;
import dev.wheelhouse.ui.controls.log.LineLevel;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Makes lines of a document ready for the view: with what is folded under what. */
final class ShownLines {

    /** Lines beyond these that belong to one before them are not folded under it. */
    static final int MOST_FOLDED = 500;

    private final ToIntFunction<@Nullable String> sources;

    /** @param sources the index of the log that an instance is */
    ShownLines(ToIntFunction<@Nullable String> sources) {
        this.sources = sources;
    }

    /** Lines of rows as they were read, with their neighbours as far as folds reach. */
    record Reading(List<DocumentLine> lines, int behindFirst, List<DocumentLine> later) {

        static Reading of(LogRows rows, long first, int count) {
            List<DocumentLine> lines = rows.rows(first, count);
            if (lines.isEmpty()) {
                return new Reading(lines, 0, List.of());
            }
            int behind = lines.getFirst().continued() ? behind(rows, first, lines.getFirst()) : 0;
            List<DocumentLine> later = lines.size() == count ? rows.rows(first + count, 1) : List.of();
            if (!later.isEmpty() && later.getFirst().continued()) {
                later = rows.rows(first + count, MOST_FOLDED);
            }
            return new Reading(lines, behind, later);
        }

        /** How far before a row the one lies that it belongs to; 0 when that is not among the rows. */
        private static int behind(LogRows rows, long row, DocumentLine line) {
            long from = Math.max(0, row - MOST_FOLDED);
            List<DocumentLine> earlier = rows.rows(from, (int) (row - from));
            DocumentLine after = line;
            for (int i = earlier.size() - 1; i >= 0; i--) {
                DocumentLine each = earlier.get(i);
                if (!areNeighbours(each, after)) {
                    return 0;
                }
                if (!each.continued()) {
                    return earlier.size() - i;
                }
                after = each;
            }
            return 0;
        }
    }

    /** Between neighbours of a filter's result other lines may have been left out. */
    private static boolean areNeighbours(DocumentLine line, DocumentLine next) {
        return line.number() == DocumentLine.UNKNOWN || line.number() + 1 == next.number();
    }

    List<ShownLine> of(Reading reading) {
        List<DocumentLine> all = new ArrayList<>(reading.lines());
        all.addAll(reading.later());
        int[] behind = new int[all.size()];
        int[] follows = new int[all.size()];
        for (int i = 0; i < all.size(); i++) {
            behind[i] = behind(reading, all, behind, i);
            if (behind[i] > 0 && i - behind[i] >= 0) {
                follows[i - behind[i]]++;
            }
        }
        List<ShownLine> shown = new ArrayList<>(reading.lines().size());
        for (int i = 0; i < reading.lines().size(); i++) {
            shown.add(shown(all.get(i), follows[i], behind[i]));
        }
        return shown;
    }

    private static int behind(Reading reading, List<DocumentLine> all, int[] behind, int index) {
        if (!all.get(index).continued()) {
            return 0;
        }
        if (index == 0) {
            return reading.behindFirst();
        }
        if (!areNeighbours(all.get(index - 1), all.get(index))) {
            return 0;
        }
        boolean afterHead = !all.get(index - 1).continued();
        int next = afterHead ? 1 : behind[index - 1] == 0 ? 0 : behind[index - 1] + 1;
        return next > MOST_FOLDED ? 0 : next;
    }

    ShownLine shown(DocumentLine line, int follows, int behind) {
        return new ShownLine(
                line.offset(),
                line.number(),
                line.time(),
                LineLevel.valueOf(line.level().name()),
                sources.applyAsInt(line.instance()),
                line.text(),
                line.length(),
                line.isCut(),
                follows,
                behind);
    }
}
