package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.controls.grid.ByteCount;
import dev.wheelhouse.ui.controls.grid.CopyFormat;
import dev.wheelhouse.ui.controls.grid.CopyText;
import dev.wheelhouse.ui.controls.grid.GridCell;
import dev.wheelhouse.ui.controls.grid.GridColumn;
import dev.wheelhouse.ui.controls.grid.GridModel;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Puts selected cells on the clipboard. Rows that are not in the window are read and long values are read whole; where
 * that is much it asks first. Belongs to the window's thread.
 */
public final class RowCopying {

    static final int ROWS_UNASKED = 20_000;
    static final long BYTES_UNASKED = 1 << 20;

    /** More does not fit into the window's memory beside the clipboard's own copy. */
    static final long MOST_CHARACTERS = 24L << 20;

    private final Databases databases;
    private final Workbench workbench;
    private final CopiedRows rows;
    private final ReadOnlyStringWrapper progress = new ReadOnlyStringWrapper(this, "progress", "");
    private Background.Handle running = Background.Handle.NONE;

    public RowCopying(Databases databases, Workbench workbench, CopiedRows rows) {
        this.databases = databases;
        this.workbench = workbench;
        this.rows = rows;
    }

    /** How far copying is; empty while nothing is copied. */
    public ReadOnlyStringProperty progressProperty() {
        return progress.getReadOnlyProperty();
    }

    /** Ends what is being copied; the clipboard stays as it was. */
    public void cancel() {
        running.cancel();
        progress.set("");
    }

    /** Of several rectangles the last one is copied. */
    public void copy(List<GridRange> ranges, CopyFormat format) {
        if (ranges.isEmpty()) {
            return;
        }
        GridRange range = ranges.getLast();
        List<GridColumn> columns =
                range.columns().stream().map(rows.grid().columns()::get).toList();
        Supplier<CopySink> sink = () -> new TextSink(CopyText.writer(format, columns));
        if (rows.shape().isPresent() && outlook(range).complete()) {
            CopySink text = sink.get();
            for (long at = range.firstRow(); at <= range.lastRow(); at++) {
                GridRow row = Objects.requireNonNull(rows.grid().rowAt(at));
                text.add(range.columns().stream().map(row::cell).toList());
            }
            workbench.copy(text.text(), new Copied("", range.rows()).what(range));
            return;
        }
        start(range, "", sink);
    }

    /** Copies rows as the statements that would insert them. */
    public void copyAsInsert(List<GridRange> ranges) {
        RowShape shape = rows.shape().orElse(null);
        if (shape == null || ranges.isEmpty()) {
            return;
        }
        if (shape.table().columns().isEmpty()) {
            workbench.say(Notice.warning("These rows are no table's own, so there is nothing to insert them into."));
            return;
        }
        GridRange range = ranges.getLast();
        List<@Nullable String> columns = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (Integer column : range.columns()) {
            boolean writable = shape.isWritable(column);
            columns.add(writable ? shape.columns().get(column).name() : null);
            if (!writable) {
                left.add(shape.titles().get(column));
            }
        }
        String said = left.isEmpty()
                ? ""
                : "Without " + String.join(", ", left) + ": no statement may set "
                        + (left.size() == 1 ? "it." : "them.");
        RowPlace place = rows.place();
        start(range, said, () -> new InsertSink(databases, workbench.callers(), place, columns));
    }

    /** What the window knows of a range without reading. */
    private record Outlook(boolean complete, long cutValues, long cutBytes, long lost) {}

    private Outlook outlook(GridRange range) {
        GridModel grid = rows.grid();
        RowShape shape = rows.shape().orElseThrow();
        boolean complete = range.rows() <= ROWS_UNASKED;
        long values = 0;
        long bytes = 0;
        long lost = 0;
        long last = Math.min(range.lastRow(), range.firstRow() + ROWS_UNASKED);
        for (long at = range.firstRow(); at <= last; at++) {
            GridRow row = grid.rowAt(at);
            if (row == null) {
                complete = false;
                continue;
            }
            for (Integer column : range.columns()) {
                GridCell cell = row.cell(column);
                if (cell.kind() == GridCell.Kind.CUT) {
                    complete = false;
                    values++;
                    bytes += cell.bytes();
                    lost += isLost(shape, row, column) ? 1 : 0;
                }
            }
        }
        return new Outlook(complete, values, bytes, lost);
    }

    private static boolean isLost(RowShape shape, GridRow row, int column) {
        return row instanceof ShownRow shown
                && shown.loaded() != null
                && shown.loaded().whole(column).isEmpty()
                && !WholeCells.canFetch(shape, shown.loaded(), column);
    }

    private void start(GridRange range, String said, Supplier<CopySink> sink) {
        if (rows.shape().isEmpty()) {
            return;
        }
        Outlook outlook = outlook(range);
        if (outlook.lost() > 0) {
            workbench.ask(
                    new Question(
                            "Copy only beginnings?",
                            (outlook.lost() == 1 ? "One value was" : outlook.lost() + " values were")
                                    + " too long to be kept and nothing names their rows, so only their first"
                                    + " characters can be copied. Export the result to have them whole.",
                            "Copy the beginnings",
                            false),
                    () -> read(range, said, sink));
            return;
        }
        if (range.rows() > ROWS_UNASKED || outlook.cutBytes() > BYTES_UNASKED) {
            workbench.ask(question(range, outlook), () -> read(range, said, sink));
            return;
        }
        read(range, said, sink);
    }

    private static Question question(GridRange range, Outlook outlook) {
        String many = String.format(Locale.ROOT, "%,d rows", range.rows());
        if (range.rows() > ROWS_UNASKED) {
            return new Question(
                    "Copy " + many + "?",
                    "They are read from the database first, long values whole, which can take a while; you can cancel"
                            + " it. Up to " + ByteCount.of(MOST_CHARACTERS)
                            + " fit on the clipboard. An export into a file has no limit.",
                    "Copy them",
                    false);
        }
        return new Question(
                "Copy " + ByteCount.of(outlook.cutBytes()) + "?",
                (outlook.cutValues() == 1 ? "One value is" : outlook.cutValues() + " values are") + " long, together "
                        + ByteCount.of(outlook.cutBytes()) + ", and read whole for this.",
                "Copy them whole",
                false);
    }

    private void read(GridRange range, String said, Supplier<CopySink> sinks) {
        Optional<CopiedRows.Reading> reading = rows.read(range);
        if (reading.isEmpty()) {
            workbench.say(Notice.warning(
                    "The first of the selected rows is not on the screen any more. Select again, from above."));
            return;
        }
        cancel();
        progress.set("Copying …");
        AtomicBoolean stopped = new AtomicBoolean();
        WholeCells whole = new WholeCells(databases, workbench.callers(), rows.place());
        running = workbench
                .background()
                .run(
                        () -> gather(range, reading.get(), whole, sinks.get(), stopped),
                        () -> stopped.set(true),
                        copied -> {
                            progress.set("");
                            workbench.copy(copied.text(), copied.what(range));
                            if (!said.isEmpty()) {
                                workbench.say(Notice.info(said));
                            }
                        },
                        error -> {
                            progress.set("");
                            workbench.say(error);
                        });
    }

    private record Copied(String text, long rows) {

        String what(GridRange range) {
            if (rows == 1 && range.columns().size() == 1) {
                return "Value";
            }
            return String.format(Locale.ROOT, "%,d", rows) + (rows == 1 ? " row" : " rows");
        }
    }

    private Copied gather(
            GridRange range, CopiedRows.Reading reading, WholeCells whole, CopySink sink, AtomicBoolean stopped) {
        long count = 0;
        List<ShownRow> batch = reading.next();
        while (!batch.isEmpty() && !stopped.get()) {
            for (ShownRow row : batch) {
                if (stopped.get()) {
                    break;
                }
                sink.add(range.columns().stream()
                        .map(column -> whole.read(row, column))
                        .toList());
                count++;
                refuseTooMuch(sink, count);
            }
            long done = count;
            workbench.background().onWindow(() -> tell(done));
            batch = reading.next();
        }
        return new Copied(sink.text(), count);
    }

    private void tell(long done) {
        if (!progress.get().isEmpty()) {
            progress.set(String.format(Locale.ROOT, "Copying … %,d rows", done));
        }
    }

    private static void refuseTooMuch(CopySink sink, long rows) {
        if (sink.length() > MOST_CHARACTERS) {
            throw new AppException(
                    PlatformError.PAYLOAD_TOO_LARGE,
                    String.format(Locale.ROOT, "The first %,d rows already fill ", rows)
                            + ByteCount.of(MOST_CHARACTERS)
                            + ", which is all that fits on the clipboard. Nothing was copied. Select fewer rows, or"
                            + " export them into a file.");
        }
    }

    private record TextSink(CopyText.Writer writer) implements CopySink {

        @Override
        public void add(List<GridCell> row) {
            writer.add(row);
        }

        @Override
        public long length() {
            return writer.length();
        }

        @Override
        public String text() {
            return writer.end();
        }
    }
}
