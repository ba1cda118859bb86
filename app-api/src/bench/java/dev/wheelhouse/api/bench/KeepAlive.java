package dev.wheelhouse.api.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One connection that is kept, with one request at a time; it reads bodies and throws them away. For one thread. */
final class KeepAlive implements AutoCloseable {

    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;
    private final byte[] waste = new byte[64 * 1024];
    private final StringBuilder line = new StringBuilder();

    KeepAlive(int port) throws IOException {
        socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        input = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
        output = socket.getOutputStream();
    }

    /** What came back: the status and the number of bytes of the body. */
    record Reply(int status, long bytes) {}

    Reply send(byte[] request) throws IOException {
        output.write(request);
        return reply(null);
    }

    /** Sends and keeps the body. */
    String fetch(byte[] request) throws IOException {
        Page page = read(request);
        if (page.status() >= 300) {
            throw new IOException("Answered " + page.status() + ": " + page.body());
        }
        return page.body();
    }

    /** What came back with its body. */
    record Page(int status, String body) {}

    /** Sends and keeps the body, whatever the status. */
    Page read(byte[] request) throws IOException {
        output.write(request);
        StringBuilder body = new StringBuilder();
        Reply reply = reply(body);
        return new Page(reply.status(), body.toString());
    }

    private Reply reply(@Nullable StringBuilder kept) throws IOException {
        int status = Integer.parseInt(readLine().substring(9, 12));
        long length = 0;
        boolean chunked = false;
        for (String header = readLine(); !header.isEmpty(); header = readLine()) {
            if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Long.parseLong(header.substring(15).strip());
            } else if (header.regionMatches(true, 0, "Transfer-Encoding:", 0, 18)) {
                chunked = true;
            }
        }
        if (!chunked) {
            take(length, kept);
            return new Reply(status, length);
        }
        for (long size = chunkSize(); size > 0; size = chunkSize()) {
            take(size, kept);
            length += size;
            readLine();
        }
        readLine();
        return new Reply(status, length);
    }

    private long chunkSize() throws IOException {
        return Long.parseLong(readLine(), 16);
    }

    private void take(long length, @Nullable StringBuilder kept) throws IOException {
        long left = length;
        while (left > 0) {
            int count = input.read(waste, 0, (int) Math.min(waste.length, left));
            if (count < 0) {
                throw new EOFException("The answer broke off");
            }
            if (kept != null) {
                kept.append(new String(waste, 0, count, StandardCharsets.UTF_8));
            }
            left -= count;
        }
    }

    private String readLine() throws IOException {
        line.setLength(0);
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("The connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
