package dev.wheelhouse.core.databases.values;

/**
 * PostgreSQL's ISO timestamps ({@code 2026-01-02 03:04:05.5+00}, PostgreSQL chapter 8.5.2) in the form of ISO 8601
 * ({@code 2026-01-02T03:04:05.5Z}). Years above 9999 have no plus sign
 * ({@code 20000-01-01T00:00:00Z}), which PostgreSQL would not read back; infinities and BC stay as they are.
 */
final class IsoTimestamp {

    private static final int SHORTEST_DATE = 10;

    private IsoTimestamp() {}

    static String of(String text) {
        int date = text.indexOf(' ');
        if (!isPlain(text, date)) {
            return text;
        }
        String time = text.substring(date + 1);
        boolean utc = time.endsWith("+00");
        return text.substring(0, date) + 'T' + (utc ? time.substring(0, time.length() - 3) + 'Z' : time);
    }

    private static boolean isPlain(String text, int date) {
        return date >= SHORTEST_DATE
                && text.charAt(date - 3) == '-'
                && text.charAt(date - 6) == '-'
                && !text.endsWith("BC");
    }
}
