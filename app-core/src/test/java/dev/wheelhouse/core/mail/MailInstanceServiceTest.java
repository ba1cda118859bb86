package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.paging.PageRequest;
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
class MailInstanceServiceTest {

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

    private MailInstanceService instances() {
        return fixture.mail.instances();
    }

    private static List<String> paths(ThrowingCallable call) {
        AppException refused = catchThrowableOfType(AppException.class, call);
        assertThat(refused.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        return ((FieldProblems) refused.details())
                .errors().stream().map(FieldProblem::path).toList();
    }

    private static void refused(PlatformError code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    private static MailInstanceDraft draft(
            String hostname, List<String> ipv4, List<String> ipv6, @Nullable String server) {
        return new MailInstanceDraft("mail1", hostname, ipv4, ipv6, server, null);
    }

    @Test
    void keepsNamesAndAddressesInTheirOneForm() {
        MailInstance made = instances()
                .create(
                        fixture.owner,
                        draft("Mail.BÜCHER.example", List.of(" 192.0.2.10"), List.of("2001:DB8:0::0010"), null));
        assertThat(made.hostname()).isEqualTo("mail.xn--bcher-kva.example");
        assertThat(made.ipv4()).containsExactly("192.0.2.10");
        assertThat(made.ipv6()).containsExactly("2001:db8::10");
        assertThat(made.dkimKeyType()).isEqualTo(DkimKeyType.RSA);
        assertThat(instances().get(fixture.owner, made.id())).isEqualTo(made);
        assertThat(fixture.events("mail.instance_created")).hasSize(1);
    }

    @Test
    void saysAllThatIsWrongAtOnce() {
        assertThat(paths(() -> instances()
                        .create(
                                fixture.owner,
                                new MailInstanceDraft(
                                        "No Name",
                                        "com",
                                        List.of("192.0.2.10", "192.0.2.10", "2001:db8::1", "192.0.2.010"),
                                        List.of("192.0.2.1", "::g"),
                                        "srv_gone",
                                        null))))
                .containsExactly("name", "hostname", "ipv4[1]", "ipv4[2]", "ipv4[3]", "ipv6[0]", "ipv6[1]", "serverId");
        assertThat(paths(() -> instances()
                        .create(
                                fixture.owner,
                                draft(
                                        "mail.example.com",
                                        List.of("0.0.0.0", "224.0.0.1", "255.255.255.255", "169.254.1.1"),
                                        List.of("::", "ff02::1", "fe80::1"),
                                        null))))
                .containsExactly("ipv4[0]", "ipv4[1]", "ipv4[2]", "ipv4[3]", "ipv6[0]", "ipv6[1]", "ipv6[2]");
        assertThat(paths(
                        () -> instances().create(fixture.owner, draft("mail.example.com", List.of(), List.of(), null))))
                .containsExactly("ipv4");
        assertThat(paths(
                        () -> instances().create(fixture.owner, draft("co.uk", List.of("192.0.2.1"), List.of(), null))))
                .containsExactly("hostname");
    }

    @Test
    void aNameIsTakenOnceInAnOrganization() {
        fixture.instance();
        refused(PlatformError.ALREADY_EXISTS, fixture::instance);
        Caller others = fixture.state.organizations().newOrganization();
        assertThat(instances()
                        .create(others, MailFixture.instanceDraft("mail1"))
                        .name())
                .isEqualTo("mail1");
        assertThat(instances().list(others, new PageRequest(10, null)).items()).hasSize(1);
    }

    @Test
    void staysWhileADomainIsOnIt() {
        MailDomain domain = fixture.domain();
        assertThatThrownBy(() -> instances().delete(fixture.owner, domain.mailInstanceId(), null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("example.com");
        fixture.mail.domains().delete(fixture.owner, domain.id(), null);
        instances().delete(fixture.owner, domain.mailInstanceId(), null);
        refused(PlatformError.NOT_FOUND, () -> instances().get(fixture.owner, domain.mailInstanceId()));
    }

    @Test
    void keepsTheServerThatItRunsOn() {
        fixture.servers.start(fixture.owner.organizationId());
        MailInstance made = instances()
                .create(fixture.owner, draft("mail.example.com", List.of("192.0.2.10"), List.of(), "srv_one"));
        assertThat(made.serverId()).isEqualTo("srv_one");
    }

    @Test
    void asksForTheScopeAndTheRevision() {
        MailInstance made = fixture.instance();
        Caller viewer = fixture.state.organizations().newMember(fixture.owner.organizationId(), Role.VIEWER);
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> instances().create(viewer, MailFixture.instanceDraft("mail2")));
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> instances().delete(viewer, made.id(), null));
        assertThat(instances().get(viewer, made.id())).isEqualTo(made);
        MailInstance after = instances().update(fixture.owner, made.id(), MailFixture.instanceDraft("mail9"), 1L);
        assertThat(after.revision()).isEqualTo(2);
        refused(
                PlatformError.PRECONDITION_FAILED,
                () -> instances().update(fixture.owner, made.id(), MailFixture.instanceDraft("mail8"), 1L));
        refused(PlatformError.PRECONDITION_FAILED, () -> instances().delete(fixture.owner, made.id(), 1L));
    }
}
