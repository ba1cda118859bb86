package dev.wheelhouse.core.databases.rows;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern with wildcards, read once and written for LIKE (with {@code \} as its escape) or for SQLite's GLOB, which
 * unlike SQLite's LIKE minds case.
 */
final class LikePattern {

    private static final String ANY_RUN = "*";
    private static final String ANY_ONE = "_";

    private final List<Part> parts;

    private LikePattern(List<Part> parts) {
        this.parts = parts;
    }

    /**
     * @param pattern {@code *} and {@code %} for any run, {@code _} for one character, {@code \} before what is meant
     *     as it is
     */
    static LikePattern parse(String pattern) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            switch (character) {
                case '*', '%' -> parts.add(new Part(true, ANY_RUN));
                case '_' -> parts.add(new Part(true, ANY_ONE));
                case '\\' -> {
                    if (++i == pattern.length()) {
                        throw AppException.invalid(
                                FilterParser.PATH,
                                "A pattern cannot end with a single backslash; write two for a backslash.");
                    }
                    parts.add(new Part(false, String.valueOf(pattern.charAt(i))));
                }
                default -> parts.add(new Part(false, String.valueOf(character)));
            }
        }
        return new LikePattern(parts);
    }

    /** Exactly this text, with anything before or after it where so said. */
    static LikePattern literal(boolean anythingBefore, String text, boolean anythingAfter) {
        List<Part> parts = new ArrayList<>();
        if (anythingBefore) {
            parts.add(new Part(true, ANY_RUN));
        }
        parts.add(new Part(false, text));
        if (anythingAfter) {
            parts.add(new Part(true, ANY_RUN));
        }
        return new LikePattern(parts);
    }

    String toLike() {
        StringBuilder like = new StringBuilder();
        for (Part part : parts) {
            like.append(part.wildcard() ? part.text().replace(ANY_RUN, "%") : escaped(part.text(), "\\%_", "\\", ""));
        }
        return like.toString();
    }

    String toGlob() {
        StringBuilder glob = new StringBuilder();
        for (Part part : parts) {
            glob.append(part.wildcard() ? part.text().replace(ANY_ONE, "?") : escaped(part.text(), "*?[", "[", "]"));
        }
        return glob.toString();
    }

    private static String escaped(String text, String special, String before, String after) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean escape = special.indexOf(character) >= 0;
            escaped.append(escape ? before : "").append(character).append(escape ? after : "");
        }
        return escaped.toString();
    }

    private record Part(boolean wildcard, String text) {}
}
