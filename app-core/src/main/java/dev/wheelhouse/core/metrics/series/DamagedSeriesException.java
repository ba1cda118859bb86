package dev.wheelhouse.core.metrics.series;

import java.io.IOException;

/** Bytes that are not what was written. */
final class DamagedSeriesException extends IOException {

    DamagedSeriesException(String message) {
        super(message);
    }
}
