package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rotation of keys, with name servers in this process. */
@SuppressWarnings("NullAway.Init")
class DkimKeyServiceTest {

    @TempDir
    private Path directory;

    private TestNameServer dns;
    private MailFixture fixture;
    private MailDomain domain;

    @BeforeEach
    void open() {
        dns = TestNameServer.start("127.0.0.1", "127.0.0.2");
        MailFixture.names(dns);
        fixture = MailFixture.create(StateKind.SQLITE, directory, dns);
        domain = fixture.domain();
        fixture.publish(dns, domain);
        verify();
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
    }

    @AfterEach
    void close() {
        fixture.close();
        dns.close();
    }

    private void verify() {
        fixture.pass(Duration.ofSeconds(1));
        fixture.mail.domains().verify(fixture.owner, domain.id());
    }

    private DkimKeyService keys() {
        return fixture.mail.keys();
    }

    private List<String> states() {
        return keys().list(fixture.owner, domain.id()).stream()
                .map(each -> each.selector() + " " + each.state().wireName())
                .toList();
    }

    /** How many days each key stays in its state. */
    private List<String> lasting() {
        return keys().list(fixture.owner, domain.id()).stream()
                .map(each -> each.selector() + " "
                        + (each.endsAt() == null
                                ? null
                                : Duration.between(each.changedAt(), each.endsAt())
                                        .toDays()))
                .toList();
    }

    private List<String> records() {
        return fixture.mail.domains().records(fixture.owner, domain.id()).stream()
                .filter(each -> each.record().kind().wireName().equals("dkim"))
                .map(each -> each.id().substring(domain.id().length()) + " "
                        + (each.record().required() ? "! " : "")
                        + each.status().wireName()
                        + (each.record().value().endsWith("p=") ? " revoked" : ""))
                .toList();
    }

    private static void refused(PlatformError code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    @Test
    void aKeyIsPublishedSwitchedToAndTheOldOneRevoked() {
        DkimKey next = keys().rotate(fixture.owner, domain.id(), null);
        assertThat(next.selector()).isEqualTo("mail2026b");
        assertThat(states()).containsExactly("mail2026 signing", "mail2026b next");
        assertThat(records()).containsExactly("-dkim-mail2026 ! verified", "-dkim-mail2026b pending");
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        refused(PlatformError.STATE_INVALID, () -> keys().switchToNext(fixture.owner, domain.id()));
        refused(PlatformError.ALREADY_RUNNING, () -> keys().rotate(fixture.owner, domain.id(), null));

        dns.at("127.0.0.1").zone(MailFixture.FQDN, zone());
        verify();
        refused(PlatformError.STATE_INVALID, () -> keys().switchToNext(fixture.owner, domain.id()));
        dns.at("127.0.0.2").zone(MailFixture.FQDN, zone());
        verify();
        assertThat(keys().export(fixture.owner, domain.id(), DkimExportFormat.RSPAMD, "mail2026b")
                        .files())
                .hasSize(3);
        MailDomain switched = keys().switchToNext(fixture.owner, domain.id());
        assertThat(switched.dkimSelector()).isEqualTo("mail2026b");
        assertThat(switched.verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
        assertThat(states()).containsExactly("mail2026b signing", "mail2026 retired");
        assertThat(records()).containsExactly("-dkim-mail2026b ! verified", "-dkim-mail2026 verified");
        assertThat(lasting()).containsExactly("mail2026b null", "mail2026 7");

        fixture.pass(Duration.ofDays(8));
        verify();
        assertThat(states()).containsExactly("mail2026b signing", "mail2026 revoked");
        assertThat(lasting()).containsExactly("mail2026b null", "mail2026 30");
        assertThat(fixture.events("mail.key_revoked")).hasSize(1);
        refused(
                PlatformError.STATE_INVALID,
                () -> keys().export(fixture.owner, domain.id(), DkimExportFormat.PKCS8, "mail2026"));
        verify();
        assertThat(records()).containsExactly("-dkim-mail2026b ! verified", "-dkim-mail2026 pending revoked");
        fixture.publish(dns, domain);
        verify();
        assertThat(records()).containsExactly("-dkim-mail2026b ! verified", "-dkim-mail2026 verified revoked");
        fixture.pass(Duration.ofDays(31));
        verify();
        assertThat(states()).containsExactly("mail2026b signing");
        assertThat(fixture.now(domain).verificationStatus()).isEqualTo(RecordStatus.VERIFIED);
    }

    private String zone() {
        return "@ IN NS ns1.example.net.\n@ IN NS ns2.example.net.\n"
                + fixture.mail.domains().zoneFile(fixture.owner, domain.id());
    }

    @Test
    void aRotationIsCancelledAndSelectorsAreOnesOwn() {
        refused(PlatformError.STATE_INVALID, () -> keys().cancel(fixture.owner, domain.id()));
        refused(PlatformError.ALREADY_EXISTS, () -> keys().rotate(fixture.owner, domain.id(), "MAIL2026"));
        refused(PlatformError.VALIDATION_FAILED, () -> keys().rotate(fixture.owner, domain.id(), "a b"));
        String tooLong = ("a".repeat(60) + ".").repeat(3) + "a".repeat(60);
        refused(PlatformError.VALIDATION_FAILED, () -> keys().rotate(fixture.owner, domain.id(), tooLong));
        assertThat(keys().rotate(fixture.owner, domain.id(), "s2.mail").selector())
                .isEqualTo("s2.mail");
        keys().cancel(fixture.owner, domain.id());
        assertThat(states()).containsExactly("mail2026 signing");
        refused(
                PlatformError.VALIDATION_FAILED,
                () -> keys().export(fixture.owner, domain.id(), DkimExportFormat.PKCS8, "s2.mail"));
        assertThat(fixture.events("mail.key_dropped")).hasSize(1);
    }
}
