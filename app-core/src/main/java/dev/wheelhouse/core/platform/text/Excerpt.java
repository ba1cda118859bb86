package dev.wheelhouse.core.platform.text;

import java.util.function.IntFunction;
import java.util.regex.Pattern;

/** The beginning of a text. What was cut ends in {@code …}; no character is cut in two, nor what it is escaped to. */
public final class Excerpt {

    private static final String MARK = "…";
    private static final Pattern UNPRINTED = Pattern.compile("[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]+");

    private Excerpt() {}

    /** @param longest UTF-16 units of the result, at least 1 */
    public static String of(String text, int longest) {
        return of(text, longest, Character::toString);
    }

    /** As {@link #of(String, int)}, in one line and without characters of control, those of direction among them. */
    public static String oneLine(String text, int longest) {
        return of(UNPRINTED.matcher(text).replaceAll(" ").strip(), longest);
    }

    /**
     * The beginning of a text with its characters escaped.
     *
     * @param longest UTF-16 units of the result, at least 1
     * @param escape what stands for a code point; for one that needs no escape, itself
     */
    public static String of(String text, int longest, IntFunction<String> escape) {
        StringBuilder all = new StringBuilder(Math.min(text.length(), longest));
        // Where it ends if not all of it has room.
        int end = 0;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            all.append(escape.apply(point));
            if (all.length() > longest) {
                return all.substring(0, end) + MARK;
            }
            if (all.length() < longest) {
                end = all.length();
            }
        }
        return all.toString();
    }
}
