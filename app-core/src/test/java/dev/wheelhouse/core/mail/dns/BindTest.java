package dev.wheelhouse.core.mail.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wheelhouse.core.mail.dns.DnsAnswer.Status;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.testing.BindServer;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real name server and a real resolver. */
@Real
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BindTest {

    private static final String LONG_KEY = "k".repeat(2000);

    private static final String ZONE = """
            @ SOA ns1 admin 7 60 60 600 60
            @ NS ns1
            @ NS ns2
            ns1 A 127.0.0.1
            ns2 A 127.0.0.1
            @ MX 10 mail
            @ TXT "v=spf1 " "mx ~all"
            mail A 192.0.2.1
            mail AAAA 2001:db8::1
            www A 192.0.2.2
            s1._domainkey CNAME key.example.net.
            *.wild TXT "for all"
            a.empty A 192.0.2.3
            loop1 CNAME loop2
            loop2 CNAME loop1
            sub NS ns1
            """;

    private static final String OTHER = """
            @ SOA ns1.example.com. admin 8 60 60 600 60
            @ NS ns1.example.com.
            key TXT %s
            """.formatted(strings(LONG_KEY));

    private final Workers workers = new Workers();
    private int port;
    private int resolverPort;
    private BindServer server;
    private BindServer resolver;

    @BeforeAll
    void start(@TempDir Path first, @TempDir Path second) throws IOException, InterruptedException {
        port = FreePort.next();
        server = BindServer.serving(first, port, Map.of("example.com.", ZONE, "example.net.", OTHER));
        resolverPort = FreePort.next();
        resolver = BindServer.resolving(
                second, resolverPort, Set.of("example.com.", "example.net.", "example.org."), port);
    }

    @AfterAll
    void end() throws InterruptedException {
        for (BindServer each : new BindServer[] {server, resolver}) {
            if (each != null) {
                each.close();
            }
        }
        workers.close();
    }

    private static String strings(String text) {
        return "( \"" + String.join("\" \"", text.split("(?<=\\G.{250})")) + "\" )";
    }

    private DnsCheck open() {
        return open(resolverPort);
    }

    private DnsCheck open(int resolver) {
        return new DnsViews(workers, new SecureRandom(), 1000)
                .open(new Dns(List.of("127.0.0.1:" + resolver), port), Duration.ofSeconds(30));
    }

    private List<DnsAnswer> ask(String name, DnsType type) {
        try (DnsCheck check = open()) {
            return check.authoritative(new DnsQuestion(name, type)).answers().stream()
                    .map(ServerAnswer::answer)
                    .toList();
        }
    }

    @Test
    void asksEachServerForItsSerial() {
        try (DnsCheck check = open()) {
            ZoneAnswers answers = check.authoritative(new DnsQuestion("www.example.com", DnsType.A));
            assertThat(answers.zone()).isEqualTo("example.com");
            assertThat(answers.answers())
                    .extracting(
                            each -> each.server().name(),
                            ServerAnswer::serial,
                            each -> each.answer().values())
                    .containsExactly(
                            tuple("ns1.example.com", 7L, List.of("192.0.2.2")),
                            tuple("ns2.example.com", 7L, List.of("192.0.2.2")));
        }
    }

    @Test
    void knowsAServerThatDoesNotServeTheZone() {
        DnsClient client = new DnsClient(new SecureRandom(), Duration.ofSeconds(20), 1);
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        for (String name : List.of("x.example.org", "x.sub.example.com")) {
            DnsQuestion question = new DnsQuestion(name, DnsType.A);
            Reply reply = client.ask(address, question, false, _ -> true, end);
            assertThat(AnswerReader.authoritative(reply, question).answer().trouble())
                    .isEqualTo(name.endsWith("org") ? "refused the question" : "does not serve the zone");
        }
    }

    @Test
    void readsEachTypeAsItIsInTheZone() {
        assertThat(ask("example.com", DnsType.TXT))
                .extracting(DnsAnswer::values)
                .containsOnly(List.of("v=spf1 mx ~all"));
        assertThat(ask("example.com", DnsType.MX))
                .extracting(each -> each.records().getFirst().text())
                .containsOnly("10 mail.example.com");
        assertThat(ask("mail.example.com", DnsType.AAAA))
                .extracting(DnsAnswer::values)
                .containsOnly(List.of("2001:db8::1"));
    }

    @Test
    void tellsMissingNamesEmptyNamesAndWildcardsApart() {
        assertThat(ask("gone.example.com", DnsType.A))
                .extracting(DnsAnswer::status)
                .containsOnly(Status.NO_SUCH_NAME);
        assertThat(ask("empty.example.com", DnsType.A))
                .extracting(DnsAnswer::status)
                .containsOnly(Status.NO_DATA);
        assertThat(ask("www.example.com", DnsType.TXT))
                .extracting(DnsAnswer::status)
                .containsOnly(Status.NO_DATA);
        assertThat(ask("any.wild.example.com", DnsType.TXT))
                .extracting(DnsAnswer::values)
                .containsOnly(List.of("for all"));
    }

    @Test
    void followsACnameIntoAnotherZoneAndReadsALongKey() {
        DnsAnswer answer = ask("s1._domainkey.example.com", DnsType.TXT).getFirst();
        assertThat(answer.values()).containsExactly(LONG_KEY);
        assertThat(answer.chain()).containsExactly("key.example.net");
    }

    @Test
    void endsLoops() {
        assertThat(ask("loop1.example.com", DnsType.A))
                .containsOnly(DnsAnswer.failed("its CNAMEs lead back to loop1.example.com"));
    }

    @Test
    void asksTheResolverForWhatTheWorldSees() {
        try (DnsCheck check = open()) {
            DnsAnswer answer = check.resolved(new DnsQuestion("s1._domainkey.example.com", DnsType.TXT));
            assertThat(answer.values()).containsExactly(LONG_KEY);
            assertThat(answer.records().getFirst().ttl()).isBetween(0L, 300L);
            assertThat(answer.chain()).containsExactly("key.example.net");
            assertThat(check.resolved(new DnsQuestion("gone.example.com", DnsType.A))
                            .status())
                    .isEqualTo(Status.NO_SUCH_NAME);
            assertThat(check.zone("a.b.gone.example.com")).isEqualTo("example.com");
            assertThat(check.zone("s1._domainkey.example.com")).isEqualTo("example.com");
        }
    }

    /** Of an isolated network: it knows its zones, refuses the rest, and looks nothing up for others. */
    @Test
    void takesAServerOfTheZonesAloneAsResolver() {
        try (DnsCheck check = open(port)) {
            assertThat(check.zone("a.b.gone.example.com")).isEqualTo("example.com");
            assertThat(check.authoritative(new DnsQuestion("www.example.com", DnsType.A))
                            .answers())
                    .extracting(each -> each.answer().values())
                    .containsExactly(List.of("192.0.2.2"), List.of("192.0.2.2"));
            assertThat(check.authoritative(new DnsQuestion("mail.example.org", DnsType.A))
                            .trouble())
                    .isEqualTo("the zone of mail.example.org cannot be found (resolver: refused the question)");
        }
    }
}
