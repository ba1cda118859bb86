package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The addresses of the mail server and their names. */
class HostRulesTest {

    private static final String FORWARD = """
            mail.example.com A 192.0.2.1
            mail.example.com AAAA 2001:db8::1
            """;
    private static final MailRecord PTR =
            Checked.record(RecordKind.PTR, "1.2.0.192.in-addr.arpa", DnsType.PTR, "mail.example.com");

    private static final String REVERSE_6 = "1" + ".0".repeat(23) + ".8.b.d.0.1.0.0.2.ip6.arpa";

    @Test
    void saysWhatIsMissingAndWhatIsTooMuch() {
        MailSetup setup = Checked.setup(List.of("192.0.2.1", "192.0.2.2"), List.of(), null);

        Verdict verdict = Checked.finding(Checked.hostA(), setup, new FakeDns().zone("example.com", """
                                mail.example.com A 192.0.2.1
                                mail.example.com A 192.0.2.3
                                """))
                .verdict();

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail())
                .startsWith("Expected 192.0.2.1, 192.0.2.2, found 192.0.2.1, 192.0.2.3 at ns1")
                .contains("Missing: 192.0.2.2. Not an address of this mail server: 192.0.2.3.");
    }

    @Test
    void aCnameIsWrong() {
        Verdict verdict = Checked.verdict(Checked.hostA(), new FakeDns().zone("example.com", """
                        mail.example.com CNAME real.example.com
                        real.example.com A 192.0.2.1
                        """));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("found a CNAME to real.example.com");
    }

    @Test
    void comparesIpv6AddressesByTheirValue() {
        Verdict verdict = Checked.verdict(
                Checked.record(RecordKind.HOST_AAAA, "mail.example.com", DnsType.AAAA, "2001:db8::1"),
                new FakeDns().zone("example.com", "mail.example.com AAAA 2001:DB8:0:0:0:0:0:1"));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
    }

    private static Verdict reverse(String reverse) {
        return Checked.verdict(PTR, new FakeDns().zone("example.com", FORWARD).zone("2.0.192.in-addr.arpa", reverse));
    }

    @Test
    void confirmsTheReverseNameForward() {
        assertThat(reverse("1.2.0.192.in-addr.arpa PTR mail.example.com").status())
                .isEqualTo(VERIFIED);
    }

    @Test
    void theRightNameWithoutItsAddressIsPending() {
        Verdict verdict = Checked.verdict(
                PTR,
                new FakeDns()
                        .zone("example.com", "example.com A 192.0.2.7")
                        .zone("2.0.192.in-addr.arpa", "1.2.0.192.in-addr.arpa PTR mail.example.com"));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail()).contains("mail.example.com has no A record with 192.0.2.1 yet.");
    }

    @Test
    void anotherNameIsWrong() {
        Verdict verdict = reverse("1.2.0.192.in-addr.arpa PTR host-1.provider.net");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("Expected mail.example.com, found host-1.provider.net at");
    }

    @Test
    void severalNamesAreSaid() {
        Verdict verdict = reverse("""
                1.2.0.192.in-addr.arpa PTR mail.example.com
                1.2.0.192.in-addr.arpa PTR other.example.com
                """);

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains("There are several names: mail.example.com, other.example.com.");
    }

    /** RFC 2317. */
    @Test
    void followsADelegationOfASmallNetwork() {
        Verdict verdict = Checked.verdict(
                PTR,
                new FakeDns()
                        .zone("example.com", FORWARD + "1.rev.example.com PTR mail.example.com")
                        .zone("2.0.192.in-addr.arpa", "1.2.0.192.in-addr.arpa CNAME 1.rev.example.com"));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains("By CNAME: 1.rev.example.com.");
    }

    @Test
    void isOpenWhenTheForwardNameDoesNotAnswer() {
        Verdict verdict = Checked.verdict(
                PTR,
                new FakeDns()
                        .failing("example.com", "ns1.example.com", "SERVFAIL")
                        .zone("2.0.192.in-addr.arpa", "1.2.0.192.in-addr.arpa PTR mail.example.com"));

        assertThat(verdict.status()).isNull();
        assertThat(verdict.detail()).contains("could not be asked: SERVFAIL");
    }

    @Test
    void isPendingWithoutAReverseName() {
        Verdict verdict = reverse("2.0.192.in-addr.arpa TXT x");

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail()).contains("Who provides the address sets its reverse name.");
    }

    @Test
    void anIpv6OnlyHostIsConfirmed() {
        MailSetup setup = Checked.setup(List.of(), List.of("2001:db8::1"), null);
        MailRecord record = Checked.record(RecordKind.PTR, REVERSE_6, DnsType.PTR, "mail.example.com");

        Verdict verdict = Checked.finding(
                        record,
                        setup,
                        new FakeDns()
                                .zone("example.com", "mail.example.com AAAA 2001:db8::1")
                                .zone("8.b.d.0.1.0.0.2.ip6.arpa", REVERSE_6 + " PTR mail.example.com"))
                .verdict();

        assertThat(verdict.status()).isEqualTo(VERIFIED);
    }

    private static Verdict web(RecordKind kind, String name, String zone) {
        return Checked.verdict(
                Checked.record(kind, name, DnsType.CNAME, "mail.example.com"),
                new FakeDns().zone("example.com", FORWARD + zone).zone("other.net", "web.other.net A 198.51.100.1"));
    }

    @Test
    void aWebNameLeadsToTheMailServer() {
        String name = "autoconfig.example.com";

        assertThat(web(RecordKind.AUTOCONFIG, name, name + " CNAME mail.example.com")
                        .status())
                .isEqualTo(VERIFIED);
        assertThat(web(RecordKind.AUTOCONFIG, name, name + " A 192.0.2.1").status())
                .isEqualTo(VERIFIED);
        assertThat(web(RecordKind.AUTOCONFIG, name, name + " CNAME web.other.net")
                        .status())
                .isEqualTo(FAILED);
        assertThat(web(RecordKind.AUTODISCOVER, "autodiscover.example.com", "").status())
                .isEqualTo(PENDING);
    }

    @Test
    void thePolicyHostMayBeElsewhere() {
        Verdict verdict =
                web(RecordKind.MTA_STS_HOST, "mta-sts.example.com", "mta-sts.example.com CNAME web.other.net");

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains("It leads to another server: a CNAME to web.other.net.");
    }

    @Test
    void aCnameToNowhereIsWrong() {
        Verdict verdict =
                web(RecordKind.MTA_STS_HOST, "mta-sts.example.com", "mta-sts.example.com CNAME gone.other.net");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("That name has no address.");
    }
}
