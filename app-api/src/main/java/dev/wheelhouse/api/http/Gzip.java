package dev.wheelhouse.api.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Compressed answers for who asks for them (RFC 9110 sections 8.4.1.3 and 12.5.3). */
final class Gzip {

    /** A smaller answer fits a few packets as it is. */
    static final int LEAST_BYTES = 8 * 1024;

    private Gzip() {}

    /** Whether the reader takes gzip; who says nothing gets bytes as they are. */
    static boolean isAsked(RequestHead head) {
        String codings = String.join(",", head.headerValues("Accept-Encoding"));
        return !codings.isBlank() && MediaTypes.accepts(codings, List.of("gzip"));
    }

    static boolean isWorthwhile(List<ByteBuffer> chunks) {
        long bytes = 0;
        for (ByteBuffer each : chunks) {
            bytes += each.remaining();
        }
        return bytes >= LEAST_BYTES;
    }

    /** The chunks' positions are not moved. */
    static ByteBuffer pack(List<ByteBuffer> chunks) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(LEAST_BYTES);
        try (GZIPOutputStream out = new GZIPOutputStream(packed, LEAST_BYTES)) {
            byte[] window = new byte[LEAST_BYTES];
            for (ByteBuffer each : chunks) {
                ByteBuffer rest = each.duplicate();
                while (rest.hasRemaining()) {
                    int count = Math.min(window.length, rest.remaining());
                    rest.get(window, 0, count);
                    out.write(window, 0, count);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ByteBuffer.wrap(packed.toByteArray());
    }
}
