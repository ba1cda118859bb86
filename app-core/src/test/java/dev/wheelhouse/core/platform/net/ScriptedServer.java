package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSocket;

/** Answers each connection with bytes that a test writes as it likes. */
public final class ScriptedServer implements AutoCloseable {

    private final ServerSocket listener;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<SNIServerName> serverNames = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Script script = output -> write(output, "HTTP/1.1 204 No Content\r\n\r\n");

    @FunctionalInterface
    public interface Script {
        void play(OutputStream output) throws IOException;
    }

    /** Without TLS. */
    public ScriptedServer(Workers workers) {
        this(ServerSocketFactory.getDefault(), workers);
    }

    ScriptedServer(ServerSocketFactory sockets, Workers workers) {
        try {
            listener = sockets.createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        workers.start(() -> {
            while (!listener.isClosed()) {
                try {
                    Socket peer = listener.accept();
                    workers.start(() -> serve(peer));
                } catch (IOException _) {
                    // Closed, which ends the loop.
                }
            }
            ended.countDown();
        });
    }

    private void serve(Socket peer) {
        try (peer) {
            InputStream input = new BufferedInputStream(peer.getInputStream());
            HttpLines lines = new HttpLines(input, 1 << 20);
            StringBuilder request = new StringBuilder();
            int length = 0;
            for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
                request.append(line).append('\n');
                if (line.startsWith("Content-Length: ")) {
                    length = Integer.parseInt(line.substring("Content-Length: ".length()));
                }
            }
            request.append('\n').append(new String(input.readNBytes(length), StandardCharsets.UTF_8));
            if (peer instanceof SSLSocket secure && secure.getSession() instanceof ExtendedSSLSession session) {
                serverNames.addAll(session.getRequestedServerNames());
            }
            requests.add(request.toString());
            script.play(peer.getOutputStream());
            peer.shutdownOutput();
        } catch (IOException _) {
            // The client did not like it, or has had enough.
        }
    }

    public static void write(OutputStream output, String text) throws IOException {
        output.write(text.getBytes(StandardCharsets.UTF_8));
        output.flush();
    }

    public void answers(Script next) {
        script = next;
    }

    public void answers(String text) {
        script = output -> write(output, text);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    public List<String> requests() {
        return requests;
    }

    List<String> serverNames() {
        return serverNames.stream()
                .map(each -> new String(each.getEncoded(), StandardCharsets.US_ASCII))
                .toList();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // The socket listens until the virtual thread that waits in accept has left it.
        try {
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
