package dev.wheelhouse.core.logs.match;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Reads a time's characters one after the other; once one was not as expected there is no time. Not thread-safe. */
final class TimeText {

    /** Of a time without a zone, and of one whose zone is not understood. */
    private static final int NONE = Integer.MIN_VALUE;

    private static final int NOT_KNOWN = NONE + 1;

    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final long EARLIEST_SECOND = 978_307_200L;
    private static final long LATEST_SECOND = 4_102_444_800L;

    private final String text;
    private final LogZone zone;
    private int at;
    private boolean failed;

    TimeText(String text, int start, LogZone zone) {
        this.text = text;
        this.at = start;
        this.zone = zone;
    }

    /** {@code 2026-11-22T10:11:12.345Z}, with {@code /} or a blank, a comma or no zone. */
    @Nullable
    Instant iso() {
        int year = number(4);
        char separator = peek() == '/' ? '/' : '-';
        expect(separator);
        int month = number(2);
        expect(separator);
        int day = number(2);
        failed |= !skip('T') && !skip(' ') && !skip('t');
        return clockTime(year, month, day);
    }

    /** {@code Nov 22 10:11:12}, of the year that puts it nearest before {@code now}. */
    @Nullable
    Instant syslog(Instant now) {
        int month = monthName();
        expect(' ');
        int day = skip(' ') ? number(1) : number(2);
        expect(' ');
        if (failed) {
            return null;
        }
        int year = now.atZone(zone.id()).getYear();
        int clock = at;
        Instant latest = now.plusSeconds(86_400);
        for (int tried = year + 1; tried >= year - 4 && !failed; tried--) {
            at = clock;
            Instant time = clockTime(tried, month, day);
            if (time != null && !time.isAfter(latest)) {
                return time;
            }
        }
        return null;
    }

    /** {@code 22/Nov/2026:10:11:12 +0000}. */
    @Nullable
    Instant access() {
        int day = number(2);
        expect('/');
        int month = monthName();
        expect('/');
        int year = number(4);
        expect(':');
        return clockTime(year, month, day);
    }

    /** {@code 1122 10:11:12.345678}, as after the letter of klog's lines. */
    @Nullable
    Instant klog(Instant now) {
        int month = number(2);
        int day = number(2);
        expect(' ');
        if (failed) {
            return null;
        }
        int year = now.atZone(zone.id()).getYear();
        int clock = at;
        Instant time = clockTime(year, month, day);
        if (time != null && time.isAfter(now.plusSeconds(86_400))) {
            at = clock;
            return clockTime(year - 1, month, day);
        }
        return time;
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
        long nanos = value % unit * (1_000_000_000 / unit);
        return Instant.ofEpochSecond(value / unit, unit == 1 ? fraction() : nanos);
    }

    private @Nullable Instant clockTime(int year, int month, int day) {
        int hour = number(2);
        expect(':');
        int minute = number(2);
        expect(':');
        int second = number(2);
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        if (failed || second > 60 || minute > 59 || hour > 23 || month < 1 || month > 12) {
            return null;
        }
        if (day < 1 || day > DAYS[month - 1] || (month == 2 && day == 29 && !leap) || isDigit(peek())) {
            return null;
        }
        int nanos = fraction();
        LocalDateTime local = LocalDateTime.of(year, month, day, hour, minute, Math.min(second, 59), nanos);
        int offset = offsetSeconds();
        return switch (offset) {
            case NONE -> local.atZone(zone.id()).toInstant();
            case NOT_KNOWN -> null;
            default -> Instant.ofEpochSecond(local.toEpochSecond(ZoneOffset.UTC) - offset, nanos);
        };
    }

    private int fraction() {
        char mark = peek();
        if ((mark != '.' && mark != ',') || at + 1 >= text.length() || !isDigit(text.charAt(at + 1))) {
            return 0;
        }
        at++;
        int nanos = 0;
        int unit = 100_000_000;
        while (isDigit(peek())) {
            nanos += (peek() - '0') * unit;
            unit /= 10;
            at++;
        }
        return nanos;
    }

    /** Seconds east of Greenwich, {@link #NONE} or {@link #NOT_KNOWN}. */
    private int offsetSeconds() {
        int before = at;
        boolean apart = skip(' ');
        char sign = peek();
        int offset = sign == '+' || sign == '-' ? numeric(sign, apart) : named();
        if (offset == NONE) {
            at = before;
        }
        return offset;
    }

    /** Such as {@code +01:00}, {@code -0330} or {@code -03}; behind a blank anything else belongs to the message. */
    private int numeric(char sign, boolean apart) {
        at++;
        if (!isDigit(peek())) {
            return NONE;
        }
        int hours = digits(2);
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

    private int named() {
        int end = at;
        while (end - at <= LogZone.LONGEST_NAME && isLetter(peekAt(end))) {
            end++;
        }
        if (isDigit(peekAt(end)) || end == at || end - at > LogZone.LONGEST_NAME) {
            return NONE;
        }
        String name = text.substring(at, end);
        if (name.equals("Z")) {
            return 0;
        }
        Integer known = zone.seconds(name);
        return known != null ? known : zone.isUnknown(name) ? NOT_KNOWN : NONE;
    }

    private int monthName() {
        int end = Math.min(text.length(), at + 3);
        int found = MONTHS.indexOf(text.substring(at, end));
        failed |= end - at < 3 || found < 0 || found % 3 != 0;
        at = end;
        return found / 3 + 1;
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
