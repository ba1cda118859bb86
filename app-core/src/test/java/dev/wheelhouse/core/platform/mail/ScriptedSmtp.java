package dev.wheelhouse.core.platform.mail;

import dev.wheelhouse.core.platform.job.Workers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A mail server on loopback that answers each command as a test writes; without that, as one that takes everything. */
final class ScriptedSmtp implements AutoCloseable {

    /** An answer after which the connection is closed. */
    static final String HANG_UP = "";

    private final ServerSocket listener;
    private final Workers workers;
    private final @Nullable SSLContext tls;
    private final boolean isTlsFromTheStart;
    private final Map<String, String> answers = new LinkedHashMap<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private ScriptedSmtp(Workers workers, @Nullable SSLContext tls, boolean isTlsFromTheStart) {
        try {
            listener = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.workers = workers;
        this.tls = tls;
        this.isTlsFromTheStart = isTlsFromTheStart;
        answers.put("", "220 mail.test ESMTP");
        answers.put("EHLO", "250-mail.test\r\n250 AUTH PLAIN LOGIN");
        answers.put("AUTH", "235 2.7.0 Welcome");
        answers.put("DATA", "354 Go ahead");
        answers.put(".", "250 2.0.0 Queued as 1");
        answers.put("QUIT", "221 Bye");
        workers.start(this::listen);
    }

    static ScriptedSmtp plain(Workers workers) {
        return new ScriptedSmtp(workers, null, false);
    }

    /** Offers STARTTLS. */
    static ScriptedSmtp starttls(Workers workers, SSLContext tls) {
        return new ScriptedSmtp(workers, tls, false)
                .answering("EHLO", "250-mail.test\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS")
                .answering("STARTTLS", "220 Ready");
    }

    static ScriptedSmtp tls(Workers workers, SSLContext tls) {
        return new ScriptedSmtp(workers, tls, true);
    }

    /** @param command its first word, nothing for the greeting, or a point for the end of a mail */
    ScriptedSmtp answering(String command, String answer) {
        answers.put(command, answer);
        return this;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Every line that was sent to it; those within TLS begin with {@code TLS }. */
    List<String> lines() {
        return lines;
    }

    private void listen() {
        while (!listener.isClosed()) {
            try {
                Socket peer = listener.accept();
                workers.start(() -> serve(peer));
            } catch (IOException _) {
                // Closed, which ends the loop.
            }
        }
        closed.countDown();
    }

    private void serve(Socket peer) {
        try (peer) {
            if (isTlsFromTheStart) {
                converse(secured(peer), true);
            } else if (converse(peer, false)) {
                converse(secured(peer), true);
            }
        } catch (IOException _) {
            // The client did not like it.
        }
    }

    private Socket secured(Socket peer) throws IOException {
        if (tls == null) {
            throw new IOException("has no certificate");
        }
        SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(peer, null, peer.getPort(), true);
        secure.setUseClientMode(false);
        secure.startHandshake();
        return secure;
    }

    /** @return whether TLS begins now */
    private boolean converse(Socket peer, boolean secure) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8));
        boolean greets = !secure || isTlsFromTheStart;
        if (greets && !say(peer, answers.get(""))) {
            return false;
        }
        boolean inMail = false;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(secure ? "TLS " + line : line);
            if (inMail && !line.equals(".")) {
                continue;
            }
            String command = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
            String answer = answers.getOrDefault(command, "250 OK");
            inMail = command.equals("DATA") && answer.startsWith("354");
            if (!say(peer, answer)) {
                return false;
            }
            if (command.equals("STARTTLS") && answer.startsWith("220")) {
                return true;
            }
        }
        return false;
    }

    private static boolean say(Socket peer, @Nullable String answer) throws IOException {
        if (answer == null || answer.equals(HANG_UP)) {
            return false;
        }
        peer.getOutputStream().write((answer + "\r\n").getBytes(StandardCharsets.UTF_8));
        peer.getOutputStream().flush();
        return true;
    }

    @Override
    public void close() {
        try {
            listener.close();
            closed.await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
