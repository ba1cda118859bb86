package dev.wheelhouse.core.mail.check.smtp;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** Connects to port 25, says EHLO and STARTTLS (RFC 5321, RFC 3207), looks at the certificate and leaves. Thread-safe. */
public final class SocketSmtpHost implements SmtpHost {

    private static final int PORT = 25;

    /** Servers that make strangers wait do so for 6 s (postscreen(8)); a check that a person waits for ends after 9 s. */
    private static final Duration LIMIT = Duration.ofSeconds(8);

    /** Where the port is blocked, as from many networks, people would wait for nothing. */
    private static final Duration CONNECT = Duration.ofSeconds(2);

    private static final int LONGEST_LINE = 2048;
    private static final int MOST_LINES = 100;
    private static final int DNS_NAME = 2;

    private final int port;
    private final Duration limit;

    /** With a limit of 8 s for all of it. */
    public SocketSmtpHost() {
        this(PORT, LIMIT);
    }

    SocketSmtpHost(int port, Duration limit) {
        this.port = port;
        this.limit = limit;
    }

    @Override
    public Answer ask(String address, String host) {
        try (DeadlineSocket socket = new DeadlineSocket(limit)) {
            try {
                int patience = (int) Math.min(socket.left(), CONNECT.toMillis());
                socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), patience);
            } catch (IOException e) {
                return new Unreachable(reason(e, CONNECT));
            }
            return ask(socket, host);
        } catch (IOException e) {
            return new Unreachable(reason(e, limit));
        }
    }

    private Answer ask(DeadlineSocket socket, String host) throws IOException {
        List<String> greeting = reply(socket);
        if (!greeting.getLast().startsWith("220")) {
            return new Refused(greeting.getLast());
        }
        // As in platform.mail: a name of this machine would be nobody's business.
        List<String> features = command(socket, "EHLO [127.0.0.1]");
        if (!features.getLast().startsWith("250")) {
            return new Refused(features.getLast());
        }
        boolean hasTls = features.stream()
                .anyMatch(each -> each.length() > 4
                        && each.substring(4).strip().toUpperCase(Locale.ROOT).equals("STARTTLS"));
        if (!hasTls) {
            return new NoStartTls(greeting.getLast());
        }
        String ready = command(socket, "STARTTLS").getLast();
        if (!ready.startsWith("220")) {
            return new NoHandshake("the server answers \"" + ready + "\"");
        }
        return secured(socket, host);
    }

    private Answer secured(Socket socket, String host) throws IOException {
        ServerChain chain = new ServerChain();
        try (SSLSocket secure = (SSLSocket) context(chain).getSocketFactory().createSocket(socket, host, port, true)) {
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(host)));
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            X509Certificate certificate = (X509Certificate) secure.getSession().getPeerCertificates()[0];
            return new Secured(
                    names(certificate),
                    certificate.getNotBefore().toInstant(),
                    certificate.getNotAfter().toInstant(),
                    chain.isTrusted(),
                    sha256(certificate.getPublicKey().getEncoded()));
        } catch (SSLException e) {
            return new NoHandshake(String.valueOf(e.getMessage()));
        }
    }

    private static SSLContext context(ServerChain chain) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {chain}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no TLS", e);
        }
    }

    private static List<String> names(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                alternatives.stream()
                        .filter(each -> each.get(0) instanceof Integer type && type == DNS_NAME)
                        .map(each -> String.valueOf(each.get(1)))
                        .forEach(names::add);
            }
        } catch (CertificateParsingException _) {
            // It then names nobody that a sender could read.
        }
        return names;
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This Java has no SHA-256", e);
        }
    }

    private static List<String> command(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return reply(socket);
    }

    /** The lines of a reply, the last of which has no hyphen behind its code (RFC 5321 section 4.2.1). */
    private static List<String> reply(Socket socket) throws IOException {
        List<String> lines = new ArrayList<>();
        InputStream input = socket.getInputStream();
        do {
            if (lines.size() == MOST_LINES) {
                throw new IOException("the reply has no end");
            }
            lines.add(line(input));
        } while (lines.getLast().length() > 3 && lines.getLast().charAt(3) == '-');
        return lines;
    }

    /** Not buffered, so that nothing of the handshake is read here. */
    private static String line(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            if (line.size() == LONGEST_LINE) {
                throw new IOException("the reply has a line without end");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    private static String reason(IOException cause, Duration waited) {
        return switch (cause) {
            case SocketTimeoutException _ -> "no answer within " + waited.toSeconds() + " s";
            case ConnectException _ -> "connection refused";
            case NoRouteToHostException _ -> "no route to it";
            default -> String.valueOf(cause.getMessage());
        };
    }
}
