package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.LogLevel;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.cri.CriLine;
import dev.wheelhouse.core.logs.cri.CriLines;
import dev.wheelhouse.core.logs.match.LevelRun;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.search.Newlines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes lines to show of bytes. */
record LineDecoder(LineFormat format, LineTimes times) {

    /** How far before a line its trace's first line is looked for. */
    private static final int CONTEXT = 16 << 10;

    /** Decodes lines that follow each other. */
    List<DocumentLine> decode(Content content, List<RawLine> lines) throws IOException {
        if (lines.isEmpty()) {
            return List.of();
        }
        long offset = lines.getFirst().offset();
        long number = RawLines.numberOf(content, offset);
        LevelRun levels = contextOf(content, offset);
        List<DocumentLine> decoded = new ArrayList<>(lines.size());
        for (RawLine each : lines) {
            byte[] head = withoutReturn(each);
            int text = format.textStart(head, 0, head.length);
            LogLevel level = levels.next(head, text, head.length);
            decoded.add(line(each, head, number, level, levels.wasContinued()));
            number += number == DocumentLine.UNKNOWN ? 0 : 1;
        }
        return decoded;
    }

    private static byte[] withoutReturn(RawLine line) {
        byte[] head = line.head();
        boolean ends = head.length == line.length() && head.length > 0 && head[head.length - 1] == '\r';
        return ends ? java.util.Arrays.copyOf(head, head.length - 1) : head;
    }

    private LevelRun contextOf(Content content, long offset) throws IOException {
        LevelRun levels = new LevelRun();
        long start = Math.max(0, offset - CONTEXT);
        byte[] before = new byte[(int) (offset - start)];
        int read = content.bytes().read(start, before, before.length);
        int at = start == 0 ? 0 : Newlines.next(before, 0, read) + 1;
        while (at < read) {
            int end = Newlines.next(before, at, read);
            if (end < 0) {
                break;
            }
            levels.next(before, format.textStart(before, at, end), end);
            at = end + 1;
        }
        return levels;
    }

    private DocumentLine line(RawLine raw, byte[] head, long number, LogLevel level, boolean continued) {
        String shown = new String(head, StandardCharsets.UTF_8);
        Optional<CriLine> cri = parsed(shown);
        String text = cri.map(CriLine::text).orElse(shown);
        boolean isCut = head.length + 1 < raw.length() || text.length() > LogDocument.LONGEST_SHOWN;
        String beginning = text.length() > LogDocument.LONGEST_SHOWN ? beginning(text) : text;
        return new DocumentLine(
                number,
                raw.offset(),
                raw.length(),
                timeOf(cri, beginning),
                cri.map(CriLine::stream).orElse(LogStream.STDOUT),
                cri.map(CriLine::instance).orElse(null),
                level,
                continued,
                beginning,
                isCut);
    }

    /** Not between the two halves of one character. */
    private static String beginning(String text) {
        int end = LogDocument.LONGEST_SHOWN;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    /** The time of a line; null when it says none. */
    @Nullable
    Instant timeOf(RawLine raw) {
        String shown = new String(raw.head(), 0, Math.min(raw.head().length, 4096), StandardCharsets.UTF_8);
        Optional<CriLine> cri = parsed(shown);
        return timeOf(cri, cri.map(CriLine::text).orElse(shown));
    }

    private Optional<CriLine> parsed(String line) {
        return format == LineFormat.CRI ? CriLines.parse(line) : Optional.empty();
    }

    private @Nullable Instant timeOf(Optional<CriLine> cri, String text) {
        return cri.map(CriLine::time).orElseGet(() -> times.find(text));
    }

    /** All of a line's text. */
    String whole(byte[] bytes, int length) {
        int end = length > 0 && bytes[length - 1] == '\r' ? length - 1 : length;
        int start = format.textStart(bytes, 0, end);
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
}
