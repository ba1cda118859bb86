package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.publish.TsigAlgorithm;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Header;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.TSIG;
import org.xbill.DNS.TSIGRecord;
import org.xbill.DNS.Type;

/** A primary server in memory: one zone, questions and updates (RFC 2136 section 3) over TCP, and faults on demand. */
public final class ZoneServer implements AutoCloseable {

    private static final Name ZONE = Names.of(TestZone.NAME);

    private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Record> records = new ArrayList<>();
    private final Map<Name, TSIG> keys = Map.of(
            Names.of(TestZone.KEY), key(TestZone.KEY, TsigAlgorithm.HMAC_SHA256),
            Names.of("long"), key("long", TsigAlgorithm.HMAC_SHA512),
            Names.of("other"), key("other", TsigAlgorithm.HMAC_SHA256));
    private volatile Fault fault = Fault.NONE;

    /** What becomes of the next updates. */
    enum Fault {
        NONE,
        /** The connection is closed before anything is done. */
        LOSES_UPDATE,
        /** It is done, and the connection is closed. */
        LOSES_ANSWER,
        /** It is done, and nothing is said. */
        SILENT,
        /** It is done, and the answer is signed by nobody. */
        UNSIGNED,
        /** It is said to be done, and is not. */
        IGNORES,
        /** Nothing is done, and the answer is {@code SERVFAIL}. */
        FAILS,
        /** An answer with another id comes before the right one. */
        CHATTERS
    }

    public ZoneServer() throws IOException {
        for (String line : TestZone.TEXT.lines().toList()) {
            String[] parts = line.split(" ", 5);
            records.add(Record.fromString(
                    Name.fromString(parts[0]),
                    Type.value(parts[3]),
                    DClass.IN,
                    Long.parseLong(parts[1]),
                    parts[4],
                    Name.root));
        }
        Thread.ofVirtual().start(this::accept);
    }

    private static TSIG key(String name, TsigAlgorithm algorithm) {
        return new TSIG(TSIG.algorithmToName(algorithm.wireName()), Names.of(name), TestZone.SECRET);
    }

    public int port() {
        return socket.getLocalPort();
    }

    void fault(Fault next) {
        fault = next;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream input = new DataInputStream(client.getInputStream());
            DataOutputStream output = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
            while (true) {
                byte[] bytes = new byte[input.readUnsignedShort()];
                input.readFully(bytes);
                Message query = new Message(bytes);
                boolean isUpdate = query.getHeader().getOpcode() == Opcode.UPDATE;
                Fault now = isUpdate && !query.getSection(Section.UPDATE).isEmpty() ? fault : Fault.NONE;
                if (now == Fault.LOSES_UPDATE) {
                    return;
                }
                byte[] answer = answer(query, bytes, now);
                if (now == Fault.LOSES_ANSWER) {
                    return;
                }
                if (now == Fault.CHATTERS) {
                    Message other = new Message(query.getHeader().getID() ^ 1);
                    other.getHeader().setFlag(Flags.QR);
                    send(output, other.toWire());
                }
                if (now != Fault.SILENT) {
                    send(output, answer);
                }
            }
        } catch (EOFException _) {
            // The other side is done.
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void send(DataOutputStream output, byte[] bytes) throws IOException {
        output.writeShort(bytes.length);
        output.write(bytes);
        output.flush();
    }

    private synchronized byte[] answer(Message query, byte[] bytes, Fault now) {
        Header header = new Header(query.getHeader().getID());
        header.setFlag(Flags.QR);
        header.setOpcode(query.getHeader().getOpcode());
        Message answer = new Message();
        answer.setHeader(header);
        answer.addRecord(query.getQuestion(), Section.QUESTION);
        TSIGRecord signature = query.getTSIG();
        TSIG key = signature == null ? null : keys.get(signature.getName());
        if (signature == null) {
            header.setRcode(Rcode.REFUSED);
            return answer.toWire();
        }
        int error = key == null ? Rcode.BADKEY : key.verify(query, bytes, null);
        if (error != Rcode.NOERROR) {
            header.setRcode(Rcode.NOTAUTH);
            if (error == Rcode.BADTIME && key != null) {
                key.apply(answer, error, signature);
            } else {
                answer.addRecord(unsigned(signature, error), Section.ADDITIONAL);
            }
            return answer.toWire();
        }
        if (header.getOpcode() == Opcode.UPDATE) {
            header.setRcode(now == Fault.FAILS ? Rcode.SERVFAIL : update(query, signature.getName(), now));
        } else {
            look(query.getQuestion(), answer);
        }
        if (now != Fault.UNSIGNED && key != null) {
            key.apply(answer, signature);
        }
        return answer.toWire(0xffff);
    }

    private static TSIGRecord unsigned(TSIGRecord query, int error) {
        return new TSIGRecord(
                query.getName(),
                DClass.ANY,
                0,
                query.getAlgorithm(),
                Instant.now(),
                query.getFudge(),
                new byte[0],
                query.getOriginalID(),
                error,
                new byte[0]);
    }

    private void look(Record question, Message answer) {
        Name name = question.getName();
        if (!name.subdomain(ZONE)) {
            answer.getHeader().setRcode(Rcode.REFUSED);
            return;
        }
        for (Record each : records) {
            if (each.getType() == Type.NS && !each.getName().equals(ZONE) && name.subdomain(each.getName())) {
                answer.addRecord(each, Section.AUTHORITY);
                return;
            }
        }
        answer.getHeader().setFlag(Flags.AA);
        Name owner = owner(name);
        for (Record each : records) {
            boolean isAlias = each.getType() == Type.CNAME;
            if (each.getName().equals(owner) && (each.getType() == question.getType() || isAlias)) {
                answer.addRecord(
                        Record.newRecord(name, each.getType(), DClass.IN, each.getTTL(), each.rdataToWireCanonical()),
                        Section.ANSWER);
            }
        }
        boolean isFound = answer.getSection(Section.ANSWER).stream().anyMatch(each -> !(each instanceof CNAMERecord));
        if (!isFound) {
            records.stream()
                    .filter(each -> each.getType() == Type.SOA)
                    .forEach(each -> answer.addRecord(each, Section.AUTHORITY));
        }
    }

    /** The name itself where it has something, or the wildcard that stands for it (RFC 4592). */
    private Name owner(Name name) {
        for (Name above = name; above.subdomain(ZONE); above = new Name(above, 1)) {
            Name here = above;
            if (records.stream().anyMatch(each -> each.getName().subdomain(here))) {
                return here.equals(name) ? name : Names.of("*." + here);
            }
        }
        return name;
    }

    private int update(Message query, Name key, Fault now) {
        for (Record each : query.getSection(Section.PREREQ)) {
            if (!each.getName().subdomain(ZONE)) {
                return Rcode.NOTZONE;
            }
        }
        int wrong = condition(query.getSection(Section.PREREQ));
        if (wrong != Rcode.NOERROR) {
            return wrong;
        }
        List<Record> changes = query.getSection(Section.UPDATE);
        if (!changes.isEmpty() && key.equals(Names.of("other"))) {
            return Rcode.REFUSED;
        }
        if (changes.stream().anyMatch(each -> !each.getName().subdomain(ZONE))) {
            return Rcode.NOTZONE;
        }
        if (now != Fault.IGNORES) {
            changes.forEach(this::change);
        }
        return Rcode.NOERROR;
    }

    private int condition(List<Record> conditions) {
        for (Record each : conditions) {
            boolean isName = each.getType() == Type.ANY;
            boolean exists = records.stream()
                    .anyMatch(known ->
                            known.getName().equals(each.getName()) && (isName || known.getType() == each.getType()));
            if (each.getDClass() == DClass.NONE && exists) {
                return isName ? Rcode.YXDOMAIN : Rcode.YXRRSET;
            }
            if (each.getDClass() == DClass.ANY && !exists) {
                return isName ? Rcode.NXDOMAIN : Rcode.NXRRSET;
            }
            if (each.getDClass() == DClass.IN && !set(records, each).equals(set(conditions, each))) {
                return Rcode.NXRRSET;
            }
        }
        return Rcode.NOERROR;
    }

    private static List<String> set(List<Record> records, Record like) {
        return records.stream()
                .filter(each -> each.getDClass() == DClass.IN
                        && each.getName().equals(like.getName())
                        && each.getType() == like.getType())
                .map(Record::rdataToString)
                .sorted()
                .toList();
    }

    private void change(Record change) {
        if (change.getDClass() == DClass.IN) {
            boolean isBesideAlias = records.stream()
                    .anyMatch(each -> each.getName().equals(change.getName())
                            && (each.getType() == Type.CNAME) != (change.getType() == Type.CNAME));
            if (!isBesideAlias) {
                records.removeIf(each -> matches(each, change));
                records.add(change);
            }
        } else {
            boolean isWholeSet = change.getDClass() == DClass.ANY;
            records.removeIf(each -> isWholeSet
                    ? each.getName().equals(change.getName()) && each.getType() == change.getType()
                    : matches(each, change));
        }
    }

    private static boolean matches(Record known, @Nullable Record change) {
        return change != null
                && known.getName().equals(change.getName())
                && known.getType() == change.getType()
                && known.rdataToString().equals(change.rdataToString());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
