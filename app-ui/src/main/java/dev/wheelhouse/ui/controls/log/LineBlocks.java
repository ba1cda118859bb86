package dev.wheelhouse.ui.controls.log;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lines that were made ready lately, and what of them is folded. */
final class LineBlocks implements LineLayout.Extents {

    private static final int KEPT = 600;
    /** No more characters than this, so that a few lines of a megabyte do not fill the heap. */
    private static final long KEPT_CHARACTERS = 4_000_000;

    private final Map<Long, LineBlock> known = new LinkedHashMap<>(KEPT, 0.75f, true);
    private final Set<Long> jsonExceptions = new HashSet<>();
    private boolean unfoldsJson;
    private final Set<Long> exceptions = new HashSet<>();
    private LogLines lines;
    private boolean folding = true;
    private int wrapColumns;
    private int longest;
    private long characters;

    LineBlocks(LogLines lines, int longest) {
        this.lines = lines;
        this.longest = longest;
    }

    void show(LogLines other) {
        lines = other;
        forget();
        jsonExceptions.clear();
        exceptions.clear();
    }

    void forget() {
        known.clear();
        characters = 0;
    }

    /** @param columns 0 wraps nothing */
    void wrap(int columns) {
        if (columns != wrapColumns) {
            wrapColumns = columns;
            forget();
        }
    }

    void setLongest(int characters) {
        longest = characters;
        forget();
    }

    /** Folds or unfolds all stack traces. */
    void setFolding(boolean folds) {
        folding = folds;
        exceptions.clear();
        forget();
    }

    /** Writes all JSON over several lines, or in one. */
    void setUnfoldsJson(boolean unfolds) {
        unfoldsJson = unfolds;
        jsonExceptions.clear();
        forget();
    }

    /** Turns the fold of a line round, of its stack trace or its JSON; false where there is none. */
    boolean toggle(ShownLine line) {
        LineBlock block = LineBlock.of(line, options(line));
        if (line.follows() > 0) {
            flip(exceptions, line.id());
        } else if (block.isJson()) {
            flip(jsonExceptions, line.id());
        } else {
            return false;
        }
        return true;
    }

    private static void flip(Set<Long> numbers, long number) {
        if (!numbers.remove(number)) {
            numbers.add(number);
        }
    }

    void unfoldTrace(ShownLine head) {
        if (isFolded(head)) {
            flip(exceptions, head.id());
        }
    }

    /** The line of a row; null while it is not there. */
    @Nullable
    LineBlock block(long row) {
        ShownLine line = lines.line(row);
        if (line == null) {
            return null;
        }
        LineBlock block = known.get(row);
        LineBlock.Options options = options(line);
        if (block == null || !block.isFor(line, options)) {
            LineBlock before = block;
            block = LineBlock.of(line, options);
            characters +=
                    block.text().length() - (before == null ? 0 : before.text().length());
            known.put(row, block);
            trim();
        }
        return block;
    }

    private void trim() {
        var oldest = known.values().iterator();
        while ((known.size() > KEPT || characters > KEPT_CHARACTERS) && known.size() > 1) {
            characters -= oldest.next().text().length();
            oldest.remove();
        }
    }

    private LineBlock.Options options(ShownLine line) {
        return new LineBlock.Options(
                wrapColumns, longest, unfoldsJson != jsonExceptions.contains(line.id()), isFolded(line));
    }

    private boolean isFolded(ShownLine head) {
        return head.follows() > 0 && folding != exceptions.contains(head.id());
    }

    @Override
    public long first() {
        return lines.first();
    }

    @Override
    public long end() {
        return lines.end();
    }

    @Override
    public int height(long row) {
        LineBlock block = block(row);
        return block == null ? 1 : block.height();
    }

    @Override
    public long next(long row) {
        ShownLine line = lines.line(row);
        return row + 1 + (line != null && isFolded(line) ? line.follows() : 0);
    }

    @Override
    public long previous(long row) {
        return seen(row - 1);
    }

    @Override
    public long seen(long row) {
        ShownLine line = row < first() || row >= end() ? null : lines.line(row);
        if (line == null || line.behind() == 0) {
            return row;
        }
        ShownLine head = lines.line(row - line.behind());
        return head != null && isFolded(head) ? row - line.behind() : row;
    }
}
