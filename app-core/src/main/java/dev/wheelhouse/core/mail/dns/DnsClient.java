package dev.wheelhouse.core.mail.dns;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Header;
import org.xbill.DNS.Message;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/**
 * One question to one server: over UDP with EDNS (RFC 6891), and over TCP (RFC 7766) when the answer does not fit. Trusts
 * nothing that comes (RFC 5452): the socket takes datagrams of the server's own address alone, port and id are random, and
 * what answers another question is passed over while the time lasts. Thread-safe.
 *
 * <p>On a virtual thread an interrupt ends it at once; in any case it ends at the time given.
 */
final class DnsClient {

    /** So that no datagram is fragmented on its way (RFC 9715 section 3). */
    private static final int EDNS_BYTES = 1232;

    /** More than any server sends that heeds {@link #EDNS_BYTES}, for those that do not. */
    private static final int BUFFER_BYTES = 4096;

    private static final int HEADER_BYTES = 12;

    /** Ports that no service owns (RFC 6335 section 6). */
    private static final int FIRST_PORT = 49152;

    private static final int PORTS = 65536 - FIRST_PORT;
    private static final int PORT_TRIES = 8;

    private final RandomGenerator random;
    private final Duration patience;
    private final int tries;

    /**
     * @param patience how long one try waits
     * @param tries at least 1
     */
    DnsClient(RandomGenerator random, Duration patience, int tries) {
        this.random = random;
        this.patience = patience;
        this.tries = tries;
    }

    /**
     * Asks, and says what went wrong instead of throwing.
     *
     * @param recursion whether the server shall ask others
     * @param turn waited for before each try
     * @param end by {@link System#nanoTime}
     */
    Reply ask(InetSocketAddress server, DnsQuestion question, boolean recursion, Pace.Turn turn, long end) {
        try {
            Record asked = Record.newRecord(
                    DnsNames.name(question.name()), Type.value(question.type().name()), DClass.IN);
            return overUdp(server, asked, recursion, turn, end);
        } catch (TextParseException _) {
            return Reply.failed("it is no name that DNS can be asked for");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Reply.ENDED;
        } catch (IOException e) {
            return Thread.currentThread().isInterrupted() ? Reply.ENDED : Reply.failed(words(e, server));
        }
    }

    private Reply overUdp(InetSocketAddress server, Record asked, boolean recursion, Pace.Turn turn, long end)
            throws IOException, InterruptedException {
        try (DatagramSocket socket = randomSocket()) {
            socket.connect(server);
            Message query = query(asked, recursion);
            for (int i = 0; i < tries; i++) {
                if (!turn.await(end)) {
                    return Reply.LATE;
                }
                byte[] bytes = query.toWire();
                socket.send(new DatagramPacket(bytes, bytes.length));
                long tryEnd = earlier(System.nanoTime() + patience.toNanos(), end);
                Reply reply = receive(socket, query, tryEnd);
                if (reply == null && tryEnd == end) {
                    return Reply.LATE;
                }
                if (reply == null) {
                    continue;
                }
                Message message = reply.message();
                if (message != null && message.getHeader().getFlag(Flags.TC)) {
                    return turn.await(end) ? overTcp(server, query(asked, recursion), end) : Reply.LATE;
                }
                if (message == null || query.getOPT() == null || !isConfusedByEdns(message) || i == tries - 1) {
                    return reply;
                }
                query.removeAllRecords(Section.ADDITIONAL);
            }
            return silence("");
        }
    }

    /** A server of before EDNS shall be asked without it (RFC 6891 section 7). */
    private static boolean isConfusedByEdns(Message answer) {
        return answer.getOPT() == null && (answer.getRcode() == Rcode.FORMERR || answer.getRcode() == Rcode.NOTIMP);
    }

    private Message query(Record asked, boolean recursion) {
        Message query = new Message(random.nextInt(1 << 16));
        if (recursion) {
            query.getHeader().setFlag(Flags.RD);
        }
        query.addRecord(asked, Section.QUESTION);
        query.addRecord(new OPTRecord(EDNS_BYTES, 0, 0), Section.ADDITIONAL);
        return query;
    }

    private DatagramSocket randomSocket() throws SocketException {
        for (int i = 0; i < PORT_TRIES; i++) {
            try {
                return new DatagramSocket(FIRST_PORT + random.nextInt(PORTS));
            } catch (BindException _) {
                // Somebody has it.
            }
        }
        return new DatagramSocket();
    }

    /** What answers the question; null when nothing did until the end. */
    private @Nullable Reply receive(DatagramSocket socket, Message query, long end) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (true) {
            DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
            try {
                socket.setSoTimeout(millisUntil(end));
                socket.receive(packet);
            } catch (SocketTimeoutException _) {
                return null;
            }
            Reply reply = read(Arrays.copyOf(buffer, packet.getLength()), query);
            if (reply != null) {
                return reply;
            }
        }
    }

    private Reply silence(String how) {
        long millis = patience.toMillis();
        return Reply.failed(
                "no answer" + how + " within " + (millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms"));
    }

    private Reply overTcp(InetSocketAddress server, Message query, long end) throws IOException {
        long tryEnd = earlier(System.nanoTime() + patience.toNanos(), end);
        try (Socket socket = new Socket()) {
            socket.connect(server, millisUntil(tryEnd));
            byte[] bytes = query.toWire();
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(2 + bytes.length)
                            .putShort((short) bytes.length)
                            .put(bytes)
                            .array());
            while (true) {
                byte[] length = readFully(socket, 2, tryEnd);
                byte[] answer = readFully(
                        socket, Short.toUnsignedInt(ByteBuffer.wrap(length).getShort()), tryEnd);
                Reply reply = read(answer, query);
                if (reply != null) {
                    return reply;
                }
            }
        } catch (SocketTimeoutException _) {
            return tryEnd == end ? Reply.LATE : silence(" over TCP");
        } catch (IOException e) {
            return Thread.currentThread().isInterrupted() ? Reply.ENDED : Reply.failed(words(e, server) + " over TCP");
        }
    }

    private static byte[] readFully(Socket socket, int count, long end) throws IOException {
        byte[] bytes = new byte[count];
        int there = 0;
        while (there < count) {
            socket.setSoTimeout(millisUntil(end));
            int more = socket.getInputStream().read(bytes, there, count - there);
            if (more < 0) {
                throw new ClosedEarly();
            }
            there += more;
        }
        return bytes;
    }

    /** What a message says; null when it does not answer the question. */
    static @Nullable Reply read(byte[] bytes, Message query) {
        if (bytes.length < HEADER_BYTES) {
            return null;
        }
        try {
            Header header = new Header(bytes);
            if (header.getID() != query.getHeader().getID() || !header.getFlag(Flags.QR)) {
                return null;
            }
            Message answer = new Message(bytes);
            return isAbout(answer, query) ? Reply.of(answer) : null;
        } catch (IOException | RuntimeException _) {
            // The library's readers of single records throw either for what they cannot read.
            return Reply.failed("its answer cannot be read");
        }
    }

    /** Servers that only say what is wrong may leave the question out. */
    private static boolean isAbout(Message answer, Message query) {
        Record asked = answer.getQuestion();
        if (asked == null) {
            return answer.getHeader().getFlag(Flags.TC)
                    || (answer.getRcode() != Rcode.NOERROR && answer.getRcode() != Rcode.NXDOMAIN);
        }
        return asked.equals(query.getQuestion());
    }

    private static String words(IOException e, InetSocketAddress server) {
        return switch (e) {
            case ClosedEarly _ -> "closed the connection before it answered";
            case PortUnreachableException _, ConnectException _ -> "cannot be reached on port " + server.getPort();
            default -> "cannot be reached from here";
        };
    }

    private static int millisUntil(long end) throws SocketTimeoutException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException("over");
        }
        // No wait of 0, which is one without end.
        return (int) Math.min(TimeUnit.NANOSECONDS.toMillis(left) + 1, Integer.MAX_VALUE);
    }

    private static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }

    private static final class ClosedEarly extends IOException {

        private static final long serialVersionUID = 1L;
    }
}
