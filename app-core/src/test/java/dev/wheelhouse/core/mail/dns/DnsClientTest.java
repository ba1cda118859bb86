package dev.wheelhouse.core.mail.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import dev.wheelhouse.core.testing.TestNameServer;
import dev.wheelhouse.core.testing.TestNameServer.Fault;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Message;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;

class DnsClientTest {

    private static final Pace.Turn NO_WAITING = _ -> true;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final SecureRandom random = new SecureRandom();
    private final DnsClient patient = new DnsClient(random, LONG, 2);
    private final DnsClient hasty = new DnsClient(random, SHORT, 2);

    private TestNameServer server;

    @BeforeEach
    void start() {
        server = TestNameServer.start()
                .zone("example.com.", "www A 192.0.2.1\nlong TXT " + ("\"" + "x".repeat(250) + "\" ").repeat(9));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply ask(DnsClient client, String name, DnsType type) {
        return ask(client, name, type, Duration.ofSeconds(40));
    }

    private Reply ask(DnsClient client, String name, DnsType type, Duration time) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(TestNameServer.ADDRESS), server.port());
        return client.ask(address, new DnsQuestion(name, type), false, NO_WAITING, System.nanoTime() + time.toNanos());
    }

    private static DnsAnswer read(Reply reply, String name, DnsType type) {
        return AnswerReader.authoritative(reply, new DnsQuestion(name, type)).answer();
    }

    private TestNameServer.Server misbehaving(Fault fault) {
        return server.at(TestNameServer.ADDRESS).fault(".", fault);
    }

    private long questions() {
        return server.questions().size();
    }

    @Test
    void asksOverUdpWithoutRecursion() {
        Reply reply = ask(patient, "www.example.com", DnsType.A);
        assertThat(read(reply, "www.example.com", DnsType.A).values()).containsExactly("192.0.2.1");
        assertThat(server.questions())
                .containsExactly(new TestNameServer.Question("127.0.0.1", "www.example.com", "A", false, false));
    }

    @Test
    void asksOverTcpWhatDoesNotFit() {
        Reply reply = ask(patient, "long.example.com", DnsType.TXT);
        assertThat(read(reply, "long.example.com", DnsType.TXT).values()).containsExactly("x".repeat(2250));
        assertThat(server.questions()).extracting(TestNameServer.Question::tcp).containsExactly(false, true);
    }

    @Test
    void readsAnswersOfSixtyFourKib() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 236; i++) {
            lines.append("big TXT \"")
                    .append("%05d".formatted(i))
                    .append("y".repeat(250))
                    .append("\"\n");
        }
        server.at(TestNameServer.ADDRESS).add("example.com.", lines.toString());
        assertThat(read(ask(patient, "big.example.com", DnsType.TXT), "big.example.com", DnsType.TXT)
                        .values())
                .hasSize(236);
    }

    @ParameterizedTest
    @CsvSource({
        "SERVFAIL, failed to answer (SERVFAIL)",
        "REFUSED, refused the question",
        "NOTIMP, cannot answer such a question (NOTIMP)",
        "NOT_AUTHORITATIVE, does not serve the zone",
        "REFERS, does not serve the zone",
        "GARBAGE, its answer cannot be read",
        "CLOSES_TCP, closed the connection before it answered over TCP",
        "BREAKS_OFF_TCP, closed the connection before it answered over TCP"
    })
    void saysWhatTheServerDidWrong(Fault fault, String trouble) {
        misbehaving(fault);
        assertThat(read(ask(patient, "www.example.com", DnsType.A), "www.example.com", DnsType.A))
                .isEqualTo(DnsAnswer.failed(trouble));
    }

    @ParameterizedTest
    @EnumSource(names = {"SILENCE", "WRONG_ID", "WRONG_QUESTION", "OTHER_ADDRESS"})
    void passesOverWhatDoesNotAnswerTheQuestionAndTriesTwice(Fault fault) {
        misbehaving(fault);
        assertThat(ask(hasty, "www.example.com", DnsType.A)).isEqualTo(Reply.failed("no answer within 200 ms"));
        assertThat(questions()).isEqualTo(2);
    }

    @Test
    void takesTheRightAnswerThatComesAfterWrongOnes() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        TestNameServer.Server bad = server.at(TestNameServer.ADDRESS);
        bad.answering("www.example.com", query -> {
            bad.wellBehaved();
            asked.countDown();
            byte[] wrong = query.clone();
            wrong[0] ^= 1;
            wrong[2] |= (byte) 0x80;
            return wrong;
        });
        DnsClient client = new DnsClient(random, SHORT, 50);
        Reply reply = ask(client, "www.example.com", DnsType.A);
        asked.await();
        assertThat(read(reply, "www.example.com", DnsType.A).values()).containsExactly("192.0.2.1");
    }

    @Test
    void asksWithoutEdnsWhereItIsNotUnderstood() {
        misbehaving(Fault.KNOWS_NO_EDNS);
        assertThat(read(ask(patient, "www.example.com", DnsType.A), "www.example.com", DnsType.A)
                        .values())
                .containsExactly("192.0.2.1");
        assertThat(questions()).isEqualTo(2);
    }

    @Test
    void endsSilenceOverTcp() {
        misbehaving(Fault.SILENT_TCP);
        assertThat(ask(hasty, "www.example.com", DnsType.A))
                .isEqualTo(Reply.failed("no answer over TCP within 200 ms"));
        assertThat(ask(patient, "www.example.com", DnsType.A, SHORT)).isEqualTo(Reply.LATE);
    }

    @Test
    void saysWhereNobodyListens() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0))) {
            int port = taken.getLocalPort();
            taken.close();
            Reply reply = patient.ask(
                    new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                    new DnsQuestion("www.example.com", DnsType.A),
                    false,
                    NO_WAITING,
                    System.nanoTime() + LONG.toNanos());
            assertThat(reply).isEqualTo(Reply.failed("cannot be reached on port " + port));
        }
    }

    @Test
    void saysWhereNoWayLeads() {
        // Every system refuses port 0 at once, as it does where no route leads.
        Reply reply = patient.ask(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                new DnsQuestion("www.example.com", DnsType.A),
                false,
                NO_WAITING,
                System.nanoTime() + LONG.toNanos());
        assertThat(reply.message()).isNull();
        assertThat(reply.trouble()).startsWith("cannot be reached");
    }

    @Test
    void endsWithTheTimeOfTheCheck() {
        misbehaving(Fault.SILENCE);
        assertThat(ask(patient, "www.example.com", DnsType.A, SHORT)).isEqualTo(Reply.LATE);
        assertThat(ask(patient, "www.example.com", DnsType.A, Duration.ZERO)).isEqualTo(Reply.LATE);
    }

    @Test
    void asksNothingOutOfTurn() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(TestNameServer.ADDRESS), server.port());
        Reply reply = patient.ask(
                address,
                new DnsQuestion("www.example.com", DnsType.A),
                false,
                _ -> false,
                System.nanoTime() + LONG.toNanos());
        assertThat(reply).isEqualTo(Reply.LATE);
        assertThat(server.questions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsByAnInterrupt(boolean overTcp) throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        if (overTcp) {
            misbehaving(Fault.TRUNCATES);
        }
        server.at(TestNameServer.ADDRESS).answering("www.example.com", query -> {
            asked.countDown();
            return new byte[0];
        });
        Reply[] reply = new Reply[1];
        Thread asking = Thread.ofVirtual().start(() -> reply[0] = ask(patient, "www.example.com", DnsType.A));
        asked.await();
        asking.interrupt();
        assertThat(asking.join(Duration.ofSeconds(20))).isTrue();
        assertThat(reply[0]).isEqualTo(Reply.ENDED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a..b", ".a", "\\", "\\300.example"})
    void asksOnlyForNames(String name) {
        assertThat(ask(patient, name, DnsType.A)).isEqualTo(Reply.failed("it is no name that DNS can be asked for"));
    }

    @Test
    void neitherThrowsNorHangsForWhateverBytesCome() {
        DnsClient client = new DnsClient(random, Duration.ofMillis(20), 1);
        Property.holds(60, source -> {
            server.at(TestNameServer.ADDRESS).answering(".", query -> scrambled(query, source));
            checkReadable(ask(client, "www.example.com", DnsType.TXT));
        });
    }

    @Test
    void readsWhateverBytesCome() throws IOException {
        Message query = Message.newQuery(Record.newRecord(DnsNames.name("www.example.com"), Type.TXT, DClass.IN));
        byte[] bytes = query.toWire();
        Property.holds(20_000, source -> {
            Reply reply = DnsClient.read(scrambled(bytes, source), query);
            if (reply != null) {
                checkReadable(reply);
            }
        });
    }

    private static void checkReadable(Reply reply) {
        assertThat(reply.message() == null).isNotEqualTo(reply.trouble().isEmpty());
        for (DnsType type : DnsType.values()) {
            DnsQuestion question = new DnsQuestion("www.example.com", type);
            assertThat(AnswerReader.authoritative(reply, question)).isNotNull();
            assertThat(AnswerReader.resolved(reply, question)).isNotNull();
            AnswerReader.serial(reply, "example.com");
            AnswerReader.zone(reply, "www.example.com");
        }
    }

    /** The question as an answer, with random records behind it and some of its bytes changed; or random bytes alone. */
    private static byte[] scrambled(byte[] query, Random source) {
        byte[] bytes = new byte[source.nextInt(600)];
        source.nextBytes(bytes);
        if (source.nextInt(8) == 0 || bytes.length < 60) {
            return bytes;
        }
        System.arraycopy(query, 0, bytes, 0, 33);
        bytes[2] = (byte) (0x84 | (source.nextInt(256) & 0x02));
        bytes[7] = (byte) source.nextInt(4);
        bytes[11] = 0;
        for (int at = 33; at + 12 < bytes.length && source.nextInt(4) > 0; ) {
            int length = source.nextInt(Math.max(1, Math.min(60, bytes.length - at - 12)));
            byte[] head = {(byte) 0xc0, 12, 0, (byte) (1 + source.nextInt(60)), 0, 1, 0, 0, 0, 60, 0, (byte) length};
            System.arraycopy(head, 0, bytes, at, head.length);
            at += head.length + length;
        }
        for (int i = source.nextInt(3); i > 0; i--) {
            bytes[2 + source.nextInt(bytes.length - 2)] = (byte) source.nextInt();
        }
        return bytes;
    }
}
