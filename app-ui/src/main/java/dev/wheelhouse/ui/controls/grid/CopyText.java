package dev.wheelhouse.ui.controls.grid;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes cells as text. In the separated forms NULL is nothing at all and the empty text is {@code ""}, as PostgreSQL's
 * COPY has it, so that pasting can tell them apart.
 */
public final class CopyText {

    private CopyText() {}

    /** @param rows each with one cell a column */
    public static String of(CopyFormat format, List<GridColumn> columns, List<List<GridCell>> rows) {
        return switch (format) {
            case TSV -> separated(rows, '\t', "\n");
            case CSV -> header(columns) + separated(rows, ',', "\r\n") + (rows.isEmpty() ? "" : "\r\n");
            case JSON -> json(columns, rows);
            case MARKDOWN -> markdown(columns, rows);
        };
    }

    private static String header(List<GridColumn> columns) {
        return columns.stream().map(column -> quoted(column.name(), ',')).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String separated(List<List<GridCell>> rows, char separator, String lineEnd) {
        return rows.stream()
                .map(row -> row.stream()
                        .map(cell -> isNothing(cell) ? "" : quoted(cell.text(), separator))
                        .collect(Collectors.joining(String.valueOf(separator))))
                .collect(Collectors.joining(lineEnd));
    }

    private static boolean isNothing(GridCell cell) {
        return cell.kind() == GridCell.Kind.NULL || cell.kind() == GridCell.Kind.DEFAULT;
    }

    private static String quoted(String text, char separator) {
        boolean plain = !text.isEmpty()
                && text.charAt(0) != '"'
                && text.indexOf(separator) < 0
                && text.indexOf('\n') < 0
                && text.indexOf('\r') < 0
                && (separator == '\t' || text.indexOf('"') < 0);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String json(List<GridColumn> columns, List<List<GridCell>> rows) {
        return rows.stream().map(row -> jsonRow(columns, row)).collect(Collectors.joining(",\n  ", "[\n  ", "\n]"));
    }

    private static String jsonRow(List<GridColumn> columns, List<GridCell> row) {
        StringBuilder object = new StringBuilder("{");
        for (int i = 0; i < row.size(); i++) {
            if (row.get(i).kind() == GridCell.Kind.DEFAULT) {
                continue;
            }
            if (object.length() > 1) {
                object.append(", ");
            }
            appendJsonString(columns.get(i).name(), object);
            object.append(": ").append(row.get(i).json());
        }
        return object.append('}').toString();
    }

    private static void appendJsonString(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < ' ') {
                json.append(String.format("\\u%04x", (int) character));
            } else {
                json.append(character);
            }
        }
        json.append('"');
    }

    private static String markdown(List<GridColumn> columns, List<List<GridCell>> rows) {
        StringBuilder table = new StringBuilder();
        appendLine(columns.stream().map(column -> markdown(column.name())).toList(), table);
        appendLine(
                columns.stream()
                        .map(column -> column.numeric() ? "---:" : "---")
                        .toList(),
                table);
        for (List<GridCell> row : rows) {
            appendLine(
                    row.stream()
                            .map(cell -> cell.isNull() ? "*NULL*" : markdown(cell.text()))
                            .toList(),
                    table);
        }
        return table.toString();
    }

    private static void appendLine(List<String> cells, StringBuilder table) {
        table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String markdown(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("\r\n", "<br>")
                .replace("\n", "<br>")
                .replace("\r", "<br>");
    }
}
