package dev.wheelhouse.core.logs.document;

import dev.wheelhouse.core.logs.search.Newlines;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes lines of a document elsewhere, in one pass over its bytes. */
record DocumentCopy(Content content, LineFormat format, BooleanSupplier isStopped) {

    long copy(LogRows rows, OutputStream to) throws IOException {
        FilterPass filter = rows instanceof FilterPass some ? some : null;
        LineChunks chunks = new LineChunks(content.bytes(), 0);
        long number = 0;
        long row = 0;
        long wanted = numberOf(filter, 0);
        while (wanted >= 0 && chunks.next()) {
            throwWhenStopped();
            byte[] bytes = chunks.buffer();
            for (int at = 0; at < chunks.length() && wanted >= 0; number++) {
                int end = Newlines.next(bytes, at, chunks.length());
                if (number == wanted) {
                    write(bytes, at, end, to);
                    wanted = numberOf(filter, ++row);
                }
                at = end + 1;
            }
        }
        int tail = wanted < 0 ? 0 : chunks.tail();
        if (tail > 0 && number == wanted) {
            write(chunks.buffer(), 0, tail, to);
            row++;
        }
        return row;
    }

    private static long numberOf(@Nullable FilterPass filter, long row) {
        return filter == null ? row : filter.numberOf(row);
    }

    private void write(byte[] bytes, int from, int to, OutputStream out) throws IOException {
        int start = format.textStart(bytes, from, to);
        out.write(bytes, start, to - start);
        out.write('\n');
    }

    private void throwWhenStopped() {
        if (isStopped.getAsBoolean()) {
            throw new AppException(PlatformError.CANCELLED, "Copying the lines was cancelled.");
        }
        Turn.offer();
    }
}
