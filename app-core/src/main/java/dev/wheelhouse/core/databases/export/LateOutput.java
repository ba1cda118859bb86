package dev.wheelhouse.core.databases.export;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Opens its sink at the first byte, so that a failure before it can still be told properly. */
final class LateOutput extends OutputStream {

    private final ExportSink sink;
    private @Nullable OutputStream opened;

    LateOutput(ExportSink sink) {
        this.sink = sink;
    }

    private OutputStream opened() throws IOException {
        if (opened == null) {
            opened = sink.open();
        }
        return opened;
    }

    @Override
    public void write(int value) throws IOException {
        opened().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        opened().write(bytes, offset, length);
    }

    /** Also opens a sink that gets no byte at all: an empty file is an answer. */
    @Override
    public void flush() throws IOException {
        opened().flush();
    }
}
