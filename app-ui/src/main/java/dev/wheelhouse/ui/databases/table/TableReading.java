package dev.wheelhouse.ui.databases.table;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.rows.RowPosition;
import dev.wheelhouse.core.databases.tables.CellPage;
import dev.wheelhouse.core.databases.tables.RowsRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.databases.rows.CopiedRows;
import dev.wheelhouse.ui.databases.rows.LoadedRow;
import dev.wheelhouse.ui.databases.rows.RowPlace;
import dev.wheelhouse.ui.databases.rows.RowShape;
import dev.wheelhouse.ui.databases.rows.ShownRow;
import dev.wheelhouse.ui.databases.rows.StagedEdits;
import dev.wheelhouse.ui.databases.rows.StagedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads rows of a table page by page for a copy; what is staged is as it was when the copy began. */
final class TableReading implements CopiedRows.Reading {

    private static final int PAGE = 500;

    /** Longer values are fetched by a call each. */
    private static final int CHARACTERS = 32_768;

    private static final int FEW_CHARACTERS = 256;

    /** Where pages come from. */
    @FunctionalInterface
    interface Pages {
        CellPage read(RowPosition position, int limit, int characters);

        /** Of a table, in an order and with filters as they are now. */
        static Pages of(Databases databases, Supplier<Caller> callers, RowPlace place, String sort, String filters) {
            return (position, limit, characters) -> databases
                    .rows()
                    .cells(
                            callers.get(),
                            place.connection().id(),
                            place.schema(),
                            place.table(),
                            new RowsRequest(limit, sort, filters, position),
                            characters);
        }
    }

    /** Rows of the grid, both included. */
    record Span(long first, long last) {}

    private final Pages pages;
    private final RowShape shape;
    private final Map<Map<String, RawJson>, StagedRow> changed;
    private final List<ShownRow> added;
    private @Nullable RowPosition next;
    private long left;

    /** @param from where the span's first row of the table stands */
    TableReading(Pages pages, RowShape shape, StagedEdits edits, Span span, RowPosition from) {
        this.pages = pages;
        this.shape = shape;
        this.changed = edits.snapshot();
        int end = (int) Math.min(edits.added().size(), span.last() + 1);
        int start = (int) Math.min(span.first(), end);
        this.added = edits.added().subList(start, end).stream()
                .map(row -> new ShownRow(shape, null, row))
                .toList();
        this.next = from;
        this.left = span.last() == Long.MAX_VALUE ? Long.MAX_VALUE : span.last() - span.first() + 1 - added.size();
    }

    private boolean began;

    @Override
    public List<ShownRow> next() {
        if (!began) {
            began = true;
            if (!added.isEmpty()) {
                return added;
            }
        }
        RowPosition position = next;
        if (position == null || left <= 0) {
            return List.of();
        }
        CellPage page = page(position);
        refuseOtherColumns(page);
        List<ShownRow> rows = new ArrayList<>();
        page.rows().forEach(cells -> {
            LoadedRow row = new LoadedRow(shape, cells);
            rows.add(new ShownRow(shape, row, changed.get(row.key())));
        });
        left -= rows.size();
        next = following(page, position);
        return rows;
    }

    private static @Nullable RowPosition following(CellPage page, RowPosition position) {
        String cursor = page.next();
        if (!page.hasMore()) {
            return null;
        }
        if (cursor != null) {
            return new RowPosition.After(cursor);
        }
        // Without a key rows are found by counting only.
        long before = position instanceof RowPosition.Offset(long rows) ? rows : 0;
        return new RowPosition.Offset(before + page.rows().size());
    }

    /** Fewer rows and less of each where a page would be too large. */
    private CellPage page(RowPosition position) {
        int limit = (int) Math.min(PAGE, left);
        while (true) {
            try {
                return pages.read(position, limit, limit == 1 ? FEW_CHARACTERS : CHARACTERS);
            } catch (AppException e) {
                if (e.errorCode() != PlatformError.PAYLOAD_TOO_LARGE || limit == 1) {
                    throw e;
                }
                limit = Math.max(1, limit / 4);
            }
        }
    }

    private void refuseOtherColumns(CellPage page) {
        if (!page.columns().equals(shape.columns())) {
            throw new AppException(
                    PlatformError.CONFLICT,
                    "The columns of this table were changed meanwhile. Refresh the rows and copy again. Nothing was"
                            + " copied.");
        }
    }
}
