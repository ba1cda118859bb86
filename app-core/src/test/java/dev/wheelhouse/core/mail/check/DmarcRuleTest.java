package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.policy.DmarcRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DmarcRuleTest {

    private static FakeDns dns(String text) {
        return new FakeDns().zone("example.com", "_dmarc.example.com TXT " + text);
    }

    private static Verdict check(String text) {
        return Checked.verdict(Checked.dmarc(), dns(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v=DMARC1; p=none",
                "V=DMARC1; P=reject; Rua=mailto:a@example.com",
                "v=DMARC1;p=reject;sp=quarantine;np=reject;adkim=s;aspf=R;fo=1:d:s;ruf=mailto:f@example.com;psd=n;t=n;",
                "v = DMARC1 ; p = Quarantine",
                "V=DMARC1; p=none",
                "v=DMARC1; rua=mailto:d@example.com; p=none",
                "v=DMARC1; p=none; rua=mailto:a@example.com,mailto:b@sub.example.com; ruf=mailto:c@example.com"
            })
    void anyValidRecordIsRight(String text) {
        assertThat(check(text)).isEqualTo(new Verdict(VERIFIED, "Found at ns1.example.com, ns2.example.com."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v=DMARC1; p=nothing                  | The tag p has the invalid value "nothing".
            v=DMARC1; p=none; sp=all             | The tag sp has the invalid value "all".
            v=DMARC1; p=none; adkim=strict       | The tag adkim has the invalid value "strict".
            v=DMARC1; p=none; fo=x               | The tag fo has the invalid value "x".
            v=DMARC1; p=none; rua=d@example.com  | The tag rua has the invalid address "d@example.com"
            v=DMARC1; p=none; ruf=mailto:nobody  | The tag ruf has "mailto:nobody", which has no mail address.
            v=DMARC1; p=none; p=reject           | The tag p is there twice.
            v=DMARC1; p=none; P=reject           | The tag P is there twice.
            v=DMARC1; p=none rua                 | The tag p has the invalid value "none rua".
            v=dmarc1; p=none                     | It must begin with exactly v=DMARC1.
            "v=DMARC1; p=none"                   | Enter the value without quotation marks.
            """, quoteCharacter = '~')
    void namesTheTagThatIsWrong(String text, String problem) {
        Verdict verdict = check(text);

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail())
                .startsWith("Expected a valid record such as v=DMARC1; p=none, found ")
                .contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v=DMARC1; p=none; pct=50                       | The tag pct is no longer part of DMARC (RFC 9989)
            v=DMARC1; p=none; rf=afrf; ri=3600             | The tag ri is no longer part of DMARC
            v=DMARC1; p=none; rua=mailto:d@example.com!10m | The size limit in mailto:d@example.com!10m is no longer
            v=DMARC1; rua=mailto:d@example.com             | Without the tag p it counts as p=none
            v=DMARC1                                       | Without the tag p it counts as p=none
            v=DMARC1; sp=none                              | for older receivers as no record: add p=none.
            v=DMARC1; p=none; fo=1                         | The tag fo is ignored without ruf.
            v=DMARC1; p=reject; t=y                        | not to apply the policy yet
            v=DMARC1; p=none; xyz=1                        | The tag xyz is unknown and ignored.
            v=DMARC1; p=none; fo:0                         | "fo:0" is no tag: write name=value. Receivers ignore it.
            v=DMARC1; x-own=1; p=none                      | "x-own" is no name of a tag. Receivers ignore it.
            v=DMARC1; p=none; rua=https://example.com/r    | Few receivers report to https://example.com/r
            """)
    void warnsOfWhatNoLongerCounts(String text, String warning) {
        Verdict verdict = check(text);

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains(warning);
    }

    @Test
    void whatHasABlankInFrontIsNoRecord() {
        assertThat(DmarcRecord.isDmarc(" v=DMARC1; p=none")).isFalse();
        assertThat(DmarcRecord.isDmarc("v =DMARC1; p=none")).isTrue();
    }

    @Test
    void severalRecordsCountAsNone() {
        Verdict verdict = Checked.verdict(Checked.dmarc(), new FakeDns().zone("example.com", """
                        _dmarc.example.com TXT v=DMARC1; p=none
                        _dmarc.example.com TXT v=DMARC1; p=reject
                        """));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("2 such records");
    }

    @Test
    void anOutsideReportHostMustHaveAgreed() {
        String text = "v=DMARC1; p=none; rua=mailto:d@reports.net";
        FakeDns agreed = dns(text).zone("reports.net", "example.com._report._dmarc.reports.net TXT v=DMARC1");
        FakeDns forAll = dns(text).zone("reports.net", "*._report._dmarc.reports.net TXT v=DMARC1;");
        Verdict silent = Checked.verdict(Checked.dmarc(), dns(text).zone("reports.net", "reports.net A 192.0.2.9"));

        assertThat(Checked.verdict(Checked.dmarc(), agreed).status()).isEqualTo(VERIFIED);
        assertThat(Checked.verdict(Checked.dmarc(), forAll).status()).isEqualTo(VERIFIED);
        assertThat(silent.status()).isEqualTo(PENDING);
        assertThat(silent.detail())
                .contains("reports.net does not accept reports about this domain")
                .contains("example.com._report._dmarc.reports.net");
    }

    @Test
    void isOpenWhenTheReportHostDoesNotAnswer() {
        FakeDns dns =
                dns("v=DMARC1; p=none; rua=mailto:d@reports.net").failing("reports.net", "ns1.reports.net", "SERVFAIL");

        Verdict verdict = Checked.verdict(Checked.dmarc(), dns);

        assertThat(verdict.status()).isNull();
        assertThat(verdict.detail()).contains("Whether reports.net accepts reports could not be asked: SERVFAIL.");
    }

    @Test
    void saysWhichPolicyHoldsWithoutAnOwnRecord() {
        FakeDns dns = new FakeDns()
                .zone("example.com", "example.com A 192.0.2.7")
                .zone("com", "_dmarc.com TXT v=DMARC1; p=none; sp=reject; psd=y");

        Verdict verdict = Checked.verdict(Checked.dmarc(), dns);

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail())
                .isEqualTo("Not found at ns1.example.com, ns2.example.com."
                        + " Until then the policy of com holds: sp=reject.");
    }
}
