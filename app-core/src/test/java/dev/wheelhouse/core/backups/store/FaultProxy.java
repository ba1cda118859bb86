package dev.wheelhouse.core.backups.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands before a store of the tests. Requests pass as they are, since they are signed; answers may be replaced or lost. */
public final class FaultProxy implements AutoCloseable {

    /** The answer of a connection that breaks. */
    static final byte[] CUT = {};

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: *(\\d+)");

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    private final URI store;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Fault fault = (_, passed) -> passed.call();

    /** All that came, in their order. */
    final List<Request> requests = new CopyOnWriteArrayList<>();

    /** Reads no more bodies, as behind a connection that died. */
    volatile boolean deaf;

    public FaultProxy(S3Server store) throws IOException {
        this.store = store.endpoint();
        Thread.ofVirtual().start(this::accept);
    }

    /** @param head with its first line */
    public record Request(String method, String target, String head) {

        static Request of(String head) {
            String[] first = head.substring(0, head.indexOf('\r')).split(" ", 3);
            return new Request(first[0], first[1], head);
        }

        public boolean is(String method, String part) {
            return this.method.equals(method) && target.contains(part);
        }
    }

    public interface Fault {

        /** @param passed passes the request on to the store and gives its answer, head and all */
        byte[] answer(Request request, Callable<byte[]> passed) throws Exception;
    }

    /** From now on the next requests of a kind meet a fault, and all others none. */
    public void next(int times, Predicate<Request> kind, Fault next) {
        AtomicInteger left = new AtomicInteger(times);
        fault = (request, passed) ->
                kind.test(request) && left.getAndDecrement() > 0 ? next.answer(request, passed) : passed.call();
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    S3Store open(String prefix, S3Patience patience, boolean deletesOneByOne) {
        S3Address address = new S3Address(endpoint(), "us-east-1", S3Server.BUCKET, prefix, deletesOneByOne);
        return S3Store.open(address, S3Server.KEY_ID, S3Server.SECRET, patience);
    }

    public static byte[] answer(int status, String headers, String body) {
        return ("HTTP/1.1 " + status + " x\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n" + headers
                        + "\r\n" + body)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] error(int status, String code) {
        return answer(status, "", "<Error><Code>" + code + "</Code><Message>made up</Message></Error>");
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                open.add(near);
                Thread.ofVirtual().start(() -> serve(near));
            } catch (IOException _) {
                // Closed.
            }
        }
    }

    private void serve(Socket near) {
        try (near) {
            InputStream in = new BufferedInputStream(near.getInputStream());
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                if (head.contains("100-continue")) {
                    near.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                }
                Request request = Request.of(head);
                requests.add(request);
                if (deaf) {
                    // It stays open until this is closed.
                    Thread.currentThread().join();
                }
                byte[] body = in.readNBytes(length(head));
                byte[] answer = fault.answer(request, () -> passed(request, body));
                near.getOutputStream().write(answer);
                if (answer.length == 0
                        || new String(answer, StandardCharsets.ISO_8859_1).contains("Connection: close")) {
                    return;
                }
            }
        } catch (Exception _) {
            // The test sees what the client makes of it.
        } finally {
            open.remove(near);
        }
    }

    private byte[] passed(Request request, byte[] body) throws IOException {
        try (Socket far = new Socket(store.getHost(), store.getPort())) {
            far.getOutputStream().write(request.head().getBytes(StandardCharsets.ISO_8859_1));
            far.getOutputStream().write(body);
            InputStream in = new BufferedInputStream(far.getInputStream());
            String head = head(in);
            while (head.startsWith("HTTP/1.1 100")) {
                head = head(in);
            }
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
            if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
                for (String line = line(in); !line.equals("0\r\n"); line = line(in)) {
                    answer.writeBytes(line.getBytes(StandardCharsets.US_ASCII));
                    answer.writeBytes(in.readNBytes(Integer.parseInt(line.strip(), 16) + 2));
                }
                answer.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } else if (!request.method().equals("HEAD")) {
                answer.writeBytes(in.readNBytes(length(head)));
            }
            return answer.toByteArray();
        }
    }

    private static int length(String head) {
        Matcher length = LENGTH.matcher(head);
        return length.find() ? Integer.parseInt(length.group(1)) : 0;
    }

    /** @return empty at the end */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        String line;
        do {
            line = line(in);
            head.append(line);
        } while (line.length() > 2);
        return head.toString();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int each = in.read(); each >= 0; each = in.read()) {
            line.append((char) each);
            if (each == '\n') {
                break;
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket each : open) {
            each.close();
        }
    }
}
