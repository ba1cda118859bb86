package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.RecordKind;
import org.junit.jupiter.api.Test;

/** All servers of a zone together, and what the world sees. */
class ServerAgreementTest {

    private static final String RIGHT = """
            mail.example.com A 192.0.2.1
            """;
    private static final String WRONG = """
            mail.example.com A 192.0.2.99
            """;

    private static Verdict check(FakeDns dns) {
        return Checked.verdict(Checked.hostA(), dns);
    }

    @Test
    void isVerifiedWhenAllServersHaveIt() {
        Verdict verdict = check(new FakeDns().zone("example.com", RIGHT));

        assertThat(verdict).isEqualTo(new Verdict(VERIFIED, "Found at ns1.example.com, ns2.example.com."));
    }

    @Test
    void isPendingWhenNoServerHasIt() {
        Verdict verdict = check(new FakeDns().zone("example.com", "example.com A 192.0.2.7"));

        assertThat(verdict).isEqualTo(new Verdict(PENDING, "Not found at ns1.example.com, ns2.example.com."));
    }

    @Test
    void saysThatAMissingRecordIsOptional() {
        Verdict verdict = Checked.verdict(
                Checked.record(
                        RecordKind.TLS_RPT, "_smtp._tls.example.com", DnsType.TXT, "v=TLSRPTv1; rua=mailto:a@b.c"),
                new FakeDns().zone("example.com", RIGHT));

        assertThat(verdict).isEqualTo(new Verdict(PENDING, "Optional: not found at ns1.example.com, ns2.example.com."));
    }

    @Test
    void namesTheServerThatLagsWithItsSerial() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", 8L, RIGHT)
                .server("example.com", "ns2.example.com", 7L, "example.com A 192.0.2.7"));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("ns1.example.com (serial 8) has it; ns2.example.com (serial 7) does not have it")
                .contains("Behind serial 8: ns2.example.com.");
    }

    /** Serials go round: 5 comes after 4294967290. */
    @Test
    void comparesSerialsAsTheyGoRound() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", 4_294_967_290L, WRONG)
                .server("example.com", "ns2.example.com", 5L, RIGHT));

        assertThat(verdict.detail()).contains("Behind serial 5: ns1.example.com.");
    }

    @Test
    void saysWhenServersDifferWithTheSameSerial() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", 8L, RIGHT)
                .server("example.com", "ns2.example.com", 8L, WRONG));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("ns2.example.com (serial 8) has 192.0.2.99")
                .contains("All have the same serial, so they do not serve the same zone.");
    }

    @Test
    void differingServersWithoutSerialsAreNotBlamed() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", null, RIGHT)
                .server("example.com", "ns2.example.com", null, WRONG));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail()).doesNotContain("serial");
    }

    @Test
    void failsWithExpectedFoundAndWhere() {
        Verdict verdict = check(new FakeDns().zone("example.com", WRONG));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail())
                .startsWith("Expected 192.0.2.1, found 192.0.2.99 at ns1.example.com, ns2.example.com.");
    }

    @Test
    void failsWithEachServersOwnWrongRecord() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", 1L, WRONG)
                .server("example.com", "ns2.example.com", 1L, "mail.example.com A 192.0.2.98"));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("192.0.2.99 at ns1.example.com; 192.0.2.98 at ns2.example.com");
    }

    @Test
    void aSilentServerLeavesTheStatusOpen() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", 1L, RIGHT)
                .failing("example.com", "ns2.example.com", "SERVFAIL"));

        assertThat(verdict.status()).isNull();
        assertThat(verdict.detail()).isEqualTo("Found at ns1.example.com. No answer from ns2.example.com (SERVFAIL).");
    }

    @Test
    void aSilentServerChangesNothingAboutWhatAllOthersHaveWrong() {
        Verdict verdict = check(new FakeDns()
                .server("example.com", "ns1.example.com", 1L, WRONG)
                .failing("example.com", "ns2.example.com", "no answer within 2 s"));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("No answer from ns2.example.com (no answer within 2 s).");
    }

    @Test
    void isOpenWhenNoServerAnswers() {
        Verdict verdict = check(new FakeDns()
                .failing("example.com", "ns1.example.com", "no answer within 2 s")
                .failing("example.com", "ns2.example.com", "SERVFAIL"));

        assertThat(verdict.status()).isNull();
        assertThat(verdict.detail())
                .startsWith(
                        "No name server answered: ns1.example.com (no answer within 2 s), ns2.example.com (SERVFAIL).");
    }

    @Test
    void isOpenWhenThereIsNoZone() {
        assertThat(check(new FakeDns())).isEqualTo(new Verdict(null, "The zone of mail.example.com was not found."));
    }

    @Test
    void saysWhatTheWorldStillSeesAndHowLong() {
        Verdict verdict = check(new FakeDns().zone("example.com", RIGHT).resolver(WRONG));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail())
                .contains("The resolver gives 192.0.2.99, which no authoritative server has")
                .contains("for up to 5 min");
    }

    @Test
    void saysThatTheWorldDoesNotSeeItYet() {
        Verdict verdict = check(new FakeDns().zone("example.com", RIGHT).resolver("mail.example.com TXT something"));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).endsWith("The resolver does not have it yet.");
    }

    @Test
    void splitDnsVerifiesNothing() {
        Verdict verdict = check(
                new FakeDns().zone("example.com", "example.com A 192.0.2.7").resolver(RIGHT));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("which no authoritative server has")
                .contains("split DNS");
    }

    @Test
    void aResolverThatFailsIsOnlySaid() {
        Verdict verdict = check(new FakeDns().zone("example.com", RIGHT).resolverFails("SERVFAIL"));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).endsWith("The resolver did not answer (SERVFAIL).");
    }

    @Test
    void findsTheDoubledLabel() {
        Verdict verdict = Checked.verdict(Checked.dmarc(), new FakeDns().zone("example.com", """
                        _dmarc.example.com.example.com TXT v=DMARC1; p=none
                        """));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("It is at _dmarc.example.com.example.com")
                .contains("enter only _dmarc.");
    }

    @Test
    void findsTheDoubledDomain() {
        Verdict verdict = Checked.verdict(Checked.mx(), new FakeDns().zone("example.com", """
                        example.com TXT hello
                        example.com.example.com MX 10 mail.example.com
                        """));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("It is at example.com.example.com")
                .contains("enter only @.");
    }

    @Test
    void namesTheWildcardThatAnswersInstead() {
        Verdict verdict = Checked.verdict(Checked.dkim(), new FakeDns().zone("example.com", """
                        *.example.com TXT v=spf1 -all
                        """));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .startsWith("Not found at ns1.example.com")
                .contains("wildcard record (*)")
                .contains("enter s1._domainkey.example.com itself");
    }

    @Test
    void namesTheWildcardForDmarcToo() {
        Verdict verdict = Checked.verdict(Checked.dmarc(), new FakeDns().zone("example.com", """
                        *.example.com TXT v=spf1 -all
                        """));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("are no DMARC record: v=spf1 -all")
                .contains("wildcard record (*)");
    }

    @Test
    void aWrongRecordBesideAWildcardIsStillWrong() {
        Verdict verdict = Checked.verdict(Checked.dkim(), new FakeDns().zone("example.com", """
                        *.example.com TXT v=spf1 -all
                        s1._domainkey.example.com TXT v=DKIM1; p=AAAA
                        """));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).doesNotContain("wildcard");
    }

    @Test
    void keepsTheEvidenceWithTheOwnQuestionFirst() {
        RecordFinding finding =
                Checked.finding(Checked.dmarc(), Checked.SETUP, new FakeDns().zone("example.com", RIGHT));

        assertThat(finding.evidence().getFirst().question().name()).isEqualTo("_dmarc.example.com");
        assertThat(finding.evidence().getFirst().answers()).hasSize(2);
        assertThat(finding.evidence())
                .extracting(each -> each.question().name())
                .contains("_dmarc.example.com.example.com");
    }
}
