package dev.wheelhouse.ui.controls.grid;

import java.util.Locale;

/** Sizes in few characters. */
public final class ByteCount {

    private static final int STEP = 1024;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private ByteCount() {}

    /** Such as {@code 812 B} or {@code 1.4 MiB}. */
    public static String of(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= STEP && unit < UNITS.length - 1) {
            amount /= STEP;
            unit++;
        }
        String figures = unit == 0 || amount >= 100 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, figures, amount, UNITS[unit]);
    }
}
