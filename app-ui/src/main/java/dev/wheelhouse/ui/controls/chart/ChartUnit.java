package dev.wheelhouse.ui.controls.chart;

import java.util.List;
import java.util.Locale;

/** What the values of a chart count, and how they are written. */
public enum ChartUnit {
    PERCENT,
    BYTES,
    BYTES_PER_SECOND,
    /** Values are hundredths, as of the load average. */
    HUNDREDTHS,
    COUNT;

    private static final double BINARY_STEP = 1024;
    private static final List<String> BINARY = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
    private static final double DECIMAL_STEP = 1000;
    private static final List<String> DECIMAL = List.of("", " k", " M", " G");
    private static final double EXACT_COUNT = 10_000;

    /** For people: three figures or so, with the unit. */
    public String words(double value) {
        return switch (this) {
            case PERCENT -> figures(value, value < 10 && value != Math.rint(value) ? 1 : 0) + " %";
            case BYTES -> binary(value);
            case BYTES_PER_SECOND -> binary(value) + "/s";
            case HUNDREDTHS -> figures(value / 100, 2);
            case COUNT -> String.format(Locale.ROOT, "%,.0f", value);
        };
    }

    private static String binary(double bytes) {
        int power = power(bytes, BINARY_STEP, BINARY.size());
        double amount = bytes / Math.pow(BINARY_STEP, power);
        return figures(amount, power == 0 || amount >= 100 ? 0 : 1) + " " + BINARY.get(power);
    }

    /** For a tick of an axis, as exact as the distance of the ticks asks. */
    String tick(double value, double step) {
        return switch (this) {
            case PERCENT -> figures(value, decimals(step)) + " %";
            case BYTES -> binaryTick(value);
            case BYTES_PER_SECOND -> binaryTick(value) + "/s";
            case HUNDREDTHS -> figures(value / 100, decimals(step / 100));
            case COUNT -> countTick(value, step);
        };
    }

    private static String binaryTick(double value) {
        if (value == 0) {
            return "0 B";
        }
        int power = power(value, BINARY_STEP, BINARY.size());
        double size = Math.pow(BINARY_STEP, power);
        return figures(value / size, decimals(value / size)) + " " + BINARY.get(power);
    }

    private static String countTick(double value, double step) {
        if (value < EXACT_COUNT) {
            return figures(value, decimals(step));
        }
        int power = power(value, DECIMAL_STEP, DECIMAL.size());
        double size = Math.pow(DECIMAL_STEP, power);
        return figures(value / size, decimals(step / size)) + DECIMAL.get(power);
    }

    /** Whether round numbers are powers of two, not of ten. */
    boolean isBinary() {
        return switch (this) {
            case BYTES, BYTES_PER_SECOND -> true;
            case PERCENT, HUNDREDTHS, COUNT -> false;
        };
    }

    /** The smallest top that an axis may have: below it a line of noise would fill the chart. */
    double smallestTop() {
        return switch (this) {
            case PERCENT, COUNT -> 10;
            case BYTES, BYTES_PER_SECOND -> BINARY_STEP;
            case HUNDREDTHS -> 100;
        };
    }

    private static int power(double value, double base, int sizes) {
        int power = 0;
        double rest = Math.abs(value);
        while (rest >= base && power < sizes - 1) {
            rest /= base;
            power++;
        }
        return power;
    }

    /** How many decimals neighbouring ticks need to differ, at most three. */
    private static int decimals(double step) {
        int decimals = 0;
        double scaled = step;
        while (decimals < 3 && Math.abs(scaled - Math.rint(scaled)) > 1e-6) {
            scaled *= 10;
            decimals++;
        }
        return decimals;
    }

    private static String figures(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
