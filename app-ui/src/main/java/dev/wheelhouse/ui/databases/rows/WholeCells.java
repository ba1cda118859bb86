package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.tables.ValueService;
import dev.wheelhouse.core.databases.values.Cell;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.controls.grid.GridCell;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Reads what a row holds whole, long values with a call each. Its calls block. */
final class WholeCells {

    private static final String BYTES = "\\x";

    private final Databases databases;
    private final Supplier<Caller> callers;
    private final RowPlace place;

    WholeCells(Databases databases, Supplier<Caller> callers, RowPlace place) {
        this.databases = databases;
        this.callers = callers;
        this.place = place;
    }

    /** The cell as it is shown where nothing reads the rest of it: the row has no key. */
    GridCell read(ShownRow row, int column) {
        GridCell shown = row.cell(column);
        LoadedRow loaded = row.loaded();
        if (shown.kind() != GridCell.Kind.CUT || loaded == null) {
            return shown;
        }
        GridCell whole = loaded.cell(column) instanceof Cell.Kept(String _, RawJson json, long _)
                ? row.ofValue(json, column)
                : fetch(row, loaded, column);
        return shown.changed() ? whole.asChanged() : whole;
    }

    static boolean canFetch(RowShape shape, LoadedRow row, int column) {
        return shape.isOwn(column) && !row.key().isEmpty();
    }

    private GridCell fetch(ShownRow row, LoadedRow loaded, int column) {
        RowShape shape = row.shape();
        if (!canFetch(shape, loaded, column)) {
            return row.cell(column);
        }
        ColumnDescription described = shape.columns().get(column);
        ValueService.Place at =
                new ValueService.Place(place.schema(), place.table(), RawObject.write(loaded.key()), described.name());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            databases.values().read(callers.get(), place.connection().id(), at, bytes);
        } catch (AppException e) {
            if (e.errorCode() == PlatformError.NOT_FOUND) {
                throw new AppException(
                        PlatformError.CONFLICT,
                        "A value of " + described.name()
                                + " is not there any more; somebody changed its row. Read the rows again. Nothing was"
                                + " copied.");
            }
            throw e;
        }
        return row.ofValue(json(shape, described, row.cell(column).text(), bytes.toByteArray()), column);
    }

    private static RawJson json(RowShape shape, ColumnDescription column, String beginning, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (shape.engine() == Engine.POSTGRESQL) {
            if (column.uiType() == UiType.BINARY) {
                return new RawJson(Json.write(BYTES + HexFormat.of().formatHex(bytes)));
            }
            return column.uiType() == UiType.JSON ? new RawJson(text) : new RawJson(Json.write(text));
        }
        // There a column of any type may hold bytes, which only their first bytes show.
        boolean binary = beginning.startsWith(BYTES) && !text.startsWith(BYTES);
        return binary
                ? new RawJson("{\"$blob\":" + Json.write(BYTES + HexFormat.of().formatHex(bytes)) + "}")
                : new RawJson(Json.write(text));
    }
}
