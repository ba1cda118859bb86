package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import org.junit.jupiter.api.Test;

class MxRuleTest {

    private static final String HOST = "mail.example.com A 192.0.2.1\n";

    private static Verdict check(String zone) {
        return Checked.verdict(Checked.mx(), new FakeDns().zone("example.com", HOST + zone));
    }

    @Test
    void verifiesOurHostWithAnyPriority() {
        Verdict verdict = check("example.com MX 5 mail.example.com");

        assertThat(verdict).isEqualTo(new Verdict(VERIFIED, "Found at ns1.example.com, ns2.example.com."));
    }

    @Test
    void warnsOfFurtherHosts() {
        Verdict verdict = check("""
                example.com MX 10 mail.example.com
                example.com MX 20 backup.example.net
                """);

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains("Mail may also go to 20 backup.example.net.");
    }

    @Test
    void ourHostMustHaveTheLowestPreference() {
        Verdict verdict = check("""
                example.com MX 10 mail.example.com
                example.com MX 5 old.example.net
                """);

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail())
                .startsWith("Expected 10 mail.example.com, found 10 mail.example.com, 5 old.example.net at ns1");
    }

    @Test
    void aNullMxRefusesAllMail() {
        Verdict verdict = check("example.com MX 0 .");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("null MX").contains("RFC 7505");
    }

    @Test
    void anotherHostIsWrong() {
        assertThat(check("example.com MX 10 mx.other.net").status()).isEqualTo(FAILED);
    }

    @Test
    void anAddressIsNoHost() {
        Verdict verdict = check("example.com MX 10 192.0.2.1");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("An MX names a host, 192.0.2.1 is an address.");
    }

    @Test
    void ourHostMayBeNoCname() {
        Verdict verdict = Checked.verdict(Checked.mx(), new FakeDns().zone("example.com", """
                        example.com MX 10 mail.example.com
                        mail.example.com CNAME real.example.com
                        real.example.com A 192.0.2.1
                        """));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("mail.example.com is a CNAME, which an MX may not lead to.");
    }

    @Test
    void isPendingWithoutAny() {
        assertThat(check("").status()).isEqualTo(PENDING);
    }

    @Test
    void checksTheInboxLikewise() {
        MailRecord inbox = new MailRecord(RecordKind.INBOX, "in.example.com", DnsType.MX, 10, "mail.example.com", true);

        assertThat(Checked.verdict(
                                inbox,
                                new FakeDns().zone("example.com", HOST + "in.example.com MX 10 mail.example.com"))
                        .status())
                .isEqualTo(VERIFIED);
        assertThat(Checked.verdict(inbox, new FakeDns().zone("example.com", HOST + "in.example.com MX 0 ."))
                        .status())
                .isEqualTo(FAILED);
    }
}
