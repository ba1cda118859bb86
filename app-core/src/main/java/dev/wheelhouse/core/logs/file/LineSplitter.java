package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.cri.CriJoiner;
import dev.wheelhouse.core.logs.document.LineFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Makes lines of a file's bytes as they come. A line of more than a mebibyte comes in pieces. Not thread-safe. */
final class LineSplitter {

    private static final int LONGEST = 1 << 20;

    private final FilePlace.Mark mark;
    private final FileLogSource.Origin origin;
    private final CriJoiner joiner;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long taken;
    private long wholeUntil;

    /** Takes lines. */
    @FunctionalInterface
    interface Sink {
        /** @return whether to go on */
        boolean line(PlacedLine line) throws IOException, InterruptedException;
    }

    /** @param offset where the first byte that comes stands in its file */
    LineSplitter(FilePlace.Mark mark, long offset, FileLogSource.Origin origin) {
        this.mark = mark;
        this.taken = offset;
        this.wholeUntil = offset;
        this.origin = origin;
        this.joiner = new CriJoiner(origin.stream());
    }

    /** @return false when the sink wants no more */
    boolean add(byte[] bytes, int length, Sink sink) throws IOException, InterruptedException {
        int start = 0;
        for (int at = 0; at < length; at++) {
            boolean isEnd = bytes[at] == '\n';
            if (!isEnd && begun.size() + at - start < LONGEST) {
                continue;
            }
            begun.write(bytes, start, at - start + (isEnd ? 0 : 1));
            taken += at - start + 1;
            start = at + 1;
            if (!give(sink)) {
                return false;
            }
        }
        begun.write(bytes, start, length - start);
        taken += length - start;
        return true;
    }

    private boolean give(Sink sink) throws IOException, InterruptedException {
        byte[] line = begun.toByteArray();
        begun.reset();
        int end = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        String text = new String(line, 0, end, StandardCharsets.UTF_8);
        Optional<LogLine> whole = origin.format() == LineFormat.RAW
                ? Optional.of(new LogLine(origin.times().find(text), origin.stream(), null, text))
                : joiner.add(text);
        if (whole.isEmpty()) {
            return true;
        }
        if (!joiner.isWithinLine()) {
            wholeUntil = taken;
        }
        return sink.line(new PlacedLine(whole.get(), place().toPosition()));
    }

    /** Gives the last line although no line break came; for a file at its end. Only of raw files. */
    void finish(Sink sink) throws IOException, InterruptedException {
        if (origin.format() == LineFormat.RAW && begun.size() > 0) {
            give(sink);
        }
    }

    /** Behind the last line that was given. */
    FilePlace place() {
        return new FilePlace(mark, wholeUntil);
    }
}
