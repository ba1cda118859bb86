package dev.wheelhouse.ui.controls.log;

import java.util.HashMap;
import java.util.Map;
import javafx.scene.paint.Color;

/**
 * The colours of terminals on a background of ours. A colour that could not be read on it is drawn nearer to black or
 * white until it can: 4.5 to 1, as WCAG 2.2 (1.4.3) asks for text.
 */
final class AnsiColors {

    /** The colours of the text and of the background of the view itself. */
    static final int INK = -2;

    static final int PAPER = -3;

    /** Colours of the parts of JSON. */
    static final int JSON_NAME = -4;

    static final int JSON_STRING = -5;
    static final int JSON_NUMBER = -6;
    static final int JSON_LITERAL = -7;

    private static final double READABLE = 4.5;
    private static final int STEPS = 24;
    private static final int CUBE = 16;
    private static final int GREYS = 232;
    private static final int[] LEVELS = {0, 95, 135, 175, 215, 255};
    // Those of GitHub's Primer, light and dark, which AtlantaFX's themes are drawn after.
    private static final String[] LIGHT = {
        "#24292f", "#cf222e", "#116329", "#7d4e00", "#0969da", "#8250df", "#1b7c83", "#57606a",
        "#4b535d", "#a40e26", "#1a7f37", "#633c01", "#218bff", "#a475f9", "#3192aa", "#6e7781"
    };
    private static final String[] DARK = {
        "#6e7681", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
        "#8b949e", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc"
    };

    private final Color ink;
    private final Color paper;
    private final String[] table;
    private final Map<Long, Color> known = new HashMap<>();

    AnsiColors(Color ink, Color paper) {
        this.ink = ink;
        this.paper = paper;
        this.table = luminance(paper) > 0.4 ? LIGHT : DARK;
    }

    /** The colour of a background. */
    Color background(int code) {
        return raw(code, paper);
    }

    /** The colour of a text on a background, readable. */
    Color foreground(int code, int background, boolean dim) {
        long key = ((long) code << 33) ^ ((long) background << 1) ^ (dim ? 1 : 0);
        if (known.size() > 4096) {
            known.clear();
        }
        return known.computeIfAbsent(key, _ -> {
            Color behind = background(background);
            Color wanted = raw(code, ink);
            return readable(dim ? wanted.interpolate(behind, 0.35) : wanted, behind);
        });
    }

    private Color raw(int code, Color otherwise) {
        if (code == TextStyle.DEFAULT) {
            return otherwise;
        }
        return switch (code) {
            case INK -> ink;
            case PAPER -> paper;
            case JSON_NAME -> Color.web(table[4]);
            case JSON_STRING -> Color.web(table[2]);
            case JSON_NUMBER -> Color.web(table[5]);
            case JSON_LITERAL -> Color.web(table[1]);
            default -> tableOrExact(code);
        };
    }

    private Color tableOrExact(int code) {
        if ((code & TextStyle.RGB) != 0) {
            return Color.rgb(code >> 16 & 255, code >> 8 & 255, code & 255);
        }
        if (code < CUBE) {
            return Color.web(table[code]);
        }
        if (code >= GREYS) {
            int grey = 8 + (code - GREYS) * 10;
            return Color.rgb(grey, grey, grey);
        }
        int place = code - CUBE;
        return Color.rgb(LEVELS[place / 36], LEVELS[place / 6 % 6], LEVELS[place % 6]);
    }

    /** As near to the wanted colour as can be read on what lies behind it. */
    static Color readable(Color wanted, Color behind) {
        Color end = contrast(Color.BLACK, behind) > contrast(Color.WHITE, behind) ? Color.BLACK : Color.WHITE;
        for (int step = 0; step <= STEPS; step++) {
            Color tried = wanted.interpolate(end, step / (double) STEPS);
            if (contrast(tried, behind) >= READABLE) {
                return tried;
            }
        }
        return end;
    }

    /** From 1 to 21, as WCAG 2.2 defines it. */
    static double contrast(Color one, Color other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed()) + 0.7152 * linear(color.getGreen()) + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double part) {
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
