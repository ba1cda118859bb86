package dev.wheelhouse.core.platform.host.ssh;

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
final class MarkedErrors extends FilterInputStream {

    private static final int LONGEST_PREAMBLE = 64 << 10;

    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile Optional<Long> pid = Optional.empty();

    MarkedErrors() {
        super(InputStream.nullInputStream());
    }

    /** Reads up to the mark, or to the end; goes on where an interrupt ended it. By one thread at a time. */
    void awaitMark(InputStream errors) throws IOException {
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
            pid = marked(line.toString(StandardCharsets.ISO_8859_1));
            if (pid.isPresent()) {
                in = errors;
                return;
            }
            line.reset();
        }
        in = new ByteArrayInputStream(seen.toByteArray());
    }

    private static Optional<Long> marked(String line) {
        if (!line.startsWith(CommandText.MARK)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(line.substring(CommandText.MARK.length())));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** The command's process number; empty where the server sent none. */
    Optional<Long> pid() {
        return pid;
    }
}
