package dev.wheelhouse.api.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A socket and nothing else: sends any bytes and reads one answer. Each read waits 10 s at most, so a server that hangs
 * fails the test.
 */
public final class RawHttp implements AutoCloseable {

    /**
     * @param status 0 when the connection was closed without an answer
     * @param head all header lines
     * @param body as far as it came
     * @param complete whether the body came whole by its own framing
     */
    public record RawAnswer(int status, String head, String body, boolean complete) {

        /** A header's value; empty when it is not there. */
        public String header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    private final Socket socket;

    public RawHttp(int port) throws IOException {
        this(port, "127.0.0.1");
    }

    /** @param from the loopback address that it comes from */
    public RawHttp(int port, String from) throws IOException {
        this(new Socket(InetAddress.ofLiteral("127.0.0.1"), port, InetAddress.ofLiteral(from), 0));
    }

    /** @param socket that is connected, such as one with TLS; closed with this */
    public RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(10_000);
    }

    /** A head of these lines, without the empty one that ends it. */
    public static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    /** One request on a connection of its own. */
    public static RawAnswer exchange(int port, String request) throws IOException {
        return exchange(port, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The same from another loopback address. */
    public static RawAnswer exchange(int port, String from, String request) throws IOException {
        try (RawHttp http = new RawHttp(port, from)) {
            http.send(request);
            return http.receive();
        }
    }

    public static RawAnswer exchange(int port, byte[] request) throws IOException {
        try (RawHttp http = new RawHttp(port)) {
            http.send(request);
            return http.receive();
        }
    }

    public RawHttp send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawHttp send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Keeps the peer's window small, for a reader that is slow on purpose; before the first read. */
    public Socket socket() {
        return socket;
    }

    /** Reads one answer. */
    public RawAnswer receive() throws IOException {
        InputStream in = socket.getInputStream();
        String head = readHead(in);
        if (head.isEmpty()) {
            return new RawAnswer(0, "", "", false);
        }
        int status = Integer.parseInt(head.substring(9, 12));
        RawAnswer bare = new RawAnswer(status, head, "", true);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean complete;
        if (bare.header("Transfer-Encoding").equals("chunked")) {
            complete = readChunks(in, body);
        } else {
            String length = bare.header("Content-Length");
            long wanted = length.isEmpty() ? 0 : Long.parseLong(length);
            complete = copy(in, body, wanted);
        }
        return new RawAnswer(status, head, body.toString(StandardCharsets.UTF_8), complete);
    }

    private static String readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return "";
            }
            head.append((char) b);
        }
        return head.toString();
    }

    private static boolean readChunks(InputStream in, ByteArrayOutputStream body) throws IOException {
        while (true) {
            StringBuilder size = new StringBuilder();
            int b = in.read();
            while (b >= 0 && b != '\n') {
                size.append((char) b);
                b = in.read();
            }
            if (b < 0) {
                return false;
            }
            int length = Integer.parseInt(size.toString().strip(), 16);
            if (!copy(in, body, length) || in.read() < 0 || in.read() < 0) {
                return false;
            }
            if (length == 0) {
                return true;
            }
        }
    }

    private static boolean copy(InputStream in, ByteArrayOutputStream body, long length) throws IOException {
        byte[] bytes = in.readNBytes(Math.toIntExact(length));
        body.writeBytes(bytes);
        return bytes.length == length;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
