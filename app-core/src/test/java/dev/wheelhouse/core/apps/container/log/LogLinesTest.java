package dev.wheelhouse.core.apps.container.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.tuple;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.LogStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LogLinesTest {

    private static final String TIME = "2026-11-22T02:10:03.123456789Z ";

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    private void frame(int stream, String payload) {
        byte[] bytes = payload.getBytes(UTF_8);
        sent.write(stream);
        sent.writeBytes(new byte[3]);
        sent.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
        sent.writeBytes(bytes);
    }

    private static List<LogLine> all(LogLines lines) throws IOException {
        List<LogLine> all = new ArrayList<>();
        for (Optional<LogLine> next = lines.next(); next.isPresent(); next = lines.next()) {
            all.add(next.get());
        }
        return all;
    }

    private LogLines framed() {
        return LogLines.framed(new ByteArrayInputStream(sent.toByteArray()), () -> true);
    }

    private static LogLines raw(String text) {
        return LogLines.raw(new ByteArrayInputStream(text.getBytes(UTF_8)), () -> true);
    }

    @Test
    void tellsTheOutputsApartAndKeepsNanoseconds() throws IOException {
        frame(1, TIME + "out é\n");
        frame(2, TIME + "\u001b[31merr\u001b[0m\n");
        frame(1, TIME + "\n");

        assertThat(all(framed()))
                .extracting(LogLine::stream, LogLine::text)
                .containsExactly(
                        tuple(LogStream.STDOUT, "out é"),
                        tuple(LogStream.STDERR, "\u001b[31merr\u001b[0m"),
                        tuple(LogStream.STDOUT, ""));
        assertThat(all(framed()).getFirst().time()).isEqualTo(Instant.parse(TIME.strip()));
    }

    @Test
    void joinsThePiecesOfALongLineEachOutputForItself() throws IOException {
        frame(1, TIME + "a".repeat(16 << 10));
        frame(2, TIME + "between\n");
        frame(1, "2026-11-22T02:10:04Z " + "b".repeat(16 << 10));
        frame(1, "2026-11-22T02:10:05Z end\n");

        List<LogLine> lines = all(framed());

        assertThat(lines)
                .extracting(LogLine::text)
                .containsExactly("between", "a".repeat(16 << 10) + "b".repeat(16 << 10) + "end");
        assertThat(lines.get(1).time()).isEqualTo(Instant.parse(TIME.strip()));
    }

    @Test
    void givesOutWhatHasNoEndYet() throws IOException {
        frame(1, TIME + "begun");

        assertThat(all(framed())).extracting(LogLine::text).containsExactly("begun");
    }

    @Test
    void leavesWhatGoesOnToTheNextReading() throws IOException {
        frame(1, TIME + "whole\n");
        frame(1, TIME + "begun");

        LogLines lines = LogLines.framed(new ByteArrayInputStream(sent.toByteArray()), () -> false);

        assertThat(all(lines)).extracting(LogLine::text).containsExactly("whole");
    }

    @Test
    void readsATerminalsOutputAsItIs() throws IOException {
        assertThat(all(raw(TIME + "one\r\n" + TIME + "two\n")))
                .extracting(LogLine::text)
                .containsExactly("one", "two");
    }

    @Test
    void takesTheTimesOutOfALongLineOfATerminal() throws IOException {
        String piece = "x".repeat(16 << 10);

        assertThat(all(raw(TIME + piece + TIME + piece + TIME + "end\n")))
                .extracting(LogLine::text)
                .containsExactly(piece + piece + "end");
        assertThat(all(raw(TIME + piece + "no time\n")))
                .extracting(LogLine::text)
                .containsExactly(piece + "no time");
    }

    @Test
    void tellsAStreamThatBrokeOffFromOneThatEnded() {
        frame(1, TIME + "whole\n");
        byte[] all = sent.toByteArray();

        assertThatIOException()
                .isThrownBy(() -> all(LogLines.framed(new ByteArrayInputStream(all, 0, all.length - 1), () -> true)));
        assertThatIOException().isThrownBy(() -> all(LogLines.framed(new ByteArrayInputStream(all, 0, 4), () -> true)));
        assertThatIOException()
                .isThrownBy(() -> all(
                        LogLines.framed(new ByteArrayInputStream(new byte[] {9, 0, 0, 0, 0, 0, 0, 1, 1}), () -> true)));
    }

    @Test
    void passesTheEnginesOwnErrorOn() {
        frame(3, "error grabbing logs: disk on fire\n");

        assertThatIOException().isThrownBy(() -> all(framed())).withMessage("error grabbing logs: disk on fire");
    }
}
