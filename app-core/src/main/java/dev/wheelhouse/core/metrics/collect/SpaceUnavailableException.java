package dev.wheelhouse.core.metrics.collect;

import java.io.IOException;

/** A file system does not answer, as one whose disk died. Everything else did. */
final class SpaceUnavailableException extends IOException {

    SpaceUnavailableException(IOException cause) {
        super("The file systems did not tell their space", cause);
    }
}
