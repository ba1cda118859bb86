package dev.wheelhouse.core.logs.cri;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes lines of the format. Pure. */
public final class CriLines {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);
    private static final String NO_TIME = "-";
    private static final int LONGEST_TIME = 40;

    private CriLines() {}

    /**
     * Reads a line.
     *
     * @param line without its line break
     * @return empty when it is not of the format
     */
    public static Optional<CriLine> parse(String line) {
        int afterTime = line.indexOf(' ');
        if (afterTime < 1 || afterTime > LONGEST_TIME) {
            return Optional.empty();
        }
        int afterStream = line.indexOf(' ', afterTime + 1);
        if (afterStream < 0) {
            return Optional.empty();
        }
        LogStream stream = stream(line.substring(afterTime + 1, afterStream));
        int afterTags = line.indexOf(' ', afterStream + 1);
        // An empty text may have lost its blank.
        int tagsEnd = afterTags < 0 ? line.length() : afterTags;
        if (stream == null || !isTags(line, afterStream + 1, tagsEnd)) {
            return Optional.empty();
        }
        Instant time = null;
        if (!line.startsWith(NO_TIME + " ")) {
            time = time(line.substring(0, afterTime));
            if (time == null) {
                return Optional.empty();
            }
        }
        boolean partial = line.charAt(afterStream + 1) == 'P';
        String tag = tagsEnd == afterStream + 2 ? null : decoded(line.substring(afterStream + 3, tagsEnd));
        String text = afterTags < 0 ? "" : line.substring(afterTags + 1);
        return Optional.of(new CriLine(time, stream, partial, tag, text));
    }

    private static boolean isTags(String line, int start, int end) {
        return end > start
                && (line.charAt(start) == 'P' || line.charAt(start) == 'F')
                && (end == start + 1 || line.charAt(start + 1) == ':');
    }

    private static @Nullable LogStream stream(String word) {
        return switch (word) {
            case "stdout" -> LogStream.STDOUT;
            case "stderr" -> LogStream.STDERR;
            default -> null;
        };
    }

    private static @Nullable Instant time(String text) {
        try {
            return text.endsWith("Z")
                    ? Instant.parse(text)
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            return null;
        }
    }

    private static String decoded(String tag) {
        try {
            return tag.indexOf('%') < 0 ? tag : URLDecoder.decode(tag.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return tag;
        }
    }

    /**
     * Writes a line whole, with its line break. A text with line breaks of its own becomes as many lines, all of the same
     * time.
     */
    public static String format(LogLine line) {
        StringBuilder to = new StringBuilder(line.text().length() + 64);
        append(line, to);
        return to.toString();
    }

    /** As {@link #format}, at the end of a text. */
    public static void append(LogLine line, StringBuilder to) {
        Instant time = line.time();
        String head = (time == null ? NO_TIME : TIME.format(time))
                + (line.stream() == LogStream.STDOUT ? " stdout " : " stderr ")
                + (line.instance() == null ? "F " : "F:" + encoded(line.instance()) + " ");
        String text = line.text();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            to.append(head).append(text, start, end).append('\n');
            start = end + 1;
        }
        to.append(head).append(text, start, text.length()).append('\n');
    }

    /** Blanks, colons and what is not printable ASCII as {@code %XX} of UTF-8; the rest as it stands. */
    private static String encoded(String tag) {
        if (tag.chars().allMatch(CriLines::isPlain)) {
            return tag;
        }
        StringBuilder encoded = new StringBuilder();
        for (byte each : tag.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(each)) {
                encoded.append((char) each);
            } else {
                encoded.append(String.format("%%%02X", each & 0xff));
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(int each) {
        return each > ' ' && each < 127 && each != ':' && each != '%';
    }
}
