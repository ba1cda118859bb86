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
        Writer writer = writer(format, columns);
        rows.forEach(writer::add);
        return writer.end();
    }

    /** A text that grows row by row. */
    public static Writer writer(CopyFormat format, List<GridColumn> columns) {
        return new Writer(format, columns);
    }

    /** Writes row after row. Not thread-safe. */
    public static final class Writer {

        private final CopyFormat format;
        private final List<GridColumn> columns;
        private final StringBuilder text = new StringBuilder();
        private boolean first = true;

        private Writer(CopyFormat format, List<GridColumn> columns) {
            this.format = format;
            this.columns = List.copyOf(columns);
            switch (format) {
                case TSV -> {}
                case CSV -> text.append(header(columns));
                case JSON -> text.append("[\n  ");
                case MARKDOWN -> markdownHead(columns, text);
            }
        }

        /** @param row one cell a column */
        public void add(List<GridCell> row) {
            switch (format) {
                case TSV -> text.append(first ? "" : "\n").append(separated(row, '\t'));
                case CSV -> text.append(separated(row, ',')).append("\r\n");
                case JSON -> text.append(first ? "" : ",\n  ").append(jsonRow(columns, row));
                case MARKDOWN ->
                    appendLine(
                            row.stream()
                                    .map(cell -> cell.isNull() ? "*NULL*" : markdown(cell.text()))
                                    .toList(),
                            text);
            }
            first = false;
        }

        /** Characters up to now. */
        public int length() {
            return text.length();
        }

        /** The whole text; the writer is of no more use. */
        public String end() {
            return format == CopyFormat.JSON ? text.append("\n]").toString() : text.toString();
        }
    }

    private static String header(List<GridColumn> columns) {
        return columns.stream().map(column -> quoted(column.name(), ',')).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String separated(List<GridCell> row, char separator) {
        return row.stream()
                .map(cell -> isNothing(cell) ? "" : quoted(cell.text(), separator))
                .collect(Collectors.joining(String.valueOf(separator)));
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

    private static void markdownHead(List<GridColumn> columns, StringBuilder table) {
        appendLine(columns.stream().map(column -> markdown(column.name())).toList(), table);
        appendLine(
                columns.stream()
                        .map(column -> column.numeric() ? "---:" : "---")
                        .toList(),
                table);
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
