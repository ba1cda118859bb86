package dev.wheelhouse.core.platform.host;

import java.io.IOException;

/** Takes what a command writes. Each stream's chunks come in order from one thread; the two at once. */
public interface CommandOutput {

    /** @param chunk fresh bytes, at least one, the receiver's to keep */
    void stdout(byte[] chunk) throws IOException;

    /** @param chunk fresh bytes, at least one, the receiver's to keep */
    void stderr(byte[] chunk) throws IOException;
}
