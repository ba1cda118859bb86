package dev.wheelhouse.core.platform.host;

import java.io.IOException;
import java.io.OutputStream;

/** Writes a command's standard input, on a thread of its own while the command runs. */
@FunctionalInterface
public interface CommandInput {

    CommandInput NONE = stdin -> {};

    /**
     * Writes everything and returns; the stream is closed afterwards.
     *
     * @throws IOException when the command takes no more, which is not an error, or when the source fails
     */
    void writeTo(OutputStream stdin) throws IOException;

    static CommandInput of(byte[] bytes) {
        byte[] copy = bytes.clone();
        return stdin -> stdin.write(copy);
    }
}
