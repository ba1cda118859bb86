package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.editor.EditorResult;
import dev.wheelhouse.core.databases.editor.ResultCell;
import dev.wheelhouse.core.databases.values.Field;
import dev.wheelhouse.core.platform.json.JsonStrings;
import dev.wheelhouse.ui.controls.grid.GridCell;
import dev.wheelhouse.ui.controls.grid.GridColumn;
import dev.wheelhouse.ui.controls.grid.GridRow;
import dev.wheelhouse.ui.controls.grid.ListGridModel;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Puts results into the grid's terms. */
final class ResultCells {

    private static final Pattern NUMERIC = Pattern.compile(
            "(small|big)?int(eger|\\d)?\\b.*|numeric.*|decimal.*|real|double.*|float.*|money|oid|(small|big)?serial.*");

    private ResultCells() {}

    static List<GridColumn> columns(EditorResult result) {
        List<String> key = result.source() == null ? List.of() : result.source().key();
        return java.util.stream.IntStream.range(0, result.fields().size())
                .mapToObj(i -> column(result, key, i))
                .toList();
    }

    private static GridColumn column(EditorResult result, List<String> key, int at) {
        Field field = result.fields().get(at);
        boolean isKey = result.source() != null
                && key.contains(result.source().columns().get(at));
        String type = field.dataType();
        boolean numeric = NUMERIC.matcher(type.toLowerCase(Locale.ROOT)).matches();
        return new GridColumn(field.name(), type, numeric, isKey, null);
    }

    static List<GridRow> rows(List<List<ResultCell>> rows) {
        return rows.stream()
                .map(row ->
                        ListGridModel.row(row.stream().map(ResultCells::cell).toList()))
                .toList();
    }

    static GridCell cell(ResultCell cell) {
        String json = cell.shown().text();
        if (cell.isCut()) {
            String kept = cell.kept() == null ? json : cell.kept().text();
            return GridCell.cut(text(json), kept, cell.length());
        }
        return cell.shown().isNull() ? GridCell.NULL : GridCell.value(text(json), json);
    }

    private static String text(String json) {
        return json.startsWith("\"") ? JsonStrings.decoded(json) : json;
    }
}
