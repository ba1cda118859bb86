package dev.wheelhouse.core.mail.publish.provider;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import javax.crypto.spec.SecretKeySpec;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.TSIGRecord;

/** A TCP connection to a name server over which signed messages go one after the other (RFC 1035 section 4.2.2, RFC 8945). */
final class DnsConnection implements AutoCloseable {

    private static final int LARGEST = 0xffff;

    private final TSIG tsig;
    private final Duration limit;
    private final Socket socket;

    /**
     * An answer.
     *
     * @param tsig what is wrong with its signature: {@link Rcode#NOERROR} for nothing
     */
    record Reply(Message message, int tsig) {

        int rcode() {
            return message.getRcode();
        }

        boolean isSigned() {
            return tsig == Rcode.NOERROR;
        }
    }

    /** @throws IOException when no connection is accepted; nothing was sent then */
    DnsConnection(Rfc2136Access access, Clock clock, DnsTimeouts timeouts) throws IOException {
        Name algorithm = TSIG.algorithmToName(access.algorithm().wireName());
        String mac = access.algorithm().wireName().replace("-", "");
        tsig = new TSIG(algorithm, Names.of(access.keyName()), new SecretKeySpec(access.secret(), mac), clock);
        limit = timeouts.answer();
        socket = connected(InetAddress.getAllByName(access.server()), access.port(), timeouts.connect());
    }

    /** To the first address that accepts. */
    private static Socket connected(InetAddress[] addresses, int port, Duration limit) throws IOException {
        IOException first = null;
        for (InetAddress each : addresses) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(each, port), (int) limit.toMillis());
                socket.setTcpNoDelay(true);
                return socket;
            } catch (IOException e) {
                socket.close();
                IOException worded = e instanceof SocketTimeoutException ? late("connection was accepted", limit) : e;
                first = first == null ? worded : first;
            }
        }
        throw first == null ? new IOException("it has no address") : first;
    }

    private static SocketTimeoutException late(String what, Duration limit) {
        return new SocketTimeoutException("no " + what + " within " + limit.toMillis() + " ms");
    }

    /** Sends a message, signed, and waits for its answer. */
    Reply ask(Message message) throws IOException {
        tsig.apply(message, null);
        TSIGRecord sent = message.getTSIG();
        byte[] bytes = message.toWire(LARGEST);
        ByteBuffer framed = ByteBuffer.allocate(bytes.length + 2)
                .putShort((short) bytes.length)
                .put(bytes);
        OutputStream output = socket.getOutputStream();
        output.write(framed.array());
        output.flush();
        byte[] answer = read(message.getHeader().getID());
        Message parsed = new Message(answer);
        return new Reply(parsed, tsig.verify(parsed, answer, sent));
    }

    /** Reads to the answer with an id, by a deadline for all of it. */
    private byte[] read(int id) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        DataInputStream input = new DataInputStream(socket.getInputStream());
        while (true) {
            byte[] length = new byte[2];
            fill(input, length, deadline);
            byte[] answer = new byte[ByteBuffer.wrap(length).getShort() & LARGEST];
            fill(input, answer, deadline);
            if (answer.length < 12) {
                throw new IOException("an answer has no header");
            }
            ByteBuffer header = ByteBuffer.wrap(answer);
            boolean isAnswer = (header.getShort(2) & 0x8000) != 0;
            if (isAnswer && (header.getShort(0) & LARGEST) == id) {
                return answer;
            }
        }
    }

    private void fill(DataInputStream input, byte[] bytes, long deadline) throws IOException {
        for (int filled = 0; filled < bytes.length; ) {
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw late("answer came", limit);
            }
            socket.setSoTimeout((int) left);
            int read = read(input, bytes, filled);
            if (read < 0) {
                throw new IOException("the connection was closed");
            }
            filled += read;
        }
    }

    private int read(DataInputStream input, byte[] bytes, int filled) throws IOException {
        try {
            return input.read(bytes, filled, bytes.length - filled);
        } catch (SocketTimeoutException _) {
            throw late("answer came", limit);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** A question to a server of the zone, without recursion. */
    static Message question(Name name, int type) {
        Message message = Message.newQuery(org.xbill.DNS.Record.newRecord(name, type, org.xbill.DNS.DClass.IN));
        message.getHeader().unsetFlag(Flags.RD);
        return message;
    }
}
