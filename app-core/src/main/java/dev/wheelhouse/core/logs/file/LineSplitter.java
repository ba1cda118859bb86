package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.logs.LogLine;
import dev.wheelhouse.core.logs.PlacedLine;
import dev.wheelhouse.core.logs.cri.CriJoiner;
import dev.wheelhouse.core.logs.document.LineFormat;
import dev.wheelhouse.core.logs.match.LineTimes;
import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.host.HostFile;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes lines of a file's bytes as they come. A line of more than a mebibyte comes in pieces. Not thread-safe. */
final class LineSplitter {

    private static final int LONGEST = 1 << 20;

    private final FilePlace.Mark mark;
    private final LineTimes times;
    private final FileLogSource.Origin origin;
    private final CriJoiner joiner;
    private final Supplier<Optional<HostFile>> file;
    private boolean looked;
    private @Nullable Instant written;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long taken;
    private long wholeUntil;

    /** Takes lines. */
    @FunctionalInterface
    interface Sink {
        /** @return whether to go on */
        boolean line(PlacedLine line) throws InterruptedException;
    }

    /**
     * @param start of the first byte that comes
     * @param file that they are of; empty for one that has another name by now. Asked once, where a time has no year: over
     *     SSH it is a round trip
     */
    LineSplitter(FilePlace start, FileLogSource.Origin origin, Supplier<Optional<HostFile>> file) {
        this.file = file;
        this.times = origin.times().until(this::written);
        this.mark = start.mark();
        this.taken = start.offset();
        this.wholeUntil = taken;
        this.origin = origin;
        this.joiner = new CriJoiner(origin.stream());
    }

    private Optional<Instant> written() {
        if (!looked) {
            written = file.get().map(HostFile::modifiedAt).orElse(null);
            looked = true;
        }
        return Optional.ofNullable(written);
    }

    /** @return false when the sink wants no more */
    boolean add(byte[] bytes, int from, int to, Sink sink) throws InterruptedException {
        for (int start = from; start < to; ) {
            int longest = Math.min(to, start + LONGEST + 1 - begun.size());
            int lineBreak = Newlines.next(bytes, start, longest);
            int end = lineBreak < 0 ? longest : lineBreak;
            int next = lineBreak < 0 ? end : end + 1;
            begun.write(bytes, start, end - start);
            taken += next - start;
            start = next;
            if ((lineBreak >= 0 || begun.size() > LONGEST) && !give(sink)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The lines of bytes that are all at hand.
     *
     * @param isEnd as {@link #finish}
     */
    List<PlacedLine> lines(byte[] bytes, int from, boolean isEnd) {
        List<PlacedLine> lines = new ArrayList<>();
        try {
            add(bytes, from, bytes.length, lines::add);
            if (isEnd) {
                finish(lines::add);
            }
            return lines;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean give(Sink sink) throws InterruptedException {
        byte[] line = begun.toByteArray();
        begun.reset();
        int end = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        String text = new String(line, 0, end, StandardCharsets.UTF_8);
        Optional<LogLine> whole = origin.format() == LineFormat.RAW
                ? Optional.of(new LogLine(times.find(text), origin.stream(), null, text))
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
    void finish(Sink sink) throws InterruptedException {
        if (origin.format() == LineFormat.RAW && begun.size() > 0) {
            give(sink);
        }
    }

    /** Behind the last line that was given. */
    FilePlace place() {
        return new FilePlace(mark, wholeUntil);
    }
}
