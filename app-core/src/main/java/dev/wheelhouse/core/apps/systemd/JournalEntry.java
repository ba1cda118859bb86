package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import dev.wheelhouse.core.logs.PlacedLine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One entry of a journal.
 *
 * @param micros since the epoch; 0 for not known
 * @param priority as syslog has it, 0 (the system is unusable) to 7 (debug)
 * @param message as it was written; often UTF-8, may have several lines
 */
@SuppressWarnings("ArrayRecordComponent") // Read once by who made it; never compared.
record JournalEntry(String cursor, long micros, int priority, byte[] message) {

    /** {@code err} and graver (syslog(3)). */
    private static final int GRAVEST_OF_STDOUT = 4;

    private static final long MICROS = 1_000_000;
    private static final long NANOS_PER_MICRO = 1000;

    Instant time() {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * NANOS_PER_MICRO);
    }

    /** Its lines, each with the place behind it; at least one. What is not UTF-8 becomes U+FFFD. */
    List<PlacedLine> lines() {
        String text = new String(message, StandardCharsets.UTF_8);
        int end = text.length();
        while (end > 0 && isBreak(text.charAt(end - 1))) {
            end--;
        }
        List<PlacedLine> lines = new ArrayList<>(1);
        int from = 0;
        for (int at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', from)) {
            lines.add(placed(text.substring(from, withoutReturn(text, from, at)), lines.size() + 1));
            from = at + 1;
        }
        lines.add(placed(text.substring(from, end), 0));
        return lines;
    }

    private static boolean isBreak(char each) {
        return each == '\n' || each == '\r';
    }

    private static int withoutReturn(String text, int from, int end) {
        return end > from && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    private PlacedLine placed(String text, int linesRead) {
        LogLine line = new LogLine(
                micros == 0 ? null : time(),
                priority < GRAVEST_OF_STDOUT ? LogStream.STDERR : LogStream.STDOUT,
                null,
                text);
        return new PlacedLine(line, new JournalPlace(cursor, linesRead).position());
    }
}
