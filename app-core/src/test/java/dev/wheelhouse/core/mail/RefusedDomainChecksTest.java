package dev.wheelhouse.core.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.RefusedCommits.Trouble;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A domain's check, during which one change of the state fails: the first, the second and so on. */
@Timeout(120) // A check for each statement and commit that fails.
@SuppressWarnings("NullAway.Init")
class RefusedDomainChecksTest {

    /** No domain is checked less often. */
    private static final Duration DUE = Duration.ofDays(2);

    @TempDir
    private Path directory;

    private TestNameServer dns;

    @BeforeEach
    void open() {
        dns = TestNameServer.start("127.0.0.1", "127.0.0.2");
        MailFixture.names(dns);
        dns.zone(MailFixture.FQDN, "@ IN NS ns1.example.net.\n@ IN NS ns2.example.net.\n");
    }

    @AfterEach
    void close() {
        dns.close();
    }

    @ParameterizedTest
    @EnumSource
    void isCheckedAgainAfterwards(Trouble trouble) throws Exception {
        try (MailFixture fixture = MailFixture.create(StateKind.SQLITE, directory, dns)) {
            MailDomain domain = fixture.domain();
            boolean met = true;
            for (int nth = 1; met; nth++) {
                met = isMet(fixture, trouble, nth);
                assertIsChecked(fixture, domain);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isCheckedAgainAfterARestart(Trouble trouble) throws Exception {
        StateStoreConfig config = StateKind.SQLITE.newState(directory);
        MailFixture fixture = MailFixture.create(config, directory, dns);
        try {
            MailDomain domain = fixture.domain();
            boolean met = true;
            for (int nth = 1; met; nth++) {
                met = isMet(fixture, trouble, nth);
                fixture.close();
                fixture = fixture.beside(config, directory, dns);
                assertIsChecked(fixture, domain);
            }
        } finally {
            fixture.close();
        }
    }

    private static boolean isMet(MailFixture fixture, Trouble trouble, int nth) throws Exception {
        fixture.pass(DUE);
        fixture.state.commits().fail(trouble, nth);
        look(fixture);
        return fixture.state.commits().end();
    }

    /** Handles what is due, to the end. */
    private static void look(MailFixture fixture) throws Exception {
        fixture.timers.look();
        Awaiting.until(fixture.mail::isIdle);
    }

    private static void assertIsChecked(MailFixture fixture, MailDomain domain) throws Exception {
        fixture.pass(DUE);
        look(fixture);
        assertThat(fixture.mail.domains().evidence(fixture.owner, domain.id()).checkedAt())
                .isEqualTo(fixture.state.clock().instant());
    }
}
