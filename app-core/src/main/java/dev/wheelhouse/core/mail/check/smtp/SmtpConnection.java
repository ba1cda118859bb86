package dev.wheelhouse.core.mail.check.smtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Asks over the network, and takes any certificate, since nothing is told to the server. Thread-safe. */
public final class SmtpConnection implements SmtpHost {

    /** RFC 5321 section 4.5.4.1. */
    private static final int PORT = 25;

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** RFC 5321 section 4.5.3.1.5, and room for servers that say more. */
    private static final int LONGEST_LINE = 2_000;

    private static final int MOST_LINES = 100;

    /** Of a name in a certificate (RFC 5280 section 4.2.1.6). */
    private static final int DNS_NAME = 2;

    private final int port;
    private final Duration patience;

    public SmtpConnection() {
        this(PORT, PATIENCE);
    }

    /** @param patience for all of one conversation */
    SmtpConnection(int port, Duration patience) {
        this.port = port;
        this.patience = patience;
    }

    @Override
    public Answer ask(String address, String host) {
        long end = System.nanoTime() + patience.toNanos();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), left(end));
            return talk(new Talk(socket, end), host);
        } catch (SocketTimeoutException _) {
            return new Unreachable("no answer within " + patience.toSeconds() + " s");
        } catch (IOException e) {
            return new Unreachable(words(e));
        }
    }

    private Answer talk(Talk talk, String host) throws IOException {
        Reply greeting = talk.read();
        if (greeting.code() != 220) {
            return new Refused(greeting.text());
        }
        talk.write("EHLO " + InetAddress.getLoopbackAddress().getHostName());
        Reply features = talk.read();
        if (features.code() != 250) {
            return new Refused(features.text());
        }
        boolean offers = features.lines().stream().anyMatch(each -> each.strip().equalsIgnoreCase("STARTTLS"));
        if (!offers) {
            return new NoStartTls(greeting.text());
        }
        talk.write("STARTTLS");
        Reply ready = talk.read();
        if (ready.code() != 220) {
            return new NoHandshake("the server answered " + ready.text());
        }
        try {
            return secured(talk, host);
        } catch (SSLException e) {
            return new NoHandshake(words(e));
        }
    }

    private Answer secured(Talk talk, String host) throws IOException {
        Noting noting = new Noting();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {noting}, null);
            try (SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(talk.socket, host, port, true)) {
                tls.setSoTimeout(left(talk.end));
                SSLParameters parameters = tls.getSSLParameters();
                parameters.setServerNames(List.of(new SNIHostName(host)));
                tls.setSSLParameters(parameters);
                tls.startHandshake();
            }
            X509Certificate own = noting.chain[0];
            return new Secured(
                    names(own),
                    own.getNotBefore().toInstant(),
                    own.getNotAfter().toInstant(),
                    isTrusted(noting.chain, noting.kind),
                    HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256")
                                    .digest(own.getPublicKey().getEncoded())));
        } catch (GeneralSecurityException e) {
            throw new SSLException(e);
        }
    }

    private static List<String> names(X509Certificate certificate) throws CertificateException {
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        return all == null
                ? List.of()
                : all.stream()
                        .filter(each -> Integer.valueOf(DNS_NAME).equals(each.get(0)))
                        .map(each -> String.valueOf(each.get(1)))
                        .toList();
    }

    private static boolean isTrusted(X509Certificate[] chain, String kind) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        X509TrustManager system = (X509TrustManager) factory.getTrustManagers()[0];
        try {
            system.checkServerTrusted(chain, kind);
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    private static int left(long end) throws SocketTimeoutException {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
            throw new SocketTimeoutException();
        }
        return Math.toIntExact(millis);
    }

    private static String words(IOException e) {
        String said = e.getMessage();
        return said == null ? e.getClass().getSimpleName() : said;
    }

    /** @param lines what stands behind the code in each */
    private record Reply(int code, List<String> lines) {

        String text() {
            return code + " " + String.join(" ", lines);
        }
    }

    /** Lines to and from the server. */
    private static final class Talk {

        private final Socket socket;
        private final long end;
        private final BufferedReader reader;

        Talk(Socket socket, long end) throws IOException {
            this.socket = socket;
            this.end = end;
            this.reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        }

        void write(String line) throws IOException {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }

        /** RFC 5321 section 4.2. */
        Reply read() throws IOException {
            List<String> lines = new ArrayList<>();
            while (lines.size() < MOST_LINES) {
                String line = line();
                if (!line.matches("[2-5][0-9]{2}([ -].*)?")) {
                    throw new IOException("it does not speak SMTP: " + line);
                }
                lines.add(line.length() > 4 ? line.substring(4) : "");
                if (line.length() == 3 || line.charAt(3) == ' ') {
                    return new Reply(Integer.parseInt(line.substring(0, 3)), lines);
                }
            }
            throw new IOException("its answer does not end");
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            while (line.length() < LONGEST_LINE) {
                socket.setSoTimeout(left(end));
                int next = reader.read();
                if (next < 0) {
                    throw new IOException("it closed the connection");
                }
                if (next == '\n') {
                    return line.toString().stripTrailing();
                }
                line.append((char) (next < ' ' || next > '~' ? ' ' : next));
            }
            return line.toString();
        }
    }

    /** Takes any certificate and keeps it. */
    private static final class Noting implements X509TrustManager {

        private X509Certificate[] chain = {};
        private String kind = "";

        @Override
        public void checkClientTrusted(X509Certificate[] given, String authType) throws CertificateException {
            throw new CertificateException("No client is asked for one");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] given, @Nullable String authType) {
            chain = Arrays.copyOf(given, given.length);
            kind = authType == null ? "UNKNOWN" : authType;
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
