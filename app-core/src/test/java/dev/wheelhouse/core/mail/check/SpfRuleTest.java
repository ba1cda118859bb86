package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.spf.SpfResult;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpfRuleTest {

    private static final String HOST = """
            example.com MX 10 mail.example.com
            mail.example.com A 192.0.2.1
            mail.example.com AAAA 2001:db8::1
            """;

    private static FakeDns dns(String zone) {
        return new FakeDns().zone("example.com", HOST + zone);
    }

    private static Verdict check(String zone) {
        return Checked.verdict(Checked.spf(), dns(zone));
    }

    @Test
    void verifiesWhatPassesForAllAddresses() {
        assertThat(check("example.com TXT v=spf1 mx ~all").status()).isEqualTo(VERIFIED);
        assertThat(check("example.com TXT v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all")
                        .status())
                .isEqualTo(VERIFIED);
    }

    @Test
    void caseAndDotsAtTheEndDoNotMatter() {
        assertThat(check("example.com TXT V=SPF1 MX:Example.COM. ~ALL").status())
                .isEqualTo(VERIFIED);
    }

    /** m\u00fcller.example as A-label, and as people write it inside the record, where only ASCII counts. */
    @Test
    void anInternationalDomainIsCheckedByItsALabel() {
        MailSetup setup = new MailSetup(
                "xn--mller-kva.example",
                "mail.xn--mller-kva.example",
                List.of("192.0.2.1"),
                List.of(),
                List.of(),
                "",
                "1",
                null);
        MailRecord record = Checked.record(RecordKind.SPF, setup.fqdn(), DnsType.TXT, "v=spf1 mx ~all");
        String zone = """
                xn--mller-kva.example MX 10 mail.xn--mller-kva.example
                mail.xn--mller-kva.example A 192.0.2.1
                xn--mller-kva.example TXT v=spf1 %s ~all
                """;
        FakeDns right = new FakeDns().zone(setup.fqdn(), zone.formatted("a:mail.XN--MLLER-KVA.example"));
        FakeDns wrong = new FakeDns().zone(setup.fqdn(), zone.formatted("a:mail.m\u00fcller.example"));

        assertThat(Checked.finding(record, setup, right).verdict().status()).isEqualTo(VERIFIED);
        assertThat(Checked.finding(record, setup, wrong).verdict().status()).isEqualTo(FAILED);
    }

    @Test
    void otherTextsBesideItDoNotMatter() {
        assertThat(check("""
                example.com TXT site-verification=abc
                example.com TXT v=spf1 mx ~all
                """).status()).isEqualTo(VERIFIED);
    }

    @Test
    void severalRecordsAreAnError() {
        Verdict verdict = check("""
                example.com TXT v=spf1 mx ~all
                example.com TXT v=spf1 include:_spf.other.net ~all
                """);

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("found 2 such records").contains("keep one");
    }

    /** The include's text has our address in a comment-like modifier only, and another one matches by a network. */
    @Test
    void evaluatesIncludesRatherThanReadingThem() {
        FakeDns right = dns("example.com TXT v=spf1 include:_spf.other.net -all")
                .zone("other.net", "_spf.other.net TXT v=spf1 ip4:192.0.0.0/16 ip6:2001:db8::/32 -all");
        FakeDns wrong = dns("example.com TXT v=spf1 include:_spf.other.net -all")
                .zone("other.net", "_spf.other.net TXT v=spf1 note=192.0.2.1 ip4:198.51.100.1 -all");

        assertThat(Checked.verdict(Checked.spf(), right).status()).isEqualTo(VERIFIED);
        assertThat(Checked.verdict(Checked.spf(), wrong).status()).isEqualTo(FAILED);
    }

    @Test
    void namesTheAddressThatDoesNotPass() {
        Verdict verdict = check("example.com TXT v=spf1 ip4:192.0.2.1 -all");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail())
                .startsWith("Expected v=spf1 mx ~all, found v=spf1 ip4:192.0.2.1 -all at ns1.example.com")
                .contains("2001:db8::1: fail.");
    }

    @Test
    void aSyntaxErrorIsWrong() {
        Verdict verdict = check("example.com TXT v=spf1 mx ipv4:192.0.2.1 ~all");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("permerror").contains("ipv4:192.0.2.1");
    }

    @Test
    void isPendingWhereOnlyOtherTextsAre() {
        Verdict verdict = check("example.com TXT hello");

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail()).contains("are no SPF record: hello");
    }

    @Test
    void quotationMarksThatWerePastedAreNamed() {
        Verdict verdict = check("example.com TXT \"v=spf1 mx ~all\"");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("without quotation marks");
    }

    private static String includes(int count) {
        return "example.com TXT v=spf1 mx "
                + IntStream.range(0, count)
                        .mapToObj(i -> "include:i" + i + ".example.com")
                        .collect(Collectors.joining(" "))
                + " ~all\n"
                + IntStream.range(0, count)
                        .mapToObj(i -> "i" + i + ".example.com TXT v=spf1 ip4:198.51.100." + i + " -all")
                        .collect(Collectors.joining("\n"));
    }

    @Test
    void warnsAtEightLookups() {
        assertThat(check(includes(6)).detail()).doesNotContain("look-ups");
        assertThat(check(includes(7)).status()).isEqualTo(VERIFIED);
        assertThat(check(includes(7)).detail()).contains("It needs 8 of 10 look-ups.");
    }

    /** Ours passes at the first term; for everybody else it is a permanent error. */
    @Test
    void failsOverTenLookupsEvenIfOursPasses() {
        Verdict verdict = check(includes(10));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("It needs 11 look-ups, 10 are allowed");
    }

    @Test
    void failsOverTwoVoidLookups() {
        Verdict verdict = check("example.com TXT v=spf1 a:x1.example.com a:x2.example.com a:x3.example.com mx ~all");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("More than 2 look-ups found nothing");
    }

    @Test
    void isOpenWhenAnIncludeDoesNotAnswer() {
        FakeDns dns = dns("example.com TXT v=spf1 include:_spf.other.net mx ~all")
                .failing("other.net", "ns1.other.net", "SERVFAIL");

        assertThat(Checked.verdict(Checked.spf(), dns).status()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v=spf1 +all     | It lets everybody send: end it with ~all or -all
            v=spf1 mx all   | It lets everybody send: end it with ~all or -all
            v=spf1 MX +ALL  | It lets everybody send: end it with ~all or -all
            v=spf1 mx       | It says nothing of other senders, who count as neutral
            v=spf1 mx ptr ~all                | The mechanism ptr should not be used (RFC 7208 section 5.5)
            v=spf1 mx ?ptr:other.example -all | The mechanism ptr should not be used (RFC 7208 section 5.5)
            """)
    void warnsOfWhatARecordLetsOthersDo(String text, String warning) {
        Verdict verdict = check("example.com TXT " + text);
        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains(warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v=spf1 mx ~all",
                "v=spf1 mx -ALL",
                "v=spf1 mx ?all",
                "v=spf1 a:mail.example.com mx redirect=example.net"
            })
    void saysNothingWhereTheRestIsSettled(String text) {
        assertThat(check("example.com TXT " + text).detail())
                .doesNotContain("everybody")
                .doesNotContain("other senders");
    }

    @Test
    void anIpv6OnlyHostPasses() {
        MailSetup setup = Checked.setup(List.of(), List.of("2001:db8::1"), null);
        RecordFinding finding = Checked.finding(Checked.spf(), setup, new FakeDns().zone("example.com", """
                        example.com MX 10 mail.example.com
                        mail.example.com AAAA 2001:db8::1
                        example.com TXT v=spf1 mx -all
                        """));

        assertThat(finding.verdict().status()).isEqualTo(VERIFIED);
        assertThat(finding.spf()).extracting(SpfCheck::address).containsExactly("2001:db8::1");
    }

    @Test
    void returnsTheEvaluationOfEachAddressWithItsTree() {
        RecordFinding finding = Checked.finding(Checked.spf(), Checked.SETUP, dns("example.com TXT v=spf1 mx ~all"));

        assertThat(finding.spf()).extracting(SpfCheck::address).containsExactly("192.0.2.1", "2001:db8::1");
        assertThat(finding.spf()).allSatisfy(each -> {
            assertThat(each.evaluation().result()).isEqualTo(SpfResult.PASS);
            assertThat(each.evaluation().tree().steps()).hasSize(2);
        });
    }

    /** The resolver's older MX must not count. */
    @Test
    void namesInOurZonesAreAskedAtTheirServersAndOthersAtTheResolver() {
        FakeDns dns = dns("example.com TXT v=spf1 mx include:_spf.other.net ~all")
                .zone("other.net", "_spf.other.net TXT v=spf1 -all")
                .resolver("example.com MX 10 old.example.net");

        assertThat(Checked.verdict(Checked.spf(), dns).status()).isEqualTo(VERIFIED);
        assertThat(dns.questions())
                .contains(new DnsQuestion("example.com", DnsType.MX))
                .doesNotContain(new DnsQuestion("_spf.other.net", DnsType.TXT));
    }

    @Test
    void judgesEachServersOwnRecord() {
        Verdict verdict = Checked.verdict(
                Checked.spf(),
                new FakeDns()
                        .server("example.com", "ns1.example.com", 2L, HOST + "example.com TXT v=spf1 mx ~all")
                        .server("example.com", "ns2.example.com", 1L, HOST + "example.com TXT v=spf1 -all"));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .contains("ns1.example.com (serial 2) has it; ns2.example.com (serial 1) has v=spf1 -all");
    }
}
