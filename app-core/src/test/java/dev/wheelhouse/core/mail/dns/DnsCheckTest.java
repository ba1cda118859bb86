package dev.wheelhouse.core.mail.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsAnswer.Status;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.TestNameServer;
import dev.wheelhouse.core.testing.TestNameServer.Fault;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DnsCheckTest {

    private static final String RESOLVER = "127.0.0.1";
    private static final String NS1 = "127.0.0.2";
    private static final String NS2 = "127.0.0.3";
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final String SERVERS = """
            @ NS ns1
            @ NS ns2
            ns1 A 127.0.0.2
            ns2 A 127.0.0.3
            """;

    private final Workers workers = new Workers();
    private final DnsClient patient = new DnsClient(new SecureRandom(), Duration.ofSeconds(20), 2);
    private final DnsClient hasty = new DnsClient(new SecureRandom(), SHORT, 2);

    private TestNameServer world;
    private TestNameServer.Server ns1;
    private TestNameServer.Server ns2;

    @BeforeEach
    void start() {
        world = TestNameServer.start(RESOLVER, NS1, NS2);
        ns1 = world.at(NS1);
        ns2 = world.at(NS2);
        zone("example.com.", "www A 192.0.2.1");
    }

    @AfterEach
    void stop() {
        world.close();
        workers.close();
    }

    private void zone(String origin, String text) {
        ns1.zone(origin, SERVERS + text);
        ns2.zone(origin, SERVERS + text);
    }

    private DnsCheck open() {
        return open(patient, LONG);
    }

    private DnsCheck open(DnsClient client, Duration budget) {
        return views(client, List.of()).open(world.settings(), budget);
    }

    private DnsViews views(DnsClient client, List<InetSocketAddress> ofTheSystem) {
        return new DnsViews(workers, client, new Pace(1_000_000, Pace.Ticker.SYSTEM), () -> ofTheSystem);
    }

    private static DnsQuestion a(String name) {
        return new DnsQuestion(name, DnsType.A);
    }

    private ZoneAnswers authoritative(String name, DnsType type) {
        try (DnsCheck check = open()) {
            return check.authoritative(new DnsQuestion(name, type));
        }
    }

    private ZoneAnswers authoritative(String name) {
        return authoritative(name, DnsType.A);
    }

    private NameServer server(String name, String address) {
        return new NameServer(name, address, world.port());
    }

    private static List<DnsAnswer> answers(ZoneAnswers answers) {
        return answers.answers().stream().map(ServerAnswer::answer).toList();
    }

    private static DnsAnswer found(String name, String address, String... chain) {
        return new DnsAnswer(
                Status.FOUND, List.of(new DnsRecord(name, DnsType.A, 300, null, address)), List.of(chain), "");
    }

    @Test
    void asksEveryServerOfTheZone() {
        ns1.serial("example.com.", 7);
        ns2.serial("example.com.", 6);
        ns2.remove("example.com.", "www.example.com.", "A").add("example.com.", "www A 192.0.2.9");
        ZoneAnswers answers = authoritative("www.example.com");
        assertThat(answers)
                .isEqualTo(new ZoneAnswers(
                        a("www.example.com"),
                        "example.com",
                        List.of(
                                new ServerAnswer(
                                        server("ns1.example.com", NS1), 7L, found("www.example.com", "192.0.2.1")),
                                new ServerAnswer(
                                        server("ns2.example.com", NS2), 6L, found("www.example.com", "192.0.2.9"))),
                        ""));
        assertThat(world.questions())
                .filteredOn(each -> !each.address().equals(RESOLVER))
                .extracting(TestNameServer.Question::recursion)
                .containsOnly(false);
    }

    @Test
    void tellsWhatIsNotThereApart() {
        ns1.add("example.com.", "a.empty TXT x");
        ns2.add("example.com.", "a.empty TXT x");
        assertThat(answers(authoritative("nothing.example.com")))
                .extracting(DnsAnswer::status)
                .containsOnly(Status.NO_SUCH_NAME);
        assertThat(answers(authoritative("empty.example.com")))
                .extracting(DnsAnswer::status)
                .containsOnly(Status.NO_DATA);
        assertThat(answers(authoritative("www.example.com", DnsType.MX)))
                .extracting(DnsAnswer::status)
                .containsOnly(Status.NO_DATA);
    }

    @Test
    void asksEachServerEachQuestionOnce() throws InterruptedException {
        try (DnsCheck check = open()) {
            AtOnce.run(
                    20,
                    i -> () -> check.authoritative(
                            new DnsQuestion("www.example.com", i % 2 == 0 ? DnsType.A : DnsType.TXT)));
            AtOnce.run(20, _ -> () -> check.resolved(a("www.example.com")));
            check.authoritative(new DnsQuestion("example.com", DnsType.SOA));
        }
        assertThat(world.questions()).doesNotHaveDuplicates();
        assertThat(world.questions())
                .filteredOn(each -> each.type().equals("SOA") && !each.recursion())
                .hasSize(2);
    }

    @Test
    void asksAllServersAtTheSameTime() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        for (TestNameServer.Server each : List.of(ns1, ns2)) {
            each.answering("meet.example.com", query -> {
                both.countDown();
                try {
                    both.await();
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
                byte[] answer = query.clone();
                answer[2] |= (byte) 0x84;
                return answer;
            });
        }
        assertThat(answers(authoritative("meet.example.com")))
                .extracting(DnsAnswer::status)
                .containsExactly(Status.NO_DATA, Status.NO_DATA);
    }

    @ParameterizedTest
    @CsvSource({
        "SILENCE, no answer within 200 ms",
        "WRONG_ID, no answer within 200 ms",
        "OTHER_ADDRESS, no answer within 200 ms",
        "SERVFAIL, failed to answer (SERVFAIL)",
        "REFUSED, refused the question",
        "NOT_AUTHORITATIVE, does not serve the zone",
        "REFERS, does not serve the zone",
        "GARBAGE, its answer cannot be read",
        "CNAME_LOOP, its CNAMEs lead back to www.example.com"
    })
    void saysWhatOneServerDidWrongBesideTheAnswerOfTheOther(Fault fault, String trouble) {
        ns2.fault("www.example.com.", fault);
        ns1.add("example.com.", "loop.www CNAME www");
        ns2.remove("example.com.", "www.example.com.", "A").add("example.com.", "loop.www CNAME www");
        try (DnsCheck check = open(hasty, LONG)) {
            ZoneAnswers answers = check.authoritative(a("www.example.com"));
            assertThat(answers(answers))
                    .containsExactly(found("www.example.com", "192.0.2.1"), DnsAnswer.failed(trouble));
            assertThat(answers.answers().getLast().server()).isEqualTo(server("ns2.example.com", NS2));
            assertThat(answers.answers().getLast().serial()).isEqualTo(1);
        }
    }

    @Test
    void findsTheZoneThatANameLiesIn() {
        zone("sub.example.com.", "a.b A 192.0.2.2\nalias CNAME www.example.com.\n");
        ns1.add("example.com.", "sub NS ns1.sub\nsub NS ns2.sub");
        try (DnsCheck check = open()) {
            assertThat(check.zone("example.com")).isEqualTo("example.com");
            assertThat(check.zone("www.example.com")).isEqualTo("example.com");
            assertThat(check.zone("nothing.at.all.example.com")).isEqualTo("example.com");
            assertThat(check.zone("a.b.sub.example.com")).isEqualTo("sub.example.com");
            assertThat(check.zone("alias.sub.example.com")).isEqualTo("sub.example.com");
            assertThat(check.zone("example.net")).isEqualTo(".");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LEAVES_SOA_OUT", "KNOWS_NO_EMPTY_ANSWER"})
    void findsTheZoneAlsoOfResolversThatLeaveTheSoaOut(Fault fault) {
        zone("sub.example.com.", "alias CNAME www.example.com.");
        world.at(RESOLVER).fault(".", fault);
        try (DnsCheck check = open()) {
            assertThat(check.zone("example.com")).isEqualTo("example.com");
            assertThat(check.zone("www.example.com")).isEqualTo("example.com");
            assertThat(check.zone("nothing.at.all.example.com")).isEqualTo("example.com");
            assertThat(check.zone("alias.sub.example.com")).isEqualTo("sub.example.com");
            assertThat(check.zone("example.net")).isNull();
        }
    }

    /** As in an isolated network, where the resolver knows the zone and nothing above it. */
    @ParameterizedTest
    @CsvSource({
        "LEAVES_SOA_OUT, SILENCE",
        "LEAVES_SOA_OUT, REFUSED",
        "LEAVES_SOA_OUT, SERVFAIL",
        "LEAVES_SOA_OUT, LEAVES_SOA_OUT",
        "KNOWS_NO_EMPTY_ANSWER, SILENCE",
        "KNOWS_NO_EMPTY_ANSWER, REFUSED",
        "KNOWS_NO_EMPTY_ANSWER, SERVFAIL",
        "KNOWS_NO_EMPTY_ANSWER, KNOWS_NO_EMPTY_ANSWER"
    })
    void asksForTheZoneFromTheNameUpwardsAndNeverForTheRoot(Fault ofTheZone, Fault above) {
        world.at(RESOLVER).fault(".", above).fault("example.com.", ofTheZone);
        try (DnsCheck check = open(hasty, LONG)) {
            assertThat(answers(check.authoritative(a("www.example.com"))))
                    .containsOnly(found("www.example.com", "192.0.2.1"));
            assertThat(check.zone("nothing.at.all.example.com")).isEqualTo("example.com");
        }
        try (DnsCheck check = open(hasty, LONG)) {
            ZoneAnswers unknown = check.authoritative(a("mail.example.net"));
            assertThat(unknown.zone()).isNull();
            assertThat(unknown.trouble()).startsWith("the zone of mail.example.net cannot be found (resolver: ");
        }
        assertThat(world.questions()).extracting(TestNameServer.Question::name).doesNotContain("", "com", ".");
    }

    @Test
    void findsTheZoneOfACnameThatLeadsNowhere() {
        zone("example.com.", "broken CNAME x.example.org.\nloop CNAME loop");
        world.at(RESOLVER).fault("example.org.", Fault.SERVFAIL);
        try (DnsCheck check = open()) {
            assertThat(check.zone("broken.example.com")).isEqualTo("example.com");
            assertThat(check.zone("loop.example.com")).isEqualTo("example.com");
            assertThat(answers(check.authoritative(a("broken.example.com"))))
                    .hasSize(2)
                    .containsOnly(DnsAnswer.failed("its CNAME leads to x.example.org, and the zone of x.example.org"
                            + " cannot be found (resolver: failed to answer (SERVFAIL))"));
        }
    }

    @Test
    void saysWhyAZoneIsNotFound() {
        world.at(RESOLVER).fault("example.com.", Fault.SERVFAIL);
        try (DnsCheck check = open()) {
            assertThat(check.zone("www.example.com")).isNull();
            assertThat(check.authoritative(a("www.example.com")))
                    .isEqualTo(new ZoneAnswers(
                            a("www.example.com"),
                            null,
                            List.of(),
                            "the zone of www.example.com cannot be found (resolver: failed to answer (SERVFAIL))"));
        }
        assertThat(authoritative("example.net").trouble()).isEqualTo("the zone . has no name server that can be found");
    }

    @Test
    void saysWhichServerHasNoAddress() {
        ns1.remove("example.com.", "ns2.example.com.", "A");
        ns2.remove("example.com.", "ns2.example.com.", "A");
        ZoneAnswers answers = authoritative("www.example.com");
        assertThat(answers(answers))
                .containsExactly(found("www.example.com", "192.0.2.1"), DnsAnswer.failed("has no address"));
        assertThat(answers.answers().getLast().server()).isEqualTo(server("ns2.example.com", ""));
    }

    @Test
    void triesTheOtherAddressesOfAServer() {
        ns1.add("example.com.", "ns1 A 127.0.0.4\nns1 AAAA 2001:db8::1")
                .remove("example.com.", "ns1.example.com.", "A")
                .add("example.com.", "ns1 A 127.0.0.4\nns1 A 127.0.0.9\nns1 A 127.0.0.2\n");
        ZoneAnswers answers = authoritative("www.example.com");
        assertThat(answers.answers())
                .extracting(ServerAnswer::server)
                .containsExactly(server("ns1.example.com", NS1), server("ns2.example.com", NS2));
        assertThat(answers(answers)).containsOnly(found("www.example.com", "192.0.2.1"));
    }

    @Test
    void asksThirteenServersAtMost() {
        StringBuilder text = new StringBuilder();
        for (int i = 10; i < 30; i++) {
            text.append("@ NS n%d\nn%d A 127.0.0.2\n".formatted(i, i));
        }
        ns1.zone("example.org.", text + "www A 192.0.2.1");
        assertThat(authoritative("www.example.org").answers())
                .extracting(each -> each.server().name())
                .hasSize(13)
                .startsWith("n10.example.org")
                .endsWith("n22.example.org");
    }

    @Test
    void followsCnamesIntoOtherZonesByTheirServers() {
        zone("example.net.", "a CNAME b\nb CNAME c.example.org.");
        ns2.zone("example.org.", "@ NS ns\nns A 127.0.0.3\nc A 192.0.2.3");
        zone("example.com.", "x CNAME a.example.net.");
        // What a server adds about a zone of others does not count.
        ns1.zone("example.org.", "@ NS ns\nns A 127.0.0.3\nc A 192.0.2.66");
        ZoneAnswers answers = authoritative("x.example.com");
        assertThat(answers.zone()).isEqualTo("example.com");
        assertThat(answers.answers())
                .containsExactly(new ServerAnswer(
                        server("ns.example.org", NS2),
                        1L,
                        found("c.example.org", "192.0.2.3", "a.example.net", "b.example.net", "c.example.org")));
    }

    @Test
    void saysThatTheEndOfAChainIsMissing() {
        zone("example.com.", "x CNAME gone");
        assertThat(answers(authoritative("x.example.com")))
                .containsOnly(new DnsAnswer(Status.NO_SUCH_NAME, List.of(), List.of("gone.example.com"), ""));
        zone("example.com.", "x CNAME www.example.net.");
        assertThat(answers(authoritative("x.example.com")))
                .containsOnly(DnsAnswer.failed(
                        "its CNAME leads to www.example.net, and the zone . has no name server that can be found"));
    }

    @Test
    void asksForACnameItself() {
        zone("example.com.", "x CNAME gone");
        assertThat(answers(authoritative("x.example.com", DnsType.CNAME)))
                .extracting(DnsAnswer::values)
                .containsOnly(List.of("gone.example.com"));
    }

    @Test
    void followsEightCnamesAndNoMore() {
        StringBuilder chain = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            chain.append("c%d CNAME c%d\n".formatted(i, i + 1));
        }
        zone("example.com.", chain + "c9 A 192.0.2.1");
        assertThat(answers(authoritative("c1.example.com")))
                .allSatisfy(each -> assertThat(each.chain()).hasSize(8));
        assertThat(answers(authoritative("c0.example.com")))
                .containsOnly(DnsAnswer.failed("more than 8 CNAMEs follow one another"));
        try (DnsCheck check = open()) {
            assertThat(check.resolved(a("c1.example.com")).chain()).hasSize(8);
            assertThat(check.resolved(a("c0.example.com")))
                    .isEqualTo(DnsAnswer.failed("more than 8 CNAMEs follow one another"));
        }
    }

    @Test
    void endsLoopsOfCnames() {
        zone("example.com.", "a CNAME b\nb CNAME c\nc CNAME b\nself CNAME self");
        assertThat(answers(authoritative("a.example.com")))
                .containsOnly(DnsAnswer.failed("its CNAMEs lead back to b.example.com"));
        assertThat(answers(authoritative("self.example.com")))
                .containsOnly(DnsAnswer.failed("its CNAMEs lead back to self.example.com"));
        world.at(RESOLVER).fault("www.example.com.", Fault.CNAME_LOOP);
        try (DnsCheck check = open()) {
            assertThat(check.resolved(a("www.example.com")))
                    .isEqualTo(DnsAnswer.failed("its CNAMEs lead back to www.example.com"));
        }
    }

    @Test
    void keepsServersApartThatDifferAboutACname() {
        ns1.add("example.com.", "x CNAME www");
        ns2.add("example.com.", "x A 192.0.2.5");
        assertThat(answers(authoritative("x.example.com")))
                .containsExactly(
                        found("www.example.com", "192.0.2.1", "www.example.com"), found("x.example.com", "192.0.2.5"));
        zone("example.net.", "y CNAME x.example.com.");
        assertThat(answers(authoritative("y.example.net")))
                .containsOnly(DnsAnswer.failed("the servers of example.com differ about where x.example.com leads"));
    }

    @Test
    void failsWhatIsNotAnsweredInTheWholeTimeAndKeepsWhatIs() {
        ns2.fault(".", Fault.SILENCE);
        try (DnsCheck check = open(patient, Duration.ofSeconds(1))) {
            ZoneAnswers answers = check.authoritative(a("www.example.com"));
            assertThat(answers(answers))
                    .containsExactly(found("www.example.com", "192.0.2.1"), DnsAnswer.failed("no answer in time"));
            assertThat(answers.answers()).extracting(ServerAnswer::serial).containsExactly(1L, null);
            assertThat(check.authoritative(a("later.example.com")).trouble())
                    .isEqualTo("the zone of later.example.com cannot be found (resolver: no answer in time)");
            assertThat(check.resolved(a("later.example.com"))).isEqualTo(DnsAnswer.failed("no answer in time"));
        }
    }

    @Test
    void endsWithItsClosing() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        ns2.answering("www.example.com.", query -> {
            asked.countDown();
            return new byte[0];
        });
        DnsCheck check = open();
        List<ZoneAnswers> got = AtOnce.run(2, i -> () -> {
            if (i == 0) {
                return check.authoritative(a("www.example.com"));
            }
            asked.await();
            check.close();
            return check.authoritative(a("more.example.com"));
        });
        assertThat(answers(got.getFirst()).getLast()).isEqualTo(DnsAnswer.failed("the check was ended"));
        assertThat(got.getLast().trouble()).isNotEmpty();
    }

    @Test
    void anInterruptEndsOneWaitingAndNoOther() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        ns2.hold("www.example.com.", held);
        ns1.answering("www.example.com.", query -> {
            asked.countDown();
            byte[] answer = query.clone();
            answer[2] |= (byte) 0x84;
            return answer;
        });
        try (DnsCheck check = open()) {
            ZoneAnswers[] got = new ZoneAnswers[1];
            boolean[] flag = new boolean[1];
            Thread one = Thread.ofVirtual().start(() -> {
                got[0] = check.authoritative(a("www.example.com"));
                flag[0] = Thread.currentThread().isInterrupted();
            });
            asked.await();
            one.interrupt();
            assertThat(one.join(Duration.ofSeconds(20))).isTrue();
            assertThat(flag[0]).isTrue();
            assertThat(answers(got[0]).getLast()).isEqualTo(DnsAnswer.failed("the check was ended"));
            held.countDown();
            assertThat(answers(check.authoritative(a("www.example.com"))).getLast())
                    .isEqualTo(found("www.example.com", "192.0.2.1"));
        }
    }

    @Test
    void asksTheFirstResolverThatAnswers() {
        world.at(NS1).fault(".", Fault.REFUSED);
        Dns settings = new Dns(List.of(NS1 + ":" + world.port(), RESOLVER + ":" + world.port()), world.port());
        try (DnsCheck check = views(patient, List.of()).open(settings, LONG)) {
            assertThat(check.resolved(a("www.example.com"))).isEqualTo(found("www.example.com", "192.0.2.1"));
            assertThat(check.resolved(a("nothing.example.com")).status()).isEqualTo(Status.NO_SUCH_NAME);
            assertThat(check.resolved(new DnsQuestion("www.example.com", DnsType.MX))
                            .status())
                    .isEqualTo(Status.NO_DATA);
        }
        world.at(RESOLVER).fault(".", Fault.SERVFAIL);
        try (DnsCheck check = views(patient, List.of()).open(settings, LONG)) {
            assertThat(check.resolved(a("www.example.com"))).isEqualTo(DnsAnswer.failed("refused the question"));
        }
    }

    @Test
    void resolverFollowsCnamesAndTellsTheTimeThatIsLeft() {
        zone("example.com.", "x 77 CNAME y\ny 55 A 192.0.2.1");
        try (DnsCheck check = open()) {
            DnsAnswer answer = check.resolved(a("x.example.com"));
            assertThat(answer.chain()).containsExactly("y.example.com");
            assertThat(answer.records())
                    .containsExactly(new DnsRecord("y.example.com", DnsType.A, 55, null, "192.0.2.1"));
        }
    }

    @Test
    void takesTheResolversOfTheSystemWhereNoneAreSet() {
        InetSocketAddress ofTheSystem = new InetSocketAddress(InetAddress.ofLiteral(RESOLVER), world.port());
        try (DnsCheck check = views(patient, List.of(ofTheSystem)).open(new Dns(List.of(), world.port()), LONG)) {
            assertThat(answers(check.authoritative(a("www.example.com"))))
                    .containsOnly(found("www.example.com", "192.0.2.1"));
        }
        try (DnsCheck check = new DnsViews(workers, new SecureRandom(), 10).open(Dns.DEFAULTS, Duration.ZERO)) {
            assertThat(check.resolved(a("www.example.com"))).isEqualTo(DnsAnswer.failed("no answer in time"));
        }
    }

    @Test
    void keepsToThePaceInTheBackground() {
        DnsViews slow = new DnsViews(workers, patient, new Pace(1, Pace.Ticker.SYSTEM), List::of);
        try (DnsCheck check = slow.openInBackground(world.settings(), Duration.ofMillis(300))) {
            assertThat(check.authoritative(a("www.example.com")).trouble()).isNotEmpty();
        }
        assertThat(world.questions()).hasSizeLessThanOrEqualTo(1);
        try (DnsCheck check = slow.open(world.settings(), LONG)) {
            assertThat(answers(check.authoritative(a("www.example.com"))))
                    .containsOnly(found("www.example.com", "192.0.2.1"));
        }
    }

    @Test
    void asksOnlySoMuchInAll() {
        ns1.zone(".", "@ NS ns\nns A 127.0.0.2\n");
        try (DnsCheck check = open()) {
            int last = 0;
            DnsAnswer answer = check.resolved(a("x0.example.com"));
            while (answer.status() != Status.FAILED) {
                answer = check.resolved(a("x" + ++last + ".example.com"));
            }
            assertThat(last).isEqualTo(DnsCheck.MOST_QUESTIONS);
            assertThat(answer.trouble()).isEqualTo("the check had asked 2000 questions");
        }
    }

    /** Zones made with ill will could fill the memory of a console. */
    @Test
    void readsOnlySoMuchOfThem() {
        String part = "\"" + "x".repeat(250) + "\" ";
        zone("example.com.", "* TXT " + part.repeat(200));
        try (DnsCheck check = open()) {
            int last = 0;
            DnsAnswer answer = check.resolved(new DnsQuestion("x0.example.com", DnsType.TXT));
            assertThat(answer.values().getFirst()).hasSize(50_000);
            while (answer.status() != Status.FAILED) {
                answer = check.resolved(new DnsQuestion("x" + ++last + ".example.com", DnsType.TXT));
            }
            assertThat(last).isEqualTo(DnsCheck.MOST_BYTES / 50_000);
            assertThat(answer.trouble()).isEqualTo("the check had read 1 MiB of answers");
            assertThat(check.resolved(a("www.example.com")).trouble()).isEqualTo(answer.trouble());
        }
    }
}
