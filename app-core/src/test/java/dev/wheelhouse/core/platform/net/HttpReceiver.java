package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes requests on loopback, also several over one connection, and answers each with 204 once it was seen. */
public final class HttpReceiver implements AutoCloseable {

    private static final int LARGEST_HEAD = 64 << 10;
    private static final int BACKLOG = 200;

    /**
     * A request as it came.
     *
     * @param at {@link System#nanoTime} of its first byte
     * @param headers with names in any case
     */
    public record Request(long at, Map<String, String> headers, String body) {

        /** @return "" for one that is missing */
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    private final ServerSocket listener;
    private final Workers workers;
    private final Consumer<Request> seen;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param seen called for each request before its answer, on the thread of its connection */
    public HttpReceiver(Workers workers, Consumer<Request> seen) {
        this.workers = workers;
        this.seen = seen;
        try {
            listener = new ServerSocket(0, BACKLOG, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        workers.start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket peer = listener.accept();
                workers.start(() -> serve(peer));
            } catch (IOException _) {
                // Closed, which ends the loop.
            }
        }
        ended.countDown();
    }

    private void serve(Socket peer) {
        byte[] answer = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (peer) {
            peer.setTcpNoDelay(true);
            InputStream input = new BufferedInputStream(peer.getInputStream());
            while (isThereMore(input)) {
                seen.accept(read(input));
                peer.getOutputStream().write(answer);
            }
        } catch (IOException _) {
            // The client has had enough, or was killed.
        }
    }

    private static boolean isThereMore(InputStream input) throws IOException {
        input.mark(1);
        boolean more = input.read() >= 0;
        input.reset();
        return more;
    }

    private static Request read(InputStream input) throws IOException {
        long at = System.nanoTime();
        HttpLines lines = new HttpLines(input, LARGEST_HEAD);
        lines.next();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
            String[] parts = line.split(": ", 2);
            headers.put(parts[0], parts[1]);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = input.readNBytes(length);
        if (body.length < length) {
            throw new IOException("it broke off");
        }
        return new Request(at, headers, new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        try {
            listener.close();
            // The socket listens until the virtual thread that waits in accept has left it.
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
