package dev.wheelhouse.core.databases.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Opens its sink only when it has some kilobytes for it or all there is, so that a failure before can still be answered
 * properly: a database sends the header of a result before it computes the first row.
 */
final class LateOutput extends OutputStream {

    private static final int HELD_BYTES = 8 * 1024;

    private final ExportSink sink;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable OutputStream opened;

    LateOutput(ExportSink sink) {
        this.sink = sink;
    }

    private OutputStream opened() throws IOException {
        OutputStream known = opened;
        if (known == null) {
            known = sink.open();
            opened = known;
            held.writeTo(known);
            held.reset();
        }
        return known;
    }

    private boolean holds(int length) {
        return opened == null && held.size() + length <= HELD_BYTES;
    }

    @Override
    public void write(int value) throws IOException {
        if (holds(1)) {
            held.write(value);
            return;
        }
        opened().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (holds(length)) {
            held.write(bytes, offset, length);
            return;
        }
        opened().write(bytes, offset, length);
    }

    /** Does nothing: the writer of the parts of a file does not know when it is whole. */
    @Override
    public void flush() {}

    /** Sends everything on; also opens a sink that gets no byte at all, since an empty file is an answer. */
    void finish() throws IOException {
        opened().flush();
    }
}
