package dev.wheelhouse.core.conversations.tool;

import dev.wheelhouse.core.platform.text.Excerpt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows in columns of equal width, which people and models read alike. For one thread. */
public final class TextTable {

    private static final int LONGEST_CELL = 400;
    private static final int WIDEST_COLUMN = 60;

    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... head) {
        this.head = List.of(head);
    }

    /** @param cells as many as there are columns; null for nothing to say */
    public TextTable add(@Nullable Object... cells) {
        rows.add(Arrays.stream(cells)
                .map(each -> Excerpt.oneLine(Objects.toString(each, "-"), LONGEST_CELL))
                .map(each -> each.isEmpty() ? "-" : each)
                .toList());
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** @param empty what it says without rows */
    public String orElse(String empty) {
        return rows.isEmpty() ? empty : toString();
    }

    @Override
    public String toString() {
        List<List<String>> all = new ArrayList<>(List.of(head));
        all.addAll(rows);
        int last = head.size() - 1;
        int[] widths = new int[head.size()];
        all.forEach(row -> {
            for (int i = 0; i < last; i++) {
                widths[i] =
                        Math.max(widths[i], Math.min(WIDEST_COLUMN, row.get(i).length()));
            }
        });
        return all.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            line.append(i == 0 ? "" : "  ").append(row.get(i));
            line.repeat(" ", Math.max(0, widths[i] - row.get(i).length()));
        }
        return line.toString();
    }
}
