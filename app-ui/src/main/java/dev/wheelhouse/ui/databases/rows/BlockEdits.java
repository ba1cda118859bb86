package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.edits.EditService;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridRange;
import dev.wheelhouse.ui.controls.grid.PasteText;
import dev.wheelhouse.ui.controls.grid.PastedCell;
import dev.wheelhouse.ui.shell.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Edits of many cells at once. Belongs to the window's thread. */
public final class BlockEdits {

    private final RowEditing editing;

    BlockEdits(RowEditing editing) {
        this.editing = editing;
    }

    /** Deletes whole rows, or sets cells to NULL. */
    public void delete(List<GridRange> ranges) {
        for (GridRange range : ranges) {
            if (range.rows() > EditService.MOST_EDITS) {
                warn("Select at most " + EditService.MOST_EDITS + " rows to change them here.");
                return;
            }
        }
        int refused = 0;
        for (GridRange range : ranges) {
            // From below, since a new row that goes moves those under it.
            for (long row = range.lastRow(); row >= range.firstRow(); row--) {
                refused += range.wholeRows() ? (editing.deleteRow(row) ? 0 : 1) : clear(row, range.columns());
            }
        }
        editing.stagedChanged();
        if (refused > 0) {
            String note = editing.noteProperty().get();
            warn(
                    !note.isEmpty()
                            ? note
                            : editing.applyingProperty().get()
                                    ? RowEditing.SENT
                                    : "Some cells cannot be NULL or be changed.");
        }
    }

    private int clear(long row, List<Integer> columns) {
        int refused = 0;
        for (Integer column : columns) {
            if (!isNullable(column) || editing.obstacle(row, column).isPresent()) {
                refused++;
            } else {
                editing.set(row, column, RawJson.NULL);
            }
        }
        return refused;
    }

    private boolean isNullable(int column) {
        return editing.shape().orElseThrow().columns().get(column).nullable();
    }

    /** Adds copies of rows; their key and what the database makes itself are left out. */
    public void duplicate(List<GridRange> ranges) {
        RowShape known = editing.shape().orElse(null);
        if (known == null || !editing.mayInsert()) {
            // Which says why not.
            editing.insert();
            return;
        }
        List<Map<Integer, RawJson>> copies = new ArrayList<>();
        int cut = 0;
        for (GridRange range : ranges) {
            for (long row = range.firstRow(); row <= range.lastRow() && copies.size() < EditService.MOST_EDITS; row++) {
                LoadedRow at = editing.loadedAt(row);
                for (int column = 0; at != null && column < known.columns().size(); column++) {
                    boolean copied = known.isWritable(column) && !known.isKey(column);
                    cut += copied && editing.valueAt(row, column).isEmpty() ? 1 : 0;
                }
                copies.add(copy(known, row));
            }
        }
        copies.forEach(editing::add);
        if (cut > 0) {
            warn((cut == 1 ? "One value is" : cut + " values are")
                    + " too long to be copied with the rows and left to the database's default.");
        }
    }

    private Map<Integer, RawJson> copy(RowShape known, long row) {
        Map<Integer, RawJson> values = new TreeMap<>();
        for (int column = 0; column < known.columns().size(); column++) {
            if (known.isWritable(column) && !known.isKey(column)) {
                int at = column;
                editing.valueAt(row, column).ifPresent(value -> values.put(at, value));
            }
        }
        return values;
    }

    /** Puts a block of text over the cells. */
    public void paste(long row, List<Integer> columns, String text) {
        if (editing.shape().isEmpty()) {
            return;
        }
        List<List<PastedCell>> block = PasteText.parse(text);
        if (block.size() > EditService.MOST_EDITS) {
            warn("Paste at most " + EditService.MOST_EDITS + " rows at once.");
            return;
        }
        List<String> problems = new ArrayList<>();
        for (int line = 0; line < block.size(); line++) {
            List<PastedCell> fields = block.get(line);
            for (int i = 0; i < Math.min(fields.size(), columns.size()); i++) {
                paste(row + line, columns.get(i), fields.get(i)).ifPresent(problems::add);
            }
        }
        editing.stagedChanged();
        if (!problems.isEmpty()) {
            warn(problems.getFirst()
                    + (problems.size() > 1 ? " So it was with " + (problems.size() - 1) + " more." : ""));
        }
    }

    private Optional<String> paste(long row, int column, PastedCell field) {
        if (row >= editing.rows().rowCount()) {
            return Optional.of("There are fewer rows here than in what was pasted.");
        }
        Optional<String> obstacle = editing.obstacle(row, column);
        if (obstacle.isPresent()) {
            return obstacle;
        }
        if (field.isNothing()) {
            if (!isNullable(column)) {
                return Optional.of(editing.name(column) + " cannot be NULL.");
            }
            editing.set(row, column, RawJson.NULL);
            return Optional.empty();
        }
        try {
            editing.setText(row, column, field.text());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(editing.name(column) + ": " + e.getMessage());
        }
    }

    private void warn(String sentences) {
        editing.workbench().say(Notice.warning(sentences));
    }
}
