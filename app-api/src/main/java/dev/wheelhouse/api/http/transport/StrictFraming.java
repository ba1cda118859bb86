package dev.wheelhouse.api.http.transport;

import io.undertow.server.ServerConnection;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Watches the bytes of a connection for what the server's parser lets pass and proxies read in two ways: lines that end in
 * a bare LF or hold a bare CR, and header lines that go on in the next one (RFC 9112 sections 2.2 and 5.2). On the
 * connection's IO thread, or on that of the request whose body it reads.
 */
final class StrictFraming extends AbstractStreamSourceConduit<StreamSourceConduit> {

    /** Enough for the names and values that matter. */
    private static final int KEPT = 100;

    private enum Part {
        REQUEST_LINE,
        HEADER,
        BODY,
        CHUNK_SIZE,
        CHUNK_END,
        TRAILER
    }

    private final StringBuilder line = new StringBuilder();
    private Part part = Part.REQUEST_LINE;
    private boolean afterCarriageReturn;
    private boolean lineIsEmpty = true;
    private boolean chunked;
    private long left;
    private volatile boolean broken;

    StrictFraming(StreamSourceConduit next) {
        super(next);
    }

    /** Whether something came on the connection that may be read in two ways. */
    static boolean isBroken(ServerConnection connection) {
        return connection instanceof HttpServerConnection http
                && http.getOriginalSourceConduit() instanceof StrictFraming framing
                && framing.broken;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int start = target.position();
        int count = super.read(target);
        watch(target, start);
        return count;
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        int[] starts = new int[length];
        for (int i = 0; i < length; i++) {
            starts[i] = targets[offset + i].position();
        }
        long count = super.read(targets, offset, length);
        for (int i = 0; i < length; i++) {
            watch(targets[offset + i], starts[i]);
        }
        return count;
    }

    private void watch(ByteBuffer target, int start) throws IOException {
        boolean inBody = part == Part.BODY || part == Part.CHUNK_SIZE || part == Part.CHUNK_END;
        for (int at = start; at < target.position() && !broken; ) {
            if (part == Part.BODY) {
                long now = Math.min(left, target.position() - at);
                at += (int) now;
                left -= now;
                if (left == 0) {
                    part = chunked ? Part.CHUNK_END : Part.REQUEST_LINE;
                }
            } else {
                take((char) (target.get(at++) & 0xFF));
            }
        }
        if (broken && inBody) {
            // Its request is being answered already.
            throw new IOException("The chunks are not framed as they should be");
        }
    }

    private void take(char c) {
        if (afterCarriageReturn != (c == '\n')) {
            broken = true;
            return;
        }
        if (c == '\r') {
            afterCarriageReturn = true;
        } else if (c == '\n') {
            afterCarriageReturn = false;
            endLine();
            line.setLength(0);
            lineIsEmpty = true;
        } else {
            boolean folds = lineIsEmpty && (c == ' ' || c == '\t') && (part == Part.HEADER || part == Part.TRAILER);
            broken |= folds;
            lineIsEmpty = false;
            if (line.length() < KEPT) {
                line.append(c);
            }
        }
    }

    private void endLine() {
        switch (part) {
            case REQUEST_LINE -> {
                if (!lineIsEmpty) {
                    part = Part.HEADER;
                    chunked = false;
                    left = 0;
                }
            }
            case HEADER -> {
                if (lineIsEmpty) {
                    part = chunked ? Part.CHUNK_SIZE : left > 0 ? Part.BODY : Part.REQUEST_LINE;
                } else {
                    takeHeader();
                }
            }
            case CHUNK_SIZE -> {
                left = number(line.toString().split(";", 2)[0], 16);
                part = left > 0 ? Part.BODY : Part.TRAILER;
            }
            case CHUNK_END -> {
                broken |= !lineIsEmpty;
                part = Part.CHUNK_SIZE;
            }
            case TRAILER -> part = lineIsEmpty ? Part.REQUEST_LINE : Part.TRAILER;
            case BODY -> throw new IllegalStateException("A body has no lines");
        }
    }

    private void takeHeader() {
        int colon = line.indexOf(":");
        String name = colon < 0 ? "" : line.substring(0, colon);
        if (name.equalsIgnoreCase("Transfer-Encoding")) {
            chunked = true;
        } else if (name.equalsIgnoreCase("Content-Length")) {
            left = number(line.substring(colon + 1), 10);
        }
    }

    /** 0 for what is none, which the server refuses itself. */
    private static long number(String text, int radix) {
        try {
            return Math.max(0, Long.parseLong(text.strip(), radix));
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
