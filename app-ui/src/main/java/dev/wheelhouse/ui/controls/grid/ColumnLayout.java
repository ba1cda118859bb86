package dev.wheelhouse.ui.controls.grid;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which columns are shown, in what order and how wide; the first few may be frozen. Positions count the shown columns
 * from 0, columns are the model's.
 */
public final class ColumnLayout {

    public static final double NARROWEST = 40;
    public static final double WIDEST = 1200;

    private final List<Integer> shown = new ArrayList<>();
    private double[] widths = {};
    private int frozen;
    private Runnable onChange = () -> {};

    /** @param onChange runs after every change */
    void setOnChange(Runnable onChange) {
        this.onChange = onChange;
    }

    /** All columns in the model's order. */
    void reset(List<GridColumn> columns) {
        shown.clear();
        widths = new double[columns.size()];
        for (int column = 0; column < widths.length; column++) {
            shown.add(column);
            widths[column] = startWidth(columns.get(column));
        }
        frozen = 0;
        onChange.run();
    }

    /** As it was left; columns that are new since stand behind the one they follow in the model. */
    void restore(List<GridColumn> columns, GridLayout layout) {
        List<String> names = columns.stream().map(GridColumn::name).toList();
        List<Integer> kept = new ArrayList<>();
        Set<Integer> hidden = new HashSet<>();
        int frozenColumns = 0;
        for (GridLayout.Column column : layout.columns()) {
            int index = names.indexOf(column.name());
            if (index < 0 || hidden.contains(index) || kept.contains(index)) {
                continue;
            }
            widths[index] = Math.clamp(column.width(), NARROWEST, WIDEST);
            if (column.hidden()) {
                hidden.add(index);
            } else {
                kept.add(index);
                frozenColumns = layout.columns().indexOf(column) < layout.frozen() ? kept.size() : frozenColumns;
            }
        }
        for (int index = 0; index < names.size(); index++) {
            if (!hidden.contains(index) && !kept.contains(index)) {
                int before = kept.indexOf(index - 1);
                kept.add(before < 0 ? Math.min(index, kept.size()) : before + 1, index);
                frozenColumns += before >= 0 && before + 1 < frozenColumns ? 1 : 0;
            }
        }
        if (kept.isEmpty()) {
            return;
        }
        shown.clear();
        shown.addAll(kept);
        frozen = Math.min(frozenColumns, shown.size());
        onChange.run();
    }

    /** What {@link #restore} takes. */
    List<GridLayout.Column> describe(List<GridColumn> columns) {
        List<GridLayout.Column> described = new ArrayList<>();
        shown.forEach(column ->
                described.add(new GridLayout.Column(columns.get(column).name(), widths[column], false)));
        hidden().forEach(column ->
                described.add(new GridLayout.Column(columns.get(column).name(), widths[column], true)));
        return described;
    }

    private static double startWidth(GridColumn column) {
        double perCharacter = 7.6;
        double header = 44
                + perCharacter * Math.max(column.name().length(), column.type().length() * 0.82);
        return Math.clamp(header, column.numeric() ? 96 : 132, 280);
    }

    /** The model's columns as shown, from left to right. */
    public List<Integer> shown() {
        return List.copyOf(shown);
    }

    public int count() {
        return shown.size();
    }

    public int columnAt(int position) {
        return shown.get(position);
    }

    /** -1 for a hidden column. */
    public int positionOf(int column) {
        return shown.indexOf(column);
    }

    /** How many of the shown columns stay while the others scroll. */
    public int frozen() {
        return frozen;
    }

    public double widthAt(int position) {
        return widths[shown.get(position)];
    }

    /** The distance of a column's left side from the first one's. */
    public double leftOf(int position) {
        return IntStream.range(0, position).mapToDouble(this::widthAt).sum();
    }

    public double totalWidth() {
        return leftOf(shown.size());
    }

    public double frozenWidth() {
        return leftOf(frozen);
    }

    public void resize(int position, double width) {
        widths[shown.get(position)] = Math.clamp(Math.rint(width), NARROWEST, WIDEST);
        onChange.run();
    }

    public void move(int from, int to) {
        if (from == to || to < 0 || to >= shown.size()) {
            return;
        }
        Integer moved = shown.get(from);
        shown.subList(from, from + 1).clear();
        shown.add(to, moved);
        onChange.run();
    }

    /** One column always stays. */
    public void hide(int position) {
        if (shown.size() == 1) {
            return;
        }
        shown.subList(position, position + 1).clear();
        if (position < frozen) {
            frozen--;
        }
        onChange.run();
    }

    /** Shows a hidden column again, where the model has it among those shown. */
    public void show(int column) {
        if (shown.contains(column)) {
            return;
        }
        int position = 0;
        while (position < shown.size() && shown.get(position) < column) {
            position++;
        }
        shown.add(position, column);
        onChange.run();
    }

    public List<Integer> hidden() {
        return IntStream.range(0, widths.length)
                .filter(column -> !shown.contains(column))
                .boxed()
                .toList();
    }

    /** Freezes the first so many columns. */
    public void freeze(int count) {
        frozen = Math.clamp(count, 0, shown.size());
        onChange.run();
    }

    /**
     * The position under a place.
     *
     * @param x from the first column's left side, unscrolled
     * @return -1 right of the last column
     */
    int positionAt(double x) {
        double left = 0;
        for (int position = 0; position < shown.size(); position++) {
            left += widthAt(position);
            if (x < left) {
                return position;
            }
        }
        return -1;
    }
}
