package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class MailDomainServiceTest {

    @TempDir
    private Path directory;

    private TestNameServer dns;
    private MailFixture fixture;

    @BeforeEach
    void open() {
        dns = TestNameServer.start();
        fixture = MailFixture.create(StateKind.SQLITE, directory, dns);
    }

    @AfterEach
    void close() {
        fixture.close();
        dns.close();
    }

    private MailDomainService domains() {
        return fixture.mail.domains();
    }

    private FieldProblem problem(String fqdn, @Nullable String selector, @Nullable String inbox) {
        String instance = fixture.instance().id();
        MailDomainDraft draft = new MailDomainDraft(instance, fqdn, DnsMode.MANUAL, selector, inbox, null);
        AppException refused =
                catchThrowableOfType(AppException.class, () -> domains().create(fixture.owner, draft));
        assertThat(refused).as(fqdn).isNotNull();
        fixture.mail.instances().delete(fixture.owner, instance, null);
        return ((FieldProblems) refused.details()).errors().getFirst();
    }

    private static void refused(PlatformError code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    @Test
    void makesAKeyUnderASelectorWithTheYear() {
        MailDomain domain = fixture.domain();
        assertThat(domain.dkimSelector()).isEqualTo("mail2026");
        assertThat(domain.verificationStatus()).isEqualTo(RecordStatus.PENDING);
        DomainRecord dkim = fixture.entry(domain, "dkim");
        assertThat(dkim.record().name()).isEqualTo("mail2026._domainkey.example.com");
        assertThat(dkim.record().value()).startsWith("v=DKIM1; k=rsa; p=MII");
        assertThat(dkim.detail()).isEqualTo("Not checked yet.");
        assertThat(fixture.events("mail.domain_created")).hasSize(1);
    }

    @Test
    void refusesWhatIsNoDomainOfAnybody() {
        assertThat(problem("example.com.", null, null).message()).isEqualTo("Leave out the dot at the end.");
        assertThat(problem("192.0.2.1", null, null).message()).contains("not an address");
        assertThat(problem("co.uk", null, null).message()).contains("public suffix list of 20");
        String long250 = "a".repeat(60) + "." + "a".repeat(60) + "." + "a".repeat(60) + "." + "a".repeat(60) + ".ch";
        assertThat(problem(long250, null, null).message()).contains("_submissions… would have a name of");
        FieldProblem selector = problem("example.com", "a b", null);
        assertThat(selector.path()).isEqualTo("dkimSelector");
        assertThat(problem("example.com", "key_1", null).path()).isEqualTo("dkimSelector");
        assertThat(problem("example.com", null, "in.").path()).isEqualTo("inboxSubdomain");
        assertThat(problem("example.com", null, "in.example.com").message())
                .isEqualTo("Give only what stands before example.com, such as inbox.");
    }

    @Test
    void takesANameOnceInAnOrganization() {
        MailDomain domain = fixture.domain();
        refused(
                PlatformError.ALREADY_EXISTS,
                () -> domains().create(fixture.owner, MailFixture.draft(domain.mailInstanceId(), "EXAMPLE.com")));
        Caller others = fixture.state.organizations().newOrganization();
        AppException elsewhere = catchThrowableOfType(
                AppException.class,
                () -> domains().create(others, MailFixture.draft(domain.mailInstanceId(), "example.com")));
        assertThat(((FieldProblems) elsewhere.details()).errors().getFirst().path())
                .isEqualTo("mailInstanceId");
        refused(PlatformError.NOT_FOUND, () -> domains().get(others, domain.id()));
    }

    @Test
    void keepsNameAndSelector() {
        MailDomain domain = fixture.domain();
        MailDomainDraft renamed = MailFixture.draft(domain.mailInstanceId(), "example.org");
        refused(PlatformError.VALIDATION_FAILED, () -> domains().update(fixture.owner, domain.id(), renamed, null));
        MailDomainDraft selector =
                new MailDomainDraft(domain.mailInstanceId(), "example.com", DnsMode.MANUAL, "other", null, null);
        refused(PlatformError.VALIDATION_FAILED, () -> domains().update(fixture.owner, domain.id(), selector, null));
        MailDomainDraft inbox =
                new MailDomainDraft(domain.mailInstanceId(), "example.com", DnsMode.MANUAL, "mail2026", "in", null);
        MailDomain after = domains().update(fixture.owner, domain.id(), inbox, 1L);
        assertThat(fixture.entry(after, "inbox").record().name()).isEqualTo("in.example.com");
        refused(PlatformError.PRECONDITION_FAILED, () -> domains().update(fixture.owner, domain.id(), inbox, 1L));
    }

    @Test
    void aKeyIsShownToWhoMayWriteAndEachTimeIsAnEvent() {
        MailInstance instance = fixture.mail
                .instances()
                .create(
                        fixture.owner,
                        new MailInstanceDraft(
                                "ed", "mail.example.com", List.of("192.0.2.1"), List.of(), null, DkimKeyType.ED25519));
        MailDomain domain = domains().create(fixture.owner, MailFixture.draft(instance.id(), "example.org"));
        String key = fixture.mail
                .keys()
                .export(fixture.owner, domain.id(), DkimExportFormat.PKCS8, null)
                .files()
                .getFirst()
                .content();
        assertThat(key).startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(fixture.events("mail.key_shown")).hasSize(1);
        assertThat(fixture.events("mail.key_shown").toString())
                .doesNotContain(key.lines().toList().get(1));
        Caller viewer = fixture.state.organizations().newMember(fixture.owner.organizationId(), Role.VIEWER);
        refused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> fixture.mail.keys().export(viewer, domain.id(), DkimExportFormat.PKCS8, null));
        assertThat(domains().records(viewer, domain.id())).isNotEmpty();
    }

    @Test
    void aDeletedDomainLeavesNothing() {
        MailDomain domain = fixture.domain();
        domains().delete(fixture.owner, domain.id(), null);
        refused(PlatformError.NOT_FOUND, () -> domains().records(fixture.owner, domain.id()));
        for (String table : List.of("mail_dkim_key", "mail_check", "timer", "secret")) {
            long rows = fixture.state
                    .store()
                    .read(tx -> tx.select(Long.class, "SELECT count(*) FROM " + table)
                            .one());
            assertThat(rows).as(table).isZero();
        }
    }
}
