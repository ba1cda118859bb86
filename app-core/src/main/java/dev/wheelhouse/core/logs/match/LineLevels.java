package dev.wheelhouse.core.logs.match;

import dev.wheelhouse.core.logs.LogLevel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The level of a line by itself: of the priority of RFC 3164 and RFC 5424 and the signs of klog, Redis and MongoDB; of a field
 * of JSON or logfmt ({@code level}, {@code lvl}, {@code severity}, {@code levelname}; words, or the numbers of pino and
 * bunyan); else of the first word that names one, in capitals anywhere near the line's beginning, behind Monolog's channel too
 * ({@code app.ERROR:}), or otherwise where a level stands (first, in brackets, before a colon); else of the HTTP status of an
 * access log (5xx error, 4xx warning). Pure.
 */
public final class LineLevels {

    private static final int WITHIN = 512;
    private static final int FIELDS_WITHIN = 8192;
    private static final int LONGEST_WORD = 9;
    private static final int LONGEST_TAG = 64;
    private static final int HIGHEST_PRIORITY = 191;
    private static final String MONGO = "{\"t\":{\"$date\":\"";
    private static final int REDIS_TIME = 40;
    private static final byte ESCAPE = 0x1b;

    private static final long LOG = key("log");
    private static final long CONFIG = key("config");
    private static final long LEVEL = key("level");
    private static final long LVL = key("lvl");
    private static final long SEVERITY = key("severity");
    private static final long LEVELNAME = key("levelname");

    private static final Map<Long, LogLevel> WORDS = words();
    private static final boolean[] FIRST = firstLetters();

    private LineLevels() {}

    private static Map<Long, LogLevel> words() {
        Map<Long, LogLevel> words = new HashMap<>();
        put(words, LogLevel.TRACE, "trace", "trc", "finest", "finer", "verbose");
        put(words, LogLevel.DEBUG, "debug", "dbg", "fine");
        put(words, LogLevel.INFO, "info", "inf", "notice", "log", "config");
        put(words, LogLevel.WARN, "warn", "warning", "wrn");
        put(words, LogLevel.ERROR, "error", "err", "severe", "eror");
        put(words, LogLevel.FATAL, "fatal", "ftl", "critical", "crit", "alert", "emerg", "emergency", "panic");
        return Map.copyOf(words);
    }

    private static void put(Map<Long, LogLevel> words, LogLevel level, String... names) {
        for (String name : names) {
            words.put(key(name), level);
        }
    }

    private static boolean[] firstLetters() {
        boolean[] first = new boolean[128];
        for (char each : "tfvdinlcwespakTFVDINLCWESPAK".toCharArray()) {
            first[each] = true;
        }
        return first;
    }

    private static long key(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
        return key(bytes, 0, bytes.length);
    }

    /** A word's last eight letters as one number, small letters. */
    private static long key(byte[] bytes, int from, int to) {
        long key = 0;
        for (int i = from; i < to; i++) {
            key = key << 8 | (bytes[i] | 0x20);
        }
        return key;
    }

    public static LogLevel of(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return of(bytes, 0, bytes.length);
    }

    /** The level of a line in UTF-8; {@link LogLevel#NONE} when it has no sign of one. */
    public static LogLevel of(byte[] bytes, int begin, int to) {
        int from = begin;
        // Of a file that was cut while it was written.
        while (from < to && bytes[from] == 0) {
            from++;
        }
        int first = from;
        while (first < to && (bytes[first] == ' ' || bytes[first] == '\t')) {
            first++;
        }
        LogLevel sign = first < to ? ofFormat(bytes, first, to) : LogLevel.NONE;
        return sign == LogLevel.NONE ? ofFieldOrWord(bytes, from, first, to) : sign;
    }

    private static LogLevel ofFieldOrWord(byte[] bytes, int from, int first, int to) {
        boolean isJson = first < to && bytes[first] == '{';
        int limit = Math.min(to, from + (isJson ? FIELDS_WITHIN : WITHIN));
        LogLevel word = LogLevel.NONE;
        LogLevel status = LogLevel.NONE;
        boolean fieldsPossible = isJson;
        boolean hadWord = false;
        int at = first;
        while (at < limit) {
            byte sign = bytes[at];
            if (!isLetter(sign)) {
                if (sign == '"' && status == LogLevel.NONE) {
                    status = httpStatus(bytes, at, to);
                }
                fieldsPossible |= sign == '=';
                at = sign == ESCAPE ? behindColour(bytes, at, limit) : at + 1;
                continue;
            }
            int end = at + 1;
            while (end < to && isLetter(bytes[end])) {
                end++;
            }
            if (end - at <= LONGEST_WORD && FIRST[bytes[at]]) {
                long key = key(bytes, at, end);
                LogLevel field = isFieldName(key, end - at) ? fieldLevel(bytes, end, to) : null;
                if (field != null) {
                    return field;
                }
                if (word == LogLevel.NONE) {
                    word = wordLevel(bytes, new Word(from, at, end, to, key, !hadWord));
                }
                if (word != LogLevel.NONE && !fieldsPossible) {
                    return word;
                }
            }
            hadWord = hadWord || end - at > 1;
            at = end;
        }
        return word == LogLevel.NONE ? traceOrStatus(bytes, from, to, status) : word;
    }

    private static int behindColour(byte[] bytes, int escape, int limit) {
        int at = escape + 1;
        while (at < limit && !isLetter(bytes[at])) {
            at++;
        }
        return Math.min(limit, at + 1);
    }

    private static LogLevel traceOrStatus(byte[] bytes, int from, int to, LogLevel status) {
        if (status != LogLevel.NONE) {
            return status;
        }
        boolean isTrace = LineGroups.startsWith(bytes, from, to, "Traceback (most")
                || LineGroups.startsWith(bytes, from, to, "Exception in thread")
                || LineGroups.isExceptionName(bytes, from, to);
        return isTrace ? LogLevel.ERROR : LogLevel.NONE;
    }

    private static boolean isLetter(byte sign) {
        int small = sign | 0x20;
        return small >= 'a' && small <= 'z' && sign > 0;
    }

    /** A word and where it stands, within a line that begins at {@code line} and ends at {@code to}. */
    private record Word(int line, int at, int end, int to, long key, boolean isFirst) {}

    private static LogLevel wordLevel(byte[] bytes, Word word) {
        LogLevel level = WORDS.get(word.key());
        if (level == null) {
            return LogLevel.NONE;
        }
        int before = word.at() == word.line() ? ' ' : bytes[word.at() - 1];
        int after = word.end() >= word.to() ? ' ' : bytes[word.end()];
        boolean capitals = isCapital(bytes[word.at()]) && isCapital(bytes[word.end() - 1]);
        boolean isOfChannel = before == '.' && after == ':' && capitals;
        if (isPartOfName(before) || isPartOfName(after) || before == '/' || (before == '.' && !isOfChannel)) {
            // Within a name, a path or an address.
            return before == 'm' && isColour(bytes, word) ? level : LogLevel.NONE;
        }
        boolean isWeak =
                word.key() == LOG || word.key() == CONFIG || (level == LogLevel.ERROR && word.end() - word.at() == 3);
        boolean stands = after == ':' || after == ']' || after == '>' || after == '|' || before == '[' || before == '<';
        if (isWeak) {
            return (capitals || stands) && (stands || word.isFirst()) && after != '=' ? level : LogLevel.NONE;
        }
        return capitals || stands || (word.isFirst() && after != '=') ? level : LogLevel.NONE;
    }

    private static boolean isPartOfName(int sign) {
        return (sign >= '0' && sign <= '9') || sign == '_' || sign == '-' || isLetter((byte) sign) || sign < 0;
    }

    private static boolean isColour(byte[] bytes, Word word) {
        return word.at() - word.line() >= 3 && (bytes[word.at() - 2] >= '0' && bytes[word.at() - 2] <= '9');
    }

    private static boolean isCapital(byte sign) {
        return sign >= 'A' && sign <= 'Z';
    }

    /** Whether a word of ASCII names a level. */
    static boolean isLevelWord(String word) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        return isLevelWord(bytes, 0, bytes.length);
    }

    /** Whether a word that names a level begins here. */
    static boolean isLevelWord(byte[] bytes, int at, int to) {
        int end = at;
        while (end < to && end - at <= LONGEST_WORD && isLetter(bytes[end])) {
            end++;
        }
        return end - at <= LONGEST_WORD && WORDS.containsKey(key(bytes, at, end));
    }

    /** Of {@code "level":"warn"}, {@code "level":40}, {@code level=warn}; null when what follows the name is no such field. */
    private static @Nullable LogLevel fieldLevel(byte[] bytes, int end, int to) {
        int value = end;
        if (value < to && bytes[value] == '"') {
            value = skipBlanks(bytes, value + 1, to);
            if (value >= to || bytes[value] != ':') {
                return null;
            }
            value = skipBlanks(bytes, value + 1, to);
        } else if (value < to && bytes[value] == '=') {
            value++;
        } else {
            return null;
        }
        if (value < to && bytes[value] == '"') {
            value++;
        }
        return valueLevel(bytes, value, to);
    }

    private static boolean isFieldName(long key, int length) {
        return length == LONGEST_WORD ? key == LEVELNAME : key == LEVEL || key == LVL || key == SEVERITY;
    }

    private static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] == ' ') {
            at++;
        }
        return at;
    }

    private static @Nullable LogLevel valueLevel(byte[] bytes, int at, int to) {
        int end = at;
        while (end < to && end - at <= LONGEST_WORD && isLetter(bytes[end])) {
            end++;
        }
        if (end > at) {
            return end - at > LONGEST_WORD ? null : WORDS.get(key(bytes, at, end));
        }
        boolean isTens = at + 1 < to && bytes[at + 1] == '0' && (at + 2 >= to || !isPartOfName(bytes[at + 2]));
        return !isTens
                ? null
                : switch (bytes[at]) {
                    case '1' -> LogLevel.TRACE;
                    case '2' -> LogLevel.DEBUG;
                    case '3' -> LogLevel.INFO;
                    case '4' -> LogLevel.WARN;
                    case '5' -> LogLevel.ERROR;
                    case '6' -> LogLevel.FATAL;
                    default -> null;
                };
    }

    /** Of a format that says it by a sign at the line's beginning. */
    private static LogLevel ofFormat(byte[] bytes, int at, int to) {
        return switch (bytes[at]) {
            case '<' -> priority(bytes, at, to);
            case '{' -> mongo(bytes, at, to);
            case 'D', 'I', 'W', 'E', 'F' -> klogOrAndroid(bytes, at, to);
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> redis(bytes, at, to);
            default -> LogLevel.NONE;
        };
    }

    /** {@code <34>}: eight times the facility and the severity (RFC 5424 section 6.2.1). */
    private static LogLevel priority(byte[] bytes, int bracket, int to) {
        int priority = 0;
        int at = bracket + 1;
        while (at < to && at - bracket <= 3 && isDigit(bytes[at])) {
            priority = priority * 10 + bytes[at] - '0';
            at++;
        }
        if (at == bracket + 1 || at >= to || bytes[at] != '>' || priority > HIGHEST_PRIORITY) {
            return LogLevel.NONE;
        }
        return switch (priority & 7) {
            case 0, 1, 2 -> LogLevel.FATAL;
            case 3 -> LogLevel.ERROR;
            case 4 -> LogLevel.WARN;
            case 7 -> LogLevel.DEBUG;
            default -> LogLevel.INFO;
        };
    }

    /** <code>{"t":{"$date":"…"},"s":"E",</code> (MongoDB manual, Log Messages). */
    private static LogLevel mongo(byte[] bytes, int at, int to) {
        if (!LineGroups.startsWith(bytes, at, to, MONGO)) {
            return LogLevel.NONE;
        }
        int end = at + MONGO.length();
        while (end < to && bytes[end] != '}') {
            end++;
        }
        String field = "},\"s\":\"";
        int sign = end + field.length();
        return sign < to && LineGroups.startsWith(bytes, end, to, field) ? ofLetter(bytes[sign]) : LogLevel.NONE;
    }

    /** {@code 1234:M 22 Nov 2026 10:11:12.345 # …}: the one sign that stands alone behind the time (redis, server.c). */
    private static LogLevel redis(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isDigit(bytes[at])) {
            at++;
        }
        if (at + 3 >= to || bytes[at] != ':' || !isCapital(bytes[at + 1]) || bytes[at + 2] != ' ') {
            return LogLevel.NONE;
        }
        int limit = Math.min(to - 2, at + REDIS_TIME);
        for (at += 3; at < limit; at++) {
            if (bytes[at] == ' ' && bytes[at + 2] == ' ') {
                return switch (bytes[at + 1]) {
                    case '.', '-' -> LogLevel.DEBUG;
                    case '*' -> LogLevel.INFO;
                    case '#' -> LogLevel.WARN;
                    default -> LogLevel.NONE;
                };
            }
        }
        return LogLevel.NONE;
    }

    private static boolean isDigit(byte sign) {
        return sign >= '0' && sign <= '9';
    }

    private static LogLevel ofLetter(byte letter) {
        return switch (letter) {
            case 'D' -> LogLevel.DEBUG;
            case 'I' -> LogLevel.INFO;
            case 'W' -> LogLevel.WARN;
            case 'E' -> LogLevel.ERROR;
            case 'F' -> LogLevel.FATAL;
            default -> LogLevel.NONE;
        };
    }

    /** {@code I1122 10:11:12} of klog. */
    private static LogLevel klogOrAndroid(byte[] bytes, int at, int to) {
        if (at + 1 < to && bytes[at + 1] == '/') {
            return isAndroid(bytes, at + 2, to) ? ofLetter(bytes[at]) : LogLevel.NONE;
        }
        if (to - at < 6 || bytes[at + 5] != ' ') {
            return LogLevel.NONE;
        }
        for (int i = at + 1; i < at + 5; i++) {
            if (!isDigit(bytes[i])) {
                return LogLevel.NONE;
            }
        }
        return ofLetter(bytes[at]);
    }

    /** Whether a tag and a colon follow, with the process or not: {@code W/Tag(  585): hello}. */
    private static boolean isAndroid(byte[] bytes, int tag, int to) {
        int end = tag;
        while (end < to && end - tag < LONGEST_TAG && bytes[end] > ' ' && bytes[end] != ':' && bytes[end] != '(') {
            end++;
        }
        int colon = end;
        while (colon < to
                && colon - end < 10
                && (bytes[colon] == '(' || bytes[colon] == ' ' || isDigit(bytes[colon]))) {
            colon++;
        }
        colon += colon < to && bytes[colon] == ')' ? 1 : 0;
        return end > tag && colon < to && bytes[colon] == ':';
    }

    /** Of {@code " 404 } behind a quoted request. */
    private static LogLevel httpStatus(byte[] bytes, int quote, int to) {
        if (to - quote < 5 || bytes[quote + 1] != ' ' || (to - quote > 5 && bytes[quote + 5] != ' ')) {
            return LogLevel.NONE;
        }
        if (!isDigit(bytes[quote + 3]) || !isDigit(bytes[quote + 4])) {
            return LogLevel.NONE;
        }
        return switch (bytes[quote + 2]) {
            case '1', '2', '3' -> LogLevel.INFO;
            case '4' -> LogLevel.WARN;
            case '5' -> LogLevel.ERROR;
            default -> LogLevel.NONE;
        };
    }
}
