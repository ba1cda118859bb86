package dev.wheelhouse.core.platform.text;

import java.util.Locale;

/** Sizes as docker stats writes them: four significant digits and a binary unit (docker/go-units, BytesSize). */
public final class ByteSize {

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final double STEP = 1024;
    private static final int DIGITS = 4;

    private ByteSize() {}

    /** Such as {@code 12.3MiB}. */
    public static String text(long bytes) {
        double size = Math.max(0, bytes);
        int unit = 0;
        while (size >= STEP && unit < UNITS.length - 1) {
            size /= STEP;
            unit++;
        }
        return significant(size) + UNITS[unit];
    }

    /** Go's {@code %.4g}, which has no zeros at its end. */
    private static String significant(double size) {
        int whole = size < 1 ? 1 : (int) Math.floor(Math.log10(size)) + 1;
        String text = String.format(Locale.ROOT, "%." + Math.max(0, DIGITS - whole) + "f", size);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    /** Such as {@code 12.3MiB / 1.9GiB}. */
    public static String usage(long bytes, long limitBytes) {
        return text(bytes) + " / " + text(limitBytes);
    }
}
