package dev.wheelhouse.ui.controls.editor;

import java.util.List;
import java.util.stream.Collectors;

/** Changes of whole lines. Pure. */
final class LineEdits {

    static final String INDENT = "    ";

    private LineEdits() {}

    /** Comments the lines out, or in again when every one that holds something is a comment. */
    static List<String> toggleComment(List<String> lines, String mark) {
        boolean commented = lines.stream()
                .filter(line -> !line.isBlank())
                .allMatch(line -> line.stripLeading().startsWith(mark));
        boolean empty = lines.stream().allMatch(String::isBlank);
        if (commented && !empty) {
            return lines.stream().map(line -> uncommented(line, mark)).collect(Collectors.toList());
        }
        int indent = lines.stream()
                .filter(line -> !line.isBlank() || empty)
                .mapToInt(LineEdits::indentOf)
                .min()
                .orElse(0);
        return lines.stream()
                .map(line -> line.isBlank() && !empty
                        ? line
                        : line.substring(0, indent) + mark + " " + line.substring(indent))
                .collect(Collectors.toList());
    }

    private static String uncommented(String line, String mark) {
        int at = line.indexOf(mark);
        if (at < 0) {
            return line;
        }
        int behind = at + mark.length();
        boolean blank = behind < line.length() && line.charAt(behind) == ' ';
        return line.substring(0, at) + line.substring(blank ? behind + 1 : behind);
    }

    static List<String> indent(List<String> lines) {
        return lines.stream().map(line -> line.isEmpty() ? line : INDENT + line).collect(Collectors.toList());
    }

    static List<String> outdent(List<String> lines) {
        return lines.stream()
                .map(line -> line.startsWith("\t")
                        ? line.substring(1)
                        : line.substring(Math.min(indentOf(line), INDENT.length())))
                .collect(Collectors.toList());
    }

    /** How many blanks a line begins with. */
    static int indentOf(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }
}
