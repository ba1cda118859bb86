package dev.wheelhouse.core.databases.values;

/**
 * PostgreSQL's ISO timestamps ({@code 2026-01-02 03:04:05.5+00}, PostgreSQL chapter 8.5.2) in the form of ISO 8601
 * ({@code 2026-01-02T03:04:05.5Z}). What ISO 8601 cannot write plainly stays as it is: infinities, BC, years of more
 * than four digits. PostgreSQL reads both forms.
 */
final class IsoTimestamp {

    private static final int DATE_LENGTH = 10;

    private IsoTimestamp() {}

    static String of(String text) {
        if (!isPlain(text)) {
            return text;
        }
        String time = text.substring(DATE_LENGTH + 1);
        boolean utc = time.endsWith("+00");
        return text.substring(0, DATE_LENGTH) + 'T' + (utc ? time.substring(0, time.length() - 3) + 'Z' : time);
    }

    private static boolean isPlain(String text) {
        return text.length() > DATE_LENGTH
                && text.charAt(4) == '-'
                && text.charAt(DATE_LENGTH) == ' '
                && !text.endsWith("BC");
    }
}
