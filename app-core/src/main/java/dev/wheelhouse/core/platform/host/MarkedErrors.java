package dev.wheelhouse.core.platform.host;

import dev.wheelhouse.core.platform.job.ProcessMark;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A command's standard error without the line of its process number. What a log-in shell wrote before that line
 * is not the command's and is dropped; where the line never comes, everything is kept.
 */
public final class MarkedErrors extends FilterInputStream {

    private static final int LONGEST_PREAMBLE = 64 << 10;

    private final String prefix;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile Optional<Long> pid = Optional.empty();
    private volatile Optional<ProcessMark> mark = Optional.empty();

    /** @param prefix what the line with the process number begins with */
    public MarkedErrors(String prefix) {
        super(InputStream.nullInputStream());
        this.prefix = prefix;
    }

    /** Reads up to the mark, or to the end; goes on where an interrupt ended it. By one thread at a time. */
    public void awaitMark(InputStream errors) throws IOException {
        while (seen.size() < LONGEST_PREAMBLE) {
            int next = errors.read();
            if (next < 0) {
                break;
            }
            seen.write(next);
            if (next != '\n') {
                line.write(next);
                continue;
            }
            readMark(line.toString(StandardCharsets.ISO_8859_1));
            if (pid.isPresent()) {
                in = errors;
                return;
            }
            line.reset();
        }
        in = new ByteArrayInputStream(seen.toByteArray());
    }

    private void readMark(String text) {
        if (!text.startsWith(prefix)) {
            return;
        }
        String[] words = text.substring(prefix.length()).split(" ", 2);
        try {
            long number = Long.parseLong(words[0]);
            mark = words.length == 2 ? ProcessMarks.told(number, words[1]) : Optional.empty();
            pid = Optional.of(number);
        } catch (NumberFormatException _) {
            // What the log-in shell wrote only looks like it.
        }
    }

    /** What the process is found by later; empty where the server does not tell it. */
    public Optional<ProcessMark> mark() {
        return mark;
    }

    /** The command's process number; empty where the server sent none. */
    public Optional<Long> pid() {
        return pid;
    }
}
