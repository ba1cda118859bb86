package dev.wheelhouse.ui.controls.log;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A line made ready to be painted: without its escape sequences, unfolded or not, cut into the lines of the screen. */
final class LineBlock {

    /** How a line is to be shown. */
    record Options(int wrapColumns, int longest, boolean unfolded, boolean folded) {}

    private final ShownLine line;
    private final Options options;
    private final String text;
    private final List<StyledRun> runs;
    private final boolean simple;
    private final boolean json;
    private final String tail;
    private final int[] starts;
    private final int[] ends;
    private @Nullable List<TextRange> found;
    private @Nullable Object foundFor;

    private LineBlock(ShownLine line, Options options, AnsiText shown, boolean json, String tail) {
        this.line = line;
        this.options = options;
        this.text = shown.plain();
        this.runs = shown.runs();
        this.json = json;
        this.tail = tail;
        this.simple = Columns.isSimple(text);
        int[] bounds = Breaks.of(text, simple, options.wrapColumns(), tail.length());
        int count = bounds.length / 2;
        this.starts = Arrays.copyOf(bounds, count);
        this.ends = Arrays.copyOfRange(bounds, count, 2 * count);
    }

    static LineBlock of(ShownLine line, Options options) {
        AnsiText ansi = AnsiText.of(line.text());
        boolean likely = !line.cut() && JsonFold.isLikely(ansi.plain());
        if (options.unfolded() && likely) {
            Optional<JsonFold> fold = JsonFold.of(ansi.plain());
            if (fold.isPresent()) {
                return new LineBlock(
                        line,
                        options,
                        new AnsiText(fold.get().text(), fold.get().runs()),
                        true,
                        "");
            }
        }
        boolean tooLong = ansi.plain().length() > options.longest();
        AnsiText shown = tooLong ? cut(ansi, options.longest()) : ansi;
        return new LineBlock(line, options, shown, likely, tail(line, options, tooLong));
    }

    private static AnsiText cut(AnsiText ansi, int length) {
        List<StyledRun> runs = ansi.runs().stream()
                .filter(run -> run.start() < length)
                .map(run -> new StyledRun(run.start(), Math.min(run.end(), length), run.style()))
                .toList();
        return new AnsiText(ansi.plain().substring(0, length), runs);
    }

    private static String tail(ShownLine line, Options options, boolean tooLong) {
        if (line.cut() || tooLong) {
            return "… " + ByteSizes.of(line.length()) + ", open whole";
        }
        if (line.follows() > 0 && options.folded()) {
            return "▸ " + line.follows() + (line.follows() == 1 ? " more line" : " more lines");
        }
        return "";
    }

    boolean isFor(ShownLine wanted, Options how) {
        return line.equals(wanted) && options.equals(how);
    }

    ShownLine line() {
        return line;
    }

    /** What is shown, with line breaks where it is unfolded. */
    String text() {
        return text;
    }

    List<StyledRun> runs() {
        return runs;
    }

    /** Whether each character takes one column. */
    boolean isSimple() {
        return simple;
    }

    /** Whether it seems to be JSON, which can be unfolded. */
    boolean isJson() {
        return json;
    }

    boolean isUnfolded() {
        return json && options.unfolded();
    }

    boolean isFolded() {
        return line.follows() > 0 && options.folded();
    }

    boolean isCut() {
        return tail.startsWith("…");
    }

    /** The text behind its end, which opens something when it is clicked; empty for none. */
    String tail() {
        return tail;
    }

    int height() {
        return starts.length;
    }

    int start(int part) {
        return starts[part];
    }

    int end(int part) {
        return ends[part];
    }

    /** Which line of the screen a character stands in. */
    int partOf(int character) {
        int part = 0;
        while (part + 1 < starts.length && starts[part + 1] <= character) {
            part++;
        }
        return part;
    }

    /** The column of a character within its line of the screen. */
    int column(int part, int character) {
        if (simple) {
            return character - starts[part];
        }
        int column = 0;
        for (int at = starts[part]; at < character && at < ends[part]; ) {
            int codePoint = text.codePointAt(at);
            column = Columns.after(codePoint, column);
            at += Character.charCount(codePoint);
        }
        return column;
    }

    /** The character nearest to a column, rounded to where a caret may stand. */
    int character(int part, double column) {
        if (simple) {
            return Math.clamp(starts[part] + Math.round(column), starts[part], ends[part]);
        }
        int now = 0;
        int at = starts[part];
        while (at < ends[part]) {
            int codePoint = text.codePointAt(at);
            int next = Columns.after(codePoint, now);
            if (column < (now + next) / 2.0) {
                return at;
            }
            now = next;
            at += Character.charCount(codePoint);
        }
        return at;
    }

    /** The widest of its lines, in columns. */
    int columns() {
        int most = 0;
        for (int part = 0; part < starts.length; part++) {
            most = Math.max(most, column(part, ends[part]));
        }
        return most;
    }

    /** What a search finds in it; asked once for each search. */
    List<TextRange> found(LineSearch search) {
        List<TextRange> known = found;
        if (known == null || !search.equals(foundFor)) {
            known = search.find(text);
            found = known;
            foundFor = search;
        }
        return known;
    }
}
