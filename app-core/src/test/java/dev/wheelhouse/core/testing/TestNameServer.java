package dev.wheelhouse.core.testing;

import dev.wheelhouse.core.platform.settings.Dns;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.OPTRecord;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * Name servers in this process, over UDP and TCP on one free port of several loopback addresses: each is the authoritative
 * server of its own zones (RFC 1034 section 4.3.2, wildcards by RFC 4592), and whoever asks one with recursion hears what a
 * resolver finds in the zones of all. They misbehave as told, and note what they were asked. Thread-safe.
 *
 * <p>Addresses other than 127.0.0.1 need a system that has all of 127.0.0.0/8, as Linux does.
 */
public final class TestNameServer implements AutoCloseable {

    public static final String ADDRESS = "127.0.0.1";

    private static final String STRANGER = "127.0.0.77";
    private static final int PORT_TRIES = 50;
    private static final int PLAIN_BYTES = 512;
    private static final int LONGEST_CHAIN = 16;

    private final int port;
    private final Map<String, Server> servers = new LinkedHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Question> questions = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** How a server misbehaves. */
    public enum Fault {
        /** Never answers, over TCP neither. */
        SILENCE,
        /** Over UDP says that the answer does not fit. */
        TRUNCATES,
        /** As {@link #TRUNCATES}, and never answers over TCP. */
        SILENT_TCP,
        /** As {@link #TRUNCATES}, and closes connections without a word. */
        CLOSES_TCP,
        /** As {@link #TRUNCATES}, and breaks off over TCP in the middle of the answer. */
        BREAKS_OFF_TCP,
        SERVFAIL,
        REFUSED,
        NOTIMP,
        /** Refuses whatever has an OPT record, as servers of before EDNS did. */
        KNOWS_NO_EDNS,
        /** Sends the answer with another id. */
        WRONG_ID,
        /** Answers another question. */
        WRONG_QUESTION,
        /** Sends the answer from an address that was not asked. */
        OTHER_ADDRESS,
        /** Sends random bytes, the first of which are the id that was asked with and the flag of an answer. */
        GARBAGE,
        /** A CNAME that leads back by way of another one. */
        CNAME_LOOP,
        /** Answers as one that has it from hearsay. */
        NOT_AUTHORITATIVE,
        /** Does not say to which zone a name belongs that it has nothing of. */
        LEAVES_SOA_OUT,
        /** As {@link #LEAVES_SOA_OUT}, and says that a name is missing which only lacks the type (RFC 4074 section 4.2). */
        KNOWS_NO_EMPTY_ANSWER,
        /** Names other servers instead of answering. */
        REFERS
    }

    /** What one of the addresses was asked. */
    public record Question(String address, String name, String type, boolean recursion, boolean tcp) {}

    private TestNameServer(List<String> addresses) {
        List<Server> open = bind(addresses);
        port = open.getFirst().udp.getLocalPort();
        open.forEach(each -> servers.put(each.address, each));
        open.forEach(each -> threads.execute(each::serveUdp));
        open.forEach(each -> threads.execute(each::serveTcp));
    }

    /** One on 127.0.0.1. */
    public static TestNameServer start() {
        return start(ADDRESS);
    }

    /** One on each of the addresses, all on the same port. */
    public static TestNameServer start(String... addresses) {
        return new TestNameServer(List.of(addresses));
    }

    private List<Server> bind(List<String> addresses) {
        for (int i = 0; i < PORT_TRIES; i++) {
            List<Server> open = new ArrayList<>();
            try {
                for (String each : addresses) {
                    open.add(new Server(
                            each, open.isEmpty() ? 0 : open.getFirst().udp.getLocalPort()));
                }
                return open;
            } catch (BindException _) {
                open.forEach(Server::close);
            } catch (IOException e) {
                open.forEach(Server::close);
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("No port was free on all of " + addresses);
    }

    public int port() {
        return port;
    }

    /** Those of a console for which this is the resolver and every name server. */
    public Dns settings() {
        return new Dns(List.of(servers.keySet().iterator().next() + ":" + port), port);
    }

    /** @param address one of those that it was started with */
    public Server at(String address) {
        Server server = servers.get(address);
        if (server == null) {
            throw new IllegalArgumentException("There is no name server at " + address);
        }
        return server;
    }

    /** Serves a zone at every address; see {@link Server#zone}. */
    public TestNameServer zone(String origin, String text) {
        servers.values().forEach(each -> each.zone(origin, text));
        return this;
    }

    /** All that came, in order. */
    public List<Question> questions() {
        return List.copyOf(questions);
    }

    /** How often any of them was asked this, with or without recursion. */
    public long count(String name, String type) {
        return questions.stream()
                .filter(each -> each.name().equals(name) && each.type().equals(type))
                .count();
    }

    @Override
    public void close() {
        closed.countDown();
        servers.values().forEach(Server::close);
        threads.shutdownNow();
    }

    /** The server of one address. */
    public final class Server {

        private final String address;
        private final DatagramSocket udp;
        private final ServerSocket tcp;
        private final TestZones zones = new TestZones();
        private final Map<Name, Fault> faults = new ConcurrentHashMap<>();
        private final Map<Name, CountDownLatch> held = new ConcurrentHashMap<>();
        private final Map<Name, UnaryOperator<byte[]>> raw = new ConcurrentHashMap<>();

        private Server(String address, int wantedPort) throws IOException {
            this.address = address;
            InetAddress local = InetAddress.ofLiteral(address);
            udp = new DatagramSocket(new InetSocketAddress(local, wantedPort));
            try {
                tcp = new ServerSocket(udp.getLocalPort(), 50, local);
            } catch (IOException e) {
                udp.close();
                throw e;
            }
        }

        /**
         * Serves a zone from now on, in place of what it was.
         *
         * @param text as a zone file, TTL and class may be left out; without a SOA it gets one with the serial 1
         */
        public Server zone(String origin, String text) {
            zones.put(origin, text);
            return this;
        }

        /** Serves it no longer. */
        public Server withoutZone(String origin) {
            zones.remove(origin);
            return this;
        }

        /** Adds records to a zone, as lines of a zone file. */
        public Server add(String origin, String lines) {
            zones.add(origin, lines);
            return this;
        }

        /** Takes all records of a name and type away. */
        public Server remove(String origin, String name, String type) {
            zones.remove(origin, name, type);
            return this;
        }

        public Server serial(String origin, long serial) {
            zones.serial(origin, serial);
            return this;
        }

        /** Misbehaves when it is asked about a name or one below it; {@code .} is for all. */
        public Server fault(String name, Fault fault) {
            faults.put(TestZones.name(name), fault);
            return this;
        }

        /** Behaves again. */
        public Server wellBehaved() {
            faults.clear();
            raw.clear();
            return this;
        }

        /** Holds answers about a name or one below it back until the latch is open. */
        public Server hold(String name, CountDownLatch until) {
            held.put(TestZones.name(name), until);
            return this;
        }

        /** Sends what is made of the bytes of a question about a name or one below it. */
        public Server answering(String name, UnaryOperator<byte[]> answer) {
            raw.put(TestZones.name(name), answer);
            return this;
        }

        private void close() {
            udp.close();
            try {
                tcp.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void serveUdp() {
            while (!udp.isClosed()) {
                DatagramPacket packet = new DatagramPacket(new byte[PLAIN_BYTES * 8], PLAIN_BYTES * 8);
                try {
                    udp.receive(packet);
                    byte[] query = Arrays.copyOf(packet.getData(), packet.getLength());
                    threads.execute(() -> answerUdp(query, packet));
                } catch (IOException _) {
                    // Closed, which ends the loop; or somebody has gone, which is told here on some systems.
                }
            }
        }

        private void answerUdp(byte[] bytes, DatagramPacket from) {
            try {
                Optional<byte[]> answer = answer(bytes, false);
                if (answer.isEmpty()) {
                    return;
                }
                DatagramPacket packet = new DatagramPacket(answer.get(), answer.get().length, from.getSocketAddress());
                if (fault(new Message(bytes)) == Fault.OTHER_ADDRESS) {
                    try (DatagramSocket stranger =
                            new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(STRANGER), port))) {
                        stranger.send(packet);
                    }
                } else {
                    udp.send(packet);
                }
            } catch (IOException | InterruptedException _) {
                // Whoever asked is gone, or this is being closed.
            }
        }

        private void serveTcp() {
            while (!tcp.isClosed()) {
                try {
                    Socket peer = tcp.accept();
                    threads.execute(() -> answerTcp(peer));
                } catch (IOException _) {
                    // Closed, which ends the loop.
                }
            }
        }

        private void answerTcp(Socket peer) {
            try (peer) {
                DataInputStream in = new DataInputStream(peer.getInputStream());
                while (true) {
                    byte[] query = new byte[in.readUnsignedShort()];
                    in.readFully(query);
                    Optional<byte[]> answer = answer(query, true);
                    Fault fault = fault(new Message(query));
                    if (fault == Fault.CLOSES_TCP) {
                        return;
                    }
                    if (answer.isPresent()) {
                        byte[] whole = ByteBuffer.allocate(2 + answer.get().length)
                                .putShort((short) answer.get().length)
                                .put(answer.get())
                                .array();
                        boolean breaksOff = fault == Fault.BREAKS_OFF_TCP;
                        peer.getOutputStream().write(whole, 0, breaksOff ? whole.length / 2 : whole.length);
                        if (breaksOff) {
                            return;
                        }
                    }
                }
            } catch (IOException | InterruptedException _) {
                // Whoever asked is gone, or this is being closed.
            }
        }

        private @Nullable Fault fault(Message query) {
            return of(faults, query.getQuestion().getName());
        }

        private static <V> @Nullable V of(Map<Name, V> byName, Name asked) {
            for (int i = 0; i < asked.labels(); i++) {
                V found = byName.get(new Name(asked, i));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private Optional<byte[]> answer(byte[] bytes, boolean overTcp) throws IOException, InterruptedException {
            Message query = new Message(bytes);
            Name name = query.getQuestion().getName();
            questions.add(new Question(
                    address,
                    name.toString(true),
                    Type.string(query.getQuestion().getType()),
                    query.getHeader().getFlag(Flags.RD),
                    overTcp));
            CountDownLatch latch = of(held, name);
            if (latch != null) {
                latch.await();
            }
            UnaryOperator<byte[]> made = of(raw, name);
            if (made != null) {
                return Optional.of(made.apply(bytes));
            }
            Fault fault = fault(query);
            if (fault == Fault.SILENCE || (overTcp && fault == Fault.SILENT_TCP)) {
                if (overTcp) {
                    closed.await();
                }
                return Optional.empty();
            }
            if (fault == Fault.GARBAGE) {
                return Optional.of(garbage(bytes));
            }
            return Optional.of(spoiled(query, fault, overTcp).toWire(room(query, overTcp)));
        }

        private static byte[] garbage(byte[] query) {
            byte[] bytes = new byte[40];
            new Random(1).nextBytes(bytes);
            System.arraycopy(query, 0, bytes, 0, 2);
            // An answer that claims to hold one question and nothing else, whose name then points into itself.
            System.arraycopy(new byte[] {(byte) 0x84, 0, 0, 1, 0, 0, 0, 0, 0, 0, (byte) 0xc0, 12}, 0, bytes, 2, 12);
            return bytes;
        }

        private static int room(Message query, boolean overTcp) {
            if (overTcp) {
                return Message.MAXLENGTH;
            }
            OPTRecord opt = query.getOPT();
            return opt == null ? PLAIN_BYTES : Math.max(PLAIN_BYTES, opt.getPayloadSize());
        }

        private Message spoiled(Message query, @Nullable Fault fault, boolean overTcp) {
            Message answer = honest(query);
            switch (fault) {
                case TRUNCATES, SILENT_TCP, CLOSES_TCP, BREAKS_OFF_TCP -> {
                    if (!overTcp) {
                        answer.removeAllRecords(Section.ANSWER);
                        answer.getHeader().setFlag(Flags.TC);
                    }
                }
                case SERVFAIL -> error(answer, Rcode.SERVFAIL);
                case REFUSED -> error(answer, Rcode.REFUSED);
                case NOTIMP -> error(answer, Rcode.NOTIMP);
                case KNOWS_NO_EDNS -> {
                    answer.removeAllRecords(Section.ADDITIONAL);
                    if (query.getOPT() != null) {
                        error(answer, Rcode.FORMERR);
                    }
                }
                case WRONG_ID -> answer.getHeader().setID(answer.getHeader().getID() ^ 1);
                case WRONG_QUESTION -> {
                    answer.removeAllRecords(Section.QUESTION);
                    answer.addRecord(
                            Record.newRecord(TestZones.name("other.invalid"), Type.A, DClass.IN), Section.QUESTION);
                }
                case CNAME_LOOP -> loop(answer);
                case NOT_AUTHORITATIVE -> answer.getHeader().unsetFlag(Flags.AA);
                case LEAVES_SOA_OUT -> answer.removeAllRecords(Section.AUTHORITY);
                case KNOWS_NO_EMPTY_ANSWER -> {
                    answer.removeAllRecords(Section.AUTHORITY);
                    if (answer.getSection(Section.ANSWER).isEmpty()) {
                        answer.getHeader().setRcode(Rcode.NXDOMAIN);
                    }
                }
                case REFERS -> {
                    error(answer, Rcode.NOERROR);
                    answer.addRecord(
                            Record.newRecord(
                                    query.getQuestion().getName(), Type.NS, DClass.IN, 60, new byte[] {1, 'x', 0}),
                            Section.AUTHORITY);
                }
                case SILENCE, GARBAGE, OTHER_ADDRESS -> {
                    // Not seen in the message.
                }
                case null -> {
                    // As it should be.
                }
            }
            return answer;
        }

        private static void error(Message answer, int rcode) {
            answer.removeAllRecords(Section.ANSWER);
            answer.removeAllRecords(Section.AUTHORITY);
            answer.getHeader().setRcode(rcode);
            answer.getHeader().unsetFlag(Flags.AA);
        }

        private static void loop(Message answer) {
            Name name = answer.getQuestion().getName();
            Name other = name.getLabelString(0).equals("loop") ? new Name(name, 1) : TestZones.below("loop", name);
            error(answer, Rcode.NOERROR);
            answer.getHeader().setFlag(Flags.AA);
            answer.addRecord(new CNAMERecord(name, DClass.IN, 60, other), Section.ANSWER);
            answer.addRecord(new CNAMERecord(other, DClass.IN, 60, name), Section.ANSWER);
        }

        private Message honest(Message query) {
            Message answer = new Message(query.getHeader().getID());
            answer.getHeader().setOpcode(query.getHeader().getOpcode());
            answer.getHeader().setFlag(Flags.QR);
            answer.addRecord(query.getQuestion(), Section.QUESTION);
            if (query.getOPT() != null) {
                answer.addRecord(new OPTRecord(1232, 0, 0), Section.ADDITIONAL);
            }
            if (query.getHeader().getOpcode() != Opcode.QUERY) {
                error(answer, Rcode.NOTIMP);
            } else if (query.getHeader().getFlag(Flags.RD)) {
                answer.getHeader().setFlag(Flags.RD);
                answer.getHeader().setFlag(Flags.RA);
                resolve(answer);
            } else {
                answer.getHeader().setFlag(Flags.AA);
                look(answer);
            }
            return answer;
        }

        /** As one that has the zones of its own alone. */
        private void look(Message answer) {
            Name name = answer.getQuestion().getName();
            Optional<TestZones.Zone> zone = zones.around(name);
            if (zone.isEmpty()) {
                error(answer, Rcode.REFUSED);
                return;
            }
            for (int i = 0; i < LONGEST_CHAIN && zone.isPresent(); i++) {
                Name next = say(answer, zone.get(), name);
                if (next == null) {
                    return;
                }
                name = next;
                zone = zones.around(name);
            }
        }

        private void resolve(Message answer) {
            Name name = answer.getQuestion().getName();
            for (int i = 0; i < LONGEST_CHAIN; i++) {
                Optional<TestZones.Zone> zone = anywhere(name);
                if (zone.isEmpty()) {
                    answer.getHeader().setRcode(Rcode.NXDOMAIN);
                    answer.addRecord(TestZones.soa(Name.root, 1), Section.AUTHORITY);
                    return;
                }
                Name next = say(answer, zone.get(), name);
                if (next == null) {
                    return;
                }
                name = next;
            }
            error(answer, Rcode.SERVFAIL);
        }
    }

    private Optional<TestZones.Zone> anywhere(Name name) {
        TestZones.Zone best = null;
        for (Server each : servers.values()) {
            TestZones.Zone zone = each.zones.around(name).orElse(null);
            if (zone != null
                    && (best == null || zone.origin().labels() > best.origin().labels())) {
                best = zone;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Adds what the zone says; the name to go on with, or null. */
    private static @Nullable Name say(Message answer, TestZones.Zone zone, Name name) {
        boolean recursion = answer.getHeader().getFlag(Flags.RD);
        switch (zone.find(name, answer.getQuestion().getType())) {
            case TestZones.Said.Found found -> found.records().forEach(each -> answer.addRecord(each, Section.ANSWER));
            case TestZones.Said.Alias alias -> {
                answer.addRecord(alias.cname(), Section.ANSWER);
                return alias.cname().getTarget();
            }
            case TestZones.Said.Referral _ when recursion -> Server.error(answer, Rcode.SERVFAIL);
            case TestZones.Said.Referral referral -> {
                if (answer.getSection(Section.ANSWER).isEmpty()) {
                    answer.getHeader().unsetFlag(Flags.AA);
                }
                referral.servers().forEach(each -> answer.addRecord(each, Section.AUTHORITY));
            }
            case TestZones.Said.NoData _ -> answer.addRecord(zone.soa(), Section.AUTHORITY);
            case TestZones.Said.NoName _ -> {
                answer.getHeader().setRcode(Rcode.NXDOMAIN);
                answer.addRecord(zone.soa(), Section.AUTHORITY);
            }
        }
        return null;
    }
}
