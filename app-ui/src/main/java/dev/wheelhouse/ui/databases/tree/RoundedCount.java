package dev.wheelhouse.ui.databases.tree;

import java.util.Locale;

/** Counts of rows as a person reads them at a glance. */
final class RoundedCount {

    private static final String[] UNITS = {" k", " M", " G", " T"};

    private RoundedCount() {}

    /** Three figures at most: 950, 1.2 k, 12 k, 3.4 M. */
    static String of(long count) {
        if (count < 1_000) {
            return Long.toString(count);
        }
        double value = count;
        int unit = -1;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        String figures = value < 9.95 ? String.format(Locale.ROOT, "%.1f", value) : Long.toString(Math.round(value));
        return (figures.endsWith(".0") ? figures.substring(0, figures.length() - 2) : figures) + UNITS[unit];
    }
}
