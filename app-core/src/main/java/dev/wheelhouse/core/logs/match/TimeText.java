package dev.wheelhouse.core.logs.match;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a time's characters one after the other; once one was not as expected there is no time. Not thread-safe. */
final class TimeText {

    /** Of a time without a zone, and of one whose zone is not understood. */
    private static final int NONE = Integer.MIN_VALUE;

    private static final int NOT_KNOWN = NONE + 1;

    private static final Set<String> FROM_GREENWICH = Set.of("UTC", "GMT", "Z", "UT");
    private static final int LONGEST_REGION = 40;

    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final String WEEKDAYS = "MonTueWedThuFriSatSun";
    private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final Duration DAY = Duration.ofDays(1);
    private static final long EARLIEST_SECOND = 978_307_200L;
    private static final long LATEST_SECOND = 4_102_444_800L;

    private final String text;
    private final LogZone zone;
    private int at;
    private boolean failed;
    private int second;
    private int nanos;
    private int offset;

    /** What is written as {@code Europe/Berlin}. */
    private @Nullable ZoneId region;

    TimeText(String text, int start, LogZone zone) {
        this.text = text;
        this.at = start;
        this.zone = zone;
    }

    /** {@code 2026-11-22T10:11:12.345Z}, with {@code /}, one blank or two, a comma or no zone. */
    @Nullable
    Instant iso() {
        int year = number(4);
        char separator = peek() == '/' ? '/' : '-';
        expect(separator);
        int month = number(2);
        expect(separator);
        int day = number(2);
        if (!skip('T') && !skip('t')) {
            expect(' ');
            skip(' ');
        }
        return clock() ? instant(year, month, day) : null;
    }

    /**
     * {@code Nov 22 10:11:12} of syslog, {@code Nov 22, 2026 9:11:12 AM} of java.util.logging, and
     * {@code Wed Oct 11 14:32:52.123456 2026} of asctime; a date whose day comes first behind the weekday as well.
     *
     * @param newest as {@link #yearless}
     */
    @Nullable
    Instant monthFirst(InstantSource newest) {
        boolean hasWeekday = name(WEEKDAYS) > 0;
        if (hasWeekday) {
            skip(',');
            expect(' ');
            if (isDigit(peek())) {
                return dayFirst(newest);
            }
        }
        int month = monthName();
        if (failed) {
            return null;
        }
        expect(' ');
        int day = skip(' ') ? number(1) : oneOrTwo();
        boolean hasYear = skip(',');
        expect(' ');
        if (failed) {
            return null;
        }
        hasYear |= isDigit(peekAt(at + 1)) && isDigit(peekAt(at + 2));
        int year = hasYear ? number(4) : 0;
        if (hasYear) {
            skip(',');
            expect(' ');
        }
        if (!clock()) {
            return null;
        }
        if (hasWeekday && !hasYear && peek() == ' ' && isDigit(peekAt(at + 4)) && !isDigit(peekAt(at + 5))) {
            at++;
            hasYear = true;
            year = number(4);
        }
        return failed ? null : hasYear ? instant(year, month, day) : yearless(month, day, newest);
    }

    /**
     * {@code 22/Nov/2026:10:11:12 +0000} of access logs, {@code 22-Nov-2026 10:11:12.345} of Tomcat, PHP and BIND,
     * {@code 22 Nov 2026 10:11:12.345} of Redis, of earlier versions without the year.
     *
     * @param newest as {@link #yearless}
     */
    @Nullable
    Instant dayFirst(InstantSource newest) {
        int day = oneOrTwo();
        char separator = peek() == '/' || peek() == ' ' ? peek() : '-';
        expect(separator);
        if (failed) {
            return null;
        }
        int month = monthName();
        expect(separator);
        boolean hasYear = peekAt(at + 2) != ':';
        int year = hasYear ? number(4) : 0;
        failed |= hasYear && !skip(':') && !skip(' ');
        if (!clock()) {
            return null;
        }
        return hasYear ? instant(year, month, day) : yearless(month, day, newest);
    }

    /**
     * {@code 1122 10:11:12.345678}, as after the letter of klog's lines.
     *
     * @param newest as {@link #yearless}
     */
    @Nullable
    Instant klog(InstantSource newest) {
        int month = number(2);
        int day = number(2);
        expect(' ');
        return clock() ? yearless(month, day, newest) : null;
    }

    /**
     * Of the year that puts it nearest before the newest line.
     *
     * @param newest when that was written; a day later is taken for it too, since a time without a zone may be as far off
     */
    private @Nullable Instant yearless(int month, int day, InstantSource newest) {
        Instant latest = newest.instant().plus(DAY);
        // A zone that is written may have the next year already.
        int year = latest.plus(DAY).atZone(zone.id()).getYear();
        for (int tried = year; tried > year - 6; tried--) {
            Instant time = instant(tried, month, day);
            if (time != null && !time.isAfter(latest)) {
                return time;
            }
        }
        return null;
    }

    /** {@code 261122  9:11:12} of MySQL before 5.7. */
    @Nullable
    Instant shortYear() {
        int year = 2000 + number(2);
        int month = number(2);
        int day = number(2);
        expect(' ');
        boolean isShort = skip(' ');
        return clock(isShort) ? instant(year, month, day) : null;
    }

    /** Seconds with or without a fraction, milliseconds, microseconds or nanoseconds since 1970. */
    @Nullable
    Instant epoch() {
        int start = at;
        long value = 0;
        while (isDigit(peek()) && at - start < 19) {
            value = value * 10 + (peek() - '0');
            at++;
        }
        int length = at - start;
        if (isDigit(peek()) || isLetter(peek())) {
            return null;
        }
        long unit = switch (length) {
            case 10 -> 1;
            case 13 -> 1_000;
            case 16 -> 1_000_000;
            case 19 -> 1_000_000_000;
            default -> 0;
        };
        if (unit == 0 || value / unit < EARLIEST_SECOND || value / unit > LATEST_SECOND) {
            return null;
        }
        long rest = value % unit * (1_000_000_000 / unit);
        return Instant.ofEpochSecond(value / unit, unit == 1 ? fraction() : rest);
    }

    /** Reads hours, minutes, seconds and the zone; false when they are none. */
    private boolean clock() {
        return clock(false);
    }

    /** @param shortHours whether an hour may have one digit without AM or PM behind the time */
    private boolean clock(boolean shortHours) {
        if (failed) {
            return false;
        }
        boolean isShort = peekAt(at + 1) == ':';
        int hour = number(isShort ? 1 : 2);
        expect(':');
        int minute = number(2);
        expect(':');
        second = number(2);
        if (failed || second > 60 || minute > 59 || hour > 23 || isDigit(peek())) {
            return false;
        }
        nanos = fraction();
        int half = peek() == ' ' && peekAt(at + 2) == 'M' && !isLetter(peekAt(at + 3)) ? peekAt(at + 1) : 0;
        if (half == 'A' || half == 'P') {
            at += 3;
            hour = hour > 12 ? hour : hour % 12 + (half == 'P' ? 12 : 0);
        } else if (isShort && !shortHours) {
            return false;
        }
        second = hour * 3600 + minute * 60 + Math.min(second, 59);
        offset = offsetSeconds();
        return offset != NOT_KNOWN;
    }

    /** Null for a day that there is not. */
    private @Nullable Instant instant(int year, int month, int day) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1] || (month == 2 && day == 29 && !leap)) {
            return null;
        }
        LocalDateTime local = LocalDateTime.of(year, month, day, second / 3600, second / 60 % 60, second % 60, nanos);
        return offset == NONE
                ? local.atZone(region == null ? zone.id() : region).toInstant()
                : Instant.ofEpochSecond(local.toEpochSecond(ZoneOffset.UTC) - offset, nanos);
    }

    private int fraction() {
        char mark = peek();
        if ((mark != '.' && mark != ',') || at + 1 >= text.length() || !isDigit(text.charAt(at + 1))) {
            return 0;
        }
        at++;
        int fraction = 0;
        int unit = 100_000_000;
        while (isDigit(peek())) {
            fraction += (peek() - '0') * unit;
            unit /= 10;
            at++;
        }
        return fraction;
    }

    /** Seconds east of Greenwich, {@link #NONE} or {@link #NOT_KNOWN}. */
    private int offsetSeconds() {
        int before = at;
        boolean apart = skip(' ');
        char sign = peek();
        int seconds = sign == '+' || sign == '-' ? numeric(sign, apart) : named(apart);
        if (seconds == NONE && region == null) {
            at = before;
        }
        return seconds;
    }

    /** Such as {@code +01:00}, {@code -0330} or {@code -03}; behind a blank anything else belongs to the message. */
    private int numeric(char sign, boolean apart) {
        at++;
        if (!isDigit(peek())) {
            return NONE;
        }
        int hours = isDigit(peekAt(at + 1)) || apart ? digits(2) : digits(1);
        boolean colon = hours >= 0 && peek() == ':' && isDigit(peekAt(at + 1));
        if (colon) {
            at++;
        }
        int minutes = hours >= 0 && (colon || isDigit(peek())) ? digits(2) : 0;
        boolean whole = hours >= 0 && hours <= 18 && minutes >= 0 && minutes < 60 && !isDigit(peek());
        if (!whole) {
            return apart ? NONE : NOT_KNOWN;
        }
        return (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    }

    private int named(boolean apart) {
        if (peek() == 'z' && !apart && !isLetter(peekAt(at + 1))) {
            at++;
            return 0;
        }
        region = region();
        if (region != null) {
            return NONE;
        }
        int end = at;
        while (end - at <= LogZone.LONGEST_NAME && isLetter(peekAt(end))) {
            end++;
        }
        if (isDigit(peekAt(end)) || end == at || end - at > LogZone.LONGEST_NAME) {
            return NONE;
        }
        String name = text.substring(at, end);
        at = end;
        if (name.equals("Z")) {
            return 0;
        }
        if ((peek() == '+' || peek() == '-') && FROM_GREENWICH.contains(name)) {
            int further = numeric(peek(), false);
            return further == NONE ? NOT_KNOWN : further;
        }
        Integer known = zone.seconds(name);
        return known != null ? known : zone.isUnknown(name) || isInPlaceOfZone(name) ? NOT_KNOWN : NONE;
    }

    /** Such as {@code Europe/Berlin} or {@code America/Argentina/Salta}; null where none is written. */
    private @Nullable ZoneId region() {
        int end = at;
        while (isLetter(peekAt(end)) || (end > at && ("/_-+".indexOf(peekAt(end)) >= 0 || isDigit(peekAt(end))))) {
            end++;
        }
        boolean isName = end - at <= LONGEST_REGION && text.substring(at, end).indexOf('/') > 0;
        ZoneId found = isName ? LogZone.region(text.substring(at, end)) : null;
        at = found == null ? at : end;
        return found;
    }

    /**
     * Whether capitals that no zone here is known by stand where a zone does: before the bracket that closes the time's, or
     * before the number of a process, as PostgreSQL writes it ({@code %t [%p]}).
     */
    private boolean isInPlaceOfZone(String name) {
        // Nearly all of them end so, and tags such as HTTP do not.
        if (name.length() < 3
                || !name.endsWith("T")
                || LineLevels.isLevelWord(name)
                || !name.chars().allMatch(each -> each >= 'A' && each <= 'Z')) {
            return false;
        }
        if (peek() == ']') {
            return true;
        }
        int number = at + 2;
        while (isDigit(peekAt(number))) {
            number++;
        }
        return peek() == ' ' && peekAt(at + 1) == '[' && number > at + 2 && peekAt(number) == ']';
    }

    private int monthName() {
        int month = name(MONTHS);
        failed |= month == 0;
        return month;
    }

    /** The number of a name of three letters, from 1; 0 where there is none, which is not read then. */
    private int name(String names) {
        for (int i = 0; i < names.length(); i += 3) {
            if (names.charAt(i) == peek() && text.regionMatches(at, names, i, 3)) {
                at += 3;
                return i / 3 + 1;
            }
        }
        return 0;
    }

    private int oneOrTwo() {
        return number(isDigit(peekAt(at + 1)) ? 2 : 1);
    }

    /** That many digits as a number. */
    private int number(int count) {
        int value = digits(count);
        failed |= value < 0;
        return value;
    }

    private void expect(char expected) {
        failed |= !skip(expected);
    }

    /** That many digits as a number; -1 when they are not there. */
    private int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            char digit = peekAt(at + i);
            if (!isDigit(digit)) {
                return -1;
            }
            value = value * 10 + (digit - '0');
        }
        at += count;
        return value;
    }

    private boolean skip(char expected) {
        if (peek() != expected) {
            return false;
        }
        at++;
        return true;
    }

    private char peek() {
        return peekAt(at);
    }

    private char peekAt(int index) {
        return index < text.length() ? text.charAt(index) : '\0';
    }

    private static boolean isDigit(char sign) {
        return sign >= '0' && sign <= '9';
    }

    private static boolean isLetter(char sign) {
        return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
    }
}
