package dev.wheelhouse.core.databases.sql;

import org.jspecify.annotations.Nullable;

/** The escapes of {@code U&"…"} and {@code U&'…'} (PostgreSQL manual, "Identifiers and Key Words"). */
final class UnicodeEscapes {

    private static final int SHORT = 4;
    private static final int LONG = 6;

    private UnicodeEscapes() {}

    /**
     * What is meant by a quoted text.
     *
     * @param quoted with its quotes, without the {@code U&} before them
     * @param escape the literal behind {@code UESCAPE}; empty without one
     * @return null where the server would refuse it, or where it is unknown
     */
    static @Nullable String decode(String quoted, String escape) {
        boolean plain = escape.length() == 3 && escape.startsWith("'") && escape.endsWith("'");
        if (!escape.isEmpty() && !plain) {
            return null;
        }
        char mark = escape.isEmpty() ? '\\' : escape.charAt(1);
        String quote = quoted.substring(0, 1);
        if (quoted.length() < 2 || !quoted.endsWith(quote)) {
            return null;
        }
        String inner = quoted.substring(1, quoted.length() - 1);
        if (quote.equals("'") && inner.replace("''", "").indexOf('\'') >= 0) {
            // It goes on over a line break.
            return null;
        }
        return unescaped(inner.replace(quote + quote, quote), mark);
    }

    private static @Nullable String unescaped(String inner, char mark) {
        StringBuilder decoded = new StringBuilder();
        int at = 0;
        while (at < inner.length()) {
            char c = inner.charAt(at);
            if (c != mark) {
                decoded.append(c);
                at++;
            } else if (inner.startsWith("" + mark, at + 1)) {
                decoded.append(mark);
                at += 2;
            } else {
                boolean longer = inner.startsWith("+", at + 1);
                int from = at + (longer ? 2 : 1);
                int to = from + (longer ? LONG : SHORT);
                if (to > inner.length() || !isHex(inner, from, to)) {
                    return null;
                }
                int point = Integer.parseInt(inner, from, to, 16);
                if (!Character.isValidCodePoint(point)) {
                    return null;
                }
                decoded.appendCodePoint(point);
                at = to;
            }
        }
        return decoded.toString();
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Characters.isHexDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
