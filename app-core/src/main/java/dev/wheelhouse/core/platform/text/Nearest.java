package dev.wheelhouse.core.platform.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The names that somebody may have meant. Pure. */
public final class Nearest {

    private static final int LONGEST = 250;

    private Nearest() {}

    /**
     * Those that hold the text, are held by it, or differ in few letters; the nearest first.
     *
     * @param most how many, at least 1
     */
    public static List<String> of(String wanted, Collection<String> names, int most) {
        String text = wanted.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(each -> text.isEmpty() || isNear(text, each.toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparingInt(each -> distance(text, each.toLowerCase(Locale.ROOT))))
                .limit(most)
                .toList();
    }

    private static boolean isNear(String wanted, String name) {
        return name.contains(wanted)
                || wanted.contains(name)
                || distance(wanted, name) <= Math.max(2, wanted.length() / 3);
    }

    /** How many letters differ, at most {@link #LONGEST} of each text regarded (Levenshtein). */
    static int distance(String first, String second) {
        String a = first.substring(0, Math.min(LONGEST, first.length()));
        String b = second.substring(0, Math.min(LONGEST, second.length()));
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
