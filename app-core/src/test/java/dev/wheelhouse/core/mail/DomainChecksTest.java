package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks of domains over a state, and name servers in this process. */
@SuppressWarnings("NullAway.Init")
class DomainChecksTest {

    @TempDir
    private Path directory;

    private TestNameServer dns;
    private MailFixture fixture;

    @BeforeEach
    void open() {
        dns = TestNameServer.start("127.0.0.1", "127.0.0.2");
        MailFixture.names(dns);
        dns.zone(MailFixture.FQDN, "@ IN NS ns1.example.net.\n@ IN NS ns2.example.net.\n");
    }

    @AfterEach
    void close() {
        fixture.close();
        dns.close();
    }

    private MailDomain made() {
        fixture = MailFixture.create(StateKind.SQLITE, directory, dns);
        return fixture.domain();
    }

    private MailDomain verified() {
        MailDomain domain = made();
        fixture.publish(dns, domain);
        MailDomain verified = verify(domain);
        assertThat(verified.verificationStatus()).as(details(domain).toString()).isEqualTo(RecordStatus.VERIFIED);
        return verified;
    }

    private MailDomain verify(MailDomain domain) {
        return fixture.mail.domains().verify(fixture.owner, domain.id());
    }

    private List<String> details(MailDomain domain) {
        return fixture.mail.domains().records(fixture.owner, domain.id()).stream()
                .map(each ->
                        each.record().kind().wireName() + " " + each.status().wireName() + ": " + each.detail())
                .toList();
    }

    /** Handles what is due, and waits until its check was kept and is over, as the next would not begin before. */
    private void lookAgain(MailDomain domain) {
        Instant before = checkedAt(domain);
        fixture.pass(Duration.ofMillis(1));
        fixture.timers.look();
        Awaiting.until("the check", () -> !checkedAt(domain).equals(before) && fixture.mail.isIdle());
    }

    private Instant checkedAt(MailDomain domain) {
        Instant at = fixture.mail.domains().evidence(fixture.owner, domain.id()).checkedAt();
        return at == null ? Instant.MIN : at;
    }

    private Instant due(MailDomain domain) {
        return Instant.ofEpochMilli(fixture.state
                .store()
                .read(tx -> tx.select(Long.class, "SELECT due_at FROM timer WHERE subject_id = ?", domain.id())
                        .one()));
    }

    /** What a person pastes into the zone is what makes the domain verified. */
    @ParameterizedTest
    @EnumSource
    void aDomainWithItsOwnZoneFileIsVerified(StateKind kind) {
        fixture = MailFixture.create(kind, directory, dns);
        MailDomain domain = fixture.domain();
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.PENDING);
        assertThat(fixture.entry(domain, "mx").detail()).contains("ns1.example.net", "ns2.example.net");
        fixture.publish(dns, domain);
        MailDomain verified = verify(domain);
        assertThat(verified.verificationStatus()).as(details(domain).toString()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(verified.revision()).isEqualTo(domain.revision());
        assertThat(fixture.events("mail.domain_verified"))
                .singleElement()
                .satisfies(event -> assertThat(event.subjectId()).isEqualTo(domain.id()));
        List<RecordFinding> findings = fixture.mail.domains().evidence(fixture.owner, domain.id()).records().stream()
                .map(DomainEvidence.OfRecord::finding)
                .map(Objects::requireNonNull)
                .toList();
        assertThat(findings.getFirst().evidence().getFirst().answers()).hasSize(2);
        assertThat(findings.get(1).spf()).hasSize(2);
        assertThat(findings.get(1).spf().getFirst().evaluation().tree().record())
                .isEqualTo("v=spf1 mx ~all");
        assertThat(fixture.mail.domains().overviews(fixture.owner))
                .singleElement()
                .satisfies(overview -> {
                    assertThat(overview.domain()).isEqualTo(verified);
                    assertThat(overview.records())
                            .isEqualTo(fixture.mail.domains().records(fixture.owner, domain.id()));
                    assertThat(overview.checkedAt())
                            .isEqualTo(fixture.state.clock().instant());
                });
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(fixture.events("mail.domain_verified")).hasSize(1);
    }

    @Test
    void isCheckedSoonAndThenMoreAndMoreSeldom() {
        MailDomain domain = made();
        assertThat(due(domain)).isEqualTo(fixture.state.clock().instant());
        List<Duration> pauses = List.of(
                Duration.ofSeconds(30),
                Duration.ofMinutes(1),
                Duration.ofMinutes(2),
                Duration.ofMinutes(5),
                Duration.ofMinutes(10));
        lookAgain(domain);
        for (Duration each : pauses) {
            Duration pause = Duration.between(fixture.state.clock().instant(), due(domain));
            assertThat(pause).isEqualTo(each);
            fixture.pass(pause);
            lookAgain(domain);
        }
    }

    @Test
    void aVerifiedDomainDropsAfterThreeBadChecksOverAnHour() {
        MailDomain domain = verified();
        dns.at("127.0.0.1").remove(MailFixture.FQDN, "_dmarc.example.com", "TXT");
        dns.at("127.0.0.2").remove(MailFixture.FQDN, "_dmarc.example.com", "TXT");
        for (int i = 0; i < 3; i++) {
            assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        }
        assertThat(fixture.entry(domain, "dmarc").status()).isEqualTo(RecordStatus.PENDING);
        assertThat(fixture.events("mail.record_changed")).hasSize(1);
        assertThat(fixture.events("mail.domain_failed")).isEmpty();
        fixture.pass(Duration.ofMinutes(61));
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.PENDING);
        Event failed = fixture.events("mail.domain_failed").getFirst();
        assertThat(failed.data().toString()).contains("dmarc", "_dmarc.example.com");
        fixture.publish(dns, domain);
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
    }

    @Test
    void silenceMakesNothingWorse() {
        MailDomain domain = verified();
        List<String> before = details(domain);
        dns.at("127.0.0.1").fault(".", TestNameServer.Fault.SERVFAIL);
        dns.at("127.0.0.2").fault(".", TestNameServer.Fault.SERVFAIL);
        for (int i = 0; i < 4; i++) {
            fixture.pass(Duration.ofHours(1));
            assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        }
        assertThat(fixture.entry(domain, "mx").status()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(fixture.entry(domain, "mx").detail()).isNotEqualTo(before.getFirst());
        dns.at("127.0.0.1").wellBehaved();
        dns.at("127.0.0.2").wellBehaved();
        verify(domain);
        assertThat(fixture.events("mail.record_changed")).isEmpty();
    }

    @Test
    void whatPeopleChangeIsToBeSeenAgain() {
        MailDomain domain = verified();
        MailInstanceDraft moved =
                new MailInstanceDraft("mail1", "mail.example.com", List.of("192.0.2.99"), List.of(), null, null);
        fixture.mail.instances().update(fixture.owner, domain.mailInstanceId(), moved, null);
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.PENDING);
        assertThat(fixture.entry(domain, "host-a").detail()).isEqualTo("Not checked yet.");
        assertThat(due(domain)).isEqualTo(fixture.state.clock().instant());
        lookAgain(domain);
        assertThat(fixture.entry(domain, "host-a").status()).isEqualTo(RecordStatus.FAILED);
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.FAILED);
        assertThat(fixture.events("mail.domain_failed")).hasSize(1);
    }

    @Test
    void whatIsChangedDuringACheckIsNotMixedWithIt() throws Exception {
        MailDomain domain = made();
        fixture.publish(dns, domain);
        CountDownLatch held = new CountDownLatch(1);
        dns.at("127.0.0.1").hold("_dmarc.example.com", held);
        Thread check = Thread.startVirtualThread(() -> verify(domain));
        Awaiting.until("the question", () -> dns.count("_dmarc.example.com", "CNAME") > 0);
        fixture.mail
                .domains()
                .update(
                        fixture.owner,
                        domain.id(),
                        new MailDomainDraft(
                                domain.mailInstanceId(), "example.com", DnsMode.MANUAL, "mail2026", "in", null),
                        null);
        held.countDown();
        check.join();
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.PENDING);
        assertThat(fixture.entry(domain, "mx").detail()).isEqualTo("Not checked yet.");
    }

    /** It asked before a person changed the zone, and ends after that person's own check. */
    @Test
    void anOlderCheckThatEndsLastTakesNothingBack() {
        MailDomain domain = made();
        CountDownLatch held = new CountDownLatch(1);
        dns.at("127.0.0.1").hold("_dmarc.example.com", held);
        fixture.pass(Duration.ofMillis(1));
        fixture.timers.look();
        Awaiting.until(
                "its questions",
                () -> dns.count("_dmarc.example.com", "CNAME") > 0 && dns.count("example.com", "MX") > 0);
        dns.at("127.0.0.1").hold("_dmarc.example.com", new CountDownLatch(0));
        fixture.publish(dns, domain);
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        fixture.pass(Duration.ofMillis(1));
        held.countDown();
        Awaiting.until(
                "another one at once",
                () -> !due(domain).isAfter(fixture.state.clock().instant()));
        assertThat(fixture.entry(domain, "mx").status()).isEqualTo(RecordStatus.VERIFIED);
    }

    @Test
    void oneOfTwoConsolesChecks() throws Exception {
        StateStoreConfig shared = StateKind.POSTGRESQL.newState(directory);
        fixture = MailFixture.create(shared, directory.resolve("one"), dns);
        try (MailFixture other = fixture.beside(shared, directory.resolve("two"), dns)) {
            MailDomain domain = fixture.domain();
            dns.zone("example.com", "@ IN NS ns1.example.net.\n@ IN NS ns2.example.net.\n");
            Thread first = Thread.startVirtualThread(fixture.timers::look);
            Thread second = Thread.startVirtualThread(other.timers::look);
            first.join();
            second.join();
            Awaiting.until("the check", () -> !checkedAt(domain).equals(Instant.MIN));
            assertThat(dns.count("_smtp._tls.example.com", "TXT")).isEqualTo(3);
            fixture.timers.look();
            other.timers.look();
            assertThat(fixture.now(domain)).isEqualTo(domain);
        }
    }

    /** A console that dies during a check has moved the due time ahead before. */
    @Test
    void aCheckThatWasNeverKeptIsBegunAgain() {
        MailDomain domain = made();
        fixture.state.store().change(tx -> tx.execute("UPDATE timer SET due_at = due_at - 1"));
        CountDownLatch held = new CountDownLatch(1);
        dns.at("127.0.0.1").hold(".", held);
        dns.at("127.0.0.2").hold(".", held);
        fixture.timers.look();
        assertThat(due(domain)).isEqualTo(fixture.state.clock().instant().plus(Duration.ofMinutes(15)));
        held.countDown();
        Awaiting.until("the check", () -> !checkedAt(domain).equals(Instant.MIN));
    }

    @Test
    void aRecordThatCannotBeCheckedKeepsNoOtherFromIt() {
        MailDomain domain = verified();
        fixture.smtp = (_, _) -> {
            throw new IllegalStateException("a fault of ours");
        };
        fixture.pass(Duration.ofSeconds(1));
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(fixture.entry(domain, "smtp").detail())
                .contains("its log says why")
                .doesNotContain("ours");
        assertThat(checkedAt(domain)).isEqualTo(fixture.state.clock().instant());
    }

    /** One after the other, eight that drop what is sent to them would take longer than a check may. */
    @Test
    void deadAddressesOfAMailServerAreAskedSideBySide() {
        fixture = MailFixture.create(StateKind.SQLITE, directory, dns);
        List<String> addresses =
                IntStream.rangeClosed(1, 8).mapToObj(each -> "192.0.2." + each).toList();
        CountDownLatch asked = new CountDownLatch(addresses.size());
        fixture.smtp = (_, _) -> {
            asked.countDown();
            try {
                asked.await(2, TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return new SmtpHost.Unreachable("no answer within 2 s");
        };
        MailInstance instance = fixture.mail
                .instances()
                .create(
                        fixture.owner,
                        new MailInstanceDraft("dead", "mail.example.com", addresses, List.of(), null, null));
        MailDomain domain =
                fixture.mail.domains().create(fixture.owner, MailFixture.draft(instance.id(), "example.com"));
        fixture.publish(dns, domain);

        verify(domain);

        assertThat(fixture.entry(domain, "smtp").detail())
                .contains(addresses.stream()
                        .map(each -> "Port 25 of " + each + " cannot be reached from here: no answer within 2 s.")
                        .toList());
        assertThat(asked.getCount()).isZero();
    }

    /** Each holds memory for what servers say, and there may be hundreds of callers. */
    @Test
    void soManyAreVerifiedAtOnceAndMoreAreTurnedAway() throws Exception {
        MailDomain domain = made();
        AtomicInteger asking = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger turnedAway = new AtomicInteger();
        Set<Object> addresses = ConcurrentHashMap.newKeySet();
        CountDownLatch goOn = new CountDownLatch(1);
        fixture.smtp = (address, _) -> {
            addresses.add(address);
            most.accumulateAndGet(asking.incrementAndGet(), Math::max);
            try {
                goOn.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                asking.decrementAndGet();
            }
            return new SmtpHost.Unreachable("connection refused");
        };
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            others.add(Thread.startVirtualThread(() -> {
                try {
                    verify(domain);
                } catch (AppException e) {
                    turnedAway.addAndGet(e.errorCode() == PlatformError.BUSY ? 1 : 0);
                }
            }));
        }
        Awaiting.until(() -> turnedAway.get() > 0 && most.get() > 0);

        goOn.countDown();
        for (Thread each : others) {
            each.join();
        }
        assertThat(most.get()).isLessThanOrEqualTo(8 * addresses.size());
        assertThat(verify(domain).id()).isEqualTo(domain.id());
    }

    @Test
    void aRegistryIsNotAskedAboutADomainThatNobodyHas() {
        fixture = MailFixture.create(StateKind.SQLITE, directory, dns);
        dns.zone("com", "@ IN NS ns1.example.net.\n");
        MailDomain domain = fixture.mail
                .domains()
                .create(fixture.owner, MailFixture.draft(fixture.instance().id(), "nobody-has-this.com"));
        assertThat(verify(domain).verificationStatus()).isEqualTo(RecordStatus.PENDING);
        assertThat(fixture.entry(domain, "mx").detail()).contains("not registered");
        assertThat(dns.questions())
                .filteredOn(each -> !each.recursion() && each.name().endsWith("nobody-has-this.com"))
                .isEmpty();
    }

    @Test
    void aClockThatIsSetBackHoldsNoCheckUp() {
        MailDomain domain = verified();
        fixture.pass(Duration.ofDays(-400));
        fixture.mail.bringBack();
        assertThat(due(domain)).isEqualTo(fixture.state.clock().instant());
        lookAgain(domain);
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(due(domain)).isAfter(fixture.state.clock().instant());
    }

    @Test
    void aCertificateThatWasSeenIsAskedForInASignedZone() {
        MailDomain domain = verified();
        fixture.smtp = (_, _) ->
                new SmtpHost.Secured(List.of("mail.example.com"), Instant.EPOCH, Instant.MAX, true, "ab".repeat(32));
        verify(domain);
        assertThat(fixture.entry(domain, "smtp").status()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(fixture.entry(domain, "tlsa").record().value()).isEqualTo("3 1 1 " + "ab".repeat(32));
        fixture.mail
                .instances()
                .update(
                        fixture.owner,
                        domain.mailInstanceId(),
                        new MailInstanceDraft("mail1", "mx.example.com", List.of("192.0.2.10"), List.of(), null, null),
                        null);
        assertThat(fixture.mail.domains().records(fixture.owner, domain.id()))
                .as("the certificate of another host")
                .noneMatch(each -> each.record().kind().wireName().equals("tlsa"));
    }
}
