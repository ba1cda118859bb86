package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a block as spreadsheets copy it. Tabs separate its fields; commas do only when there is no tab, more than one
 * line, and every line has as many fields. So one line with a comma in it is one value.
 */
public final class PasteText {

    private final String text;
    private final char separator;
    private final List<List<PastedCell>> records = new ArrayList<>();
    private int at;

    private PasteText(String text, char separator) {
        this.text = text;
        this.separator = separator;
    }

    /** At least one record of at least one field. */
    public static List<List<PastedCell>> parse(String text) {
        List<List<PastedCell>> byTab = new PasteText(text, '\t').records();
        boolean tabs = byTab.stream().anyMatch(line -> line.size() > 1);
        if (tabs || text.indexOf(',') < 0) {
            return byTab;
        }
        List<List<PastedCell>> byComma = new PasteText(text, ',').records();
        int width = byComma.getFirst().size();
        boolean block = byComma.size() > 1 && width > 1 && byComma.stream().allMatch(line -> line.size() == width);
        return block ? byComma : byTab;
    }

    private List<List<PastedCell>> records() {
        List<PastedCell> line = new ArrayList<>();
        boolean open = true;
        while (open) {
            line.add(field());
            if (at < text.length() && text.charAt(at) == separator) {
                at++;
                continue;
            }
            records.add(List.copyOf(line));
            line.clear();
            skipLineEnd();
            open = at < text.length();
        }
        return records;
    }

    private void skipLineEnd() {
        if (at < text.length() && text.charAt(at) == '\r') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '\n') {
            at++;
        }
    }

    private PastedCell field() {
        if (at < text.length() && text.charAt(at) == '"') {
            PastedCell quoted = quotedField();
            if (quoted != null) {
                return quoted;
            }
        }
        int start = at;
        while (at < text.length() && !isEnd(text.charAt(at))) {
            at++;
        }
        return new PastedCell(text.substring(start, at), false);
    }

    /** Null when the quote is only a character like others, because none closes it before the field's end. */
    private @Nullable PastedCell quotedField() {
        StringBuilder content = new StringBuilder();
        int next = at + 1;
        while (next < text.length()) {
            char character = text.charAt(next);
            if (character != '"') {
                content.append(character);
                next++;
                continue;
            }
            boolean doubled = next + 1 < text.length() && text.charAt(next + 1) == '"';
            if (doubled) {
                content.append('"');
                next += 2;
                continue;
            }
            if (next + 1 < text.length() && !isEnd(text.charAt(next + 1))) {
                return null;
            }
            at = next + 1;
            return new PastedCell(content.toString(), true);
        }
        return null;
    }

    private boolean isEnd(char character) {
        return character == separator || character == '\n' || character == '\r';
    }
}
