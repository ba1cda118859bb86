package dev.wheelhouse.ui.controls.log;

import java.util.Locale;

/** Numbers of bytes for people. */
public final class ByteSizes {

    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

    private ByteSizes() {}

    /** Such as {@code 1.0 MiB}. */
    public static String of(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes / 1024.0;
        int unit = 0;
        while (value >= 1023.95 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
