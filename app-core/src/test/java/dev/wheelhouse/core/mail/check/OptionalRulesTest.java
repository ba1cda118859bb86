package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.policy.PolicySource.Fetched;
import dev.wheelhouse.core.mail.check.policy.PolicySource.Unreachable;
import dev.wheelhouse.core.mail.check.policy.TagList;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records that a domain may do without. */
class OptionalRulesTest {

    private static final MailRecord STS =
            Checked.record(RecordKind.MTA_STS, "_mta-sts.example.com", DnsType.TXT, "v=STSv1; id=20260301");
    private static final String POLICY = "version: STSv1\nmode: enforce\nmx: mail.example.com\nmax_age: 604800\n";
    private static final MailRecord SRV = new MailRecord(
            RecordKind.SRV_IMAPS, "_imaps._tcp.example.com", DnsType.SRV, 0, "1 993 mail.example.com", false);
    private static final MailRecord CAA =
            Checked.record(RecordKind.CAA, "example.com", DnsType.CAA, "0 issue \"letsencrypt.org\"");
    private static final String KEY = "ab".repeat(32);
    private static final MailRecord TLSA =
            Checked.record(RecordKind.TLSA, "_25._tcp.mail.example.com", DnsType.TLSA, "3 1 1 " + KEY);

    private static Verdict sts(String text, PolicySource.Answer answer) {
        return Checked.checks(_ -> answer, Checked.NO_SMTP)
                .check(STS, Checked.SETUP, new FakeDns().zone("example.com", "_mta-sts.example.com TXT " + text))
                .verdict();
    }

    private static Verdict policy(String body) {
        return sts("v=STSv1; id=20260301", new Fetched(200, "text/plain", body));
    }

    @Test
    void readsThePolicyToo() {
        assertThat(policy(POLICY)).isEqualTo(new Verdict(VERIFIED, "Found at ns1.example.com, ns2.example.com."));
        assertThat(policy(POLICY.replace("mail.example", "*.example")).status()).isEqualTo(VERIFIED);
        assertThat(policy(POLICY.replace("enforce", "testing")).detail()).contains("mode testing");
    }

    @Test
    void asksForThePolicyOfTheDomain() {
        List<String> asked = new ArrayList<>();
        Checked.checks(
                        domain -> {
                            asked.add(domain);
                            return new Fetched(200, "text/plain; charset=utf-8", POLICY);
                        },
                        Checked.NO_SMTP)
                .check(
                        STS,
                        Checked.SETUP,
                        new FakeDns().zone("example.com", "_mta-sts.example.com TXT v=STSv1; id=1;"));

        assertThat(asked).containsOnly("example.com");
    }

    @Test
    void namesWhatIsWrongWithThePolicy() {
        String text = "v=STSv1; id=20260301";

        assertThat(policy(POLICY.replace("mail.example.com", "mx.other.net")).detail())
                .contains("no mx covers mail.example.com (mx.other.net)");
        assertThat(policy("<html>").status()).isEqualTo(FAILED);
        assertThat(sts(text, new Fetched(302, "text/plain", "")).detail())
                .contains("the server answers 302, and redirects are not followed");
        assertThat(sts(text, new Fetched(200, "text/html", POLICY)).detail())
                .contains("it must be text/plain, not text/html");
        assertThat(sts(text, new Fetched(404, "text/plain", POLICY)).status()).isEqualTo(FAILED);
    }

    @Test
    void aPolicyThatCannotBeReadIsNoFailure() {
        String text = "v=STSv1; id=20260301";

        assertThat(sts(text, new Unreachable("mta-sts.example.com does not resolve.", false)))
                .satisfies(each -> assertThat(each.status()).isEqualTo(PENDING))
                .satisfies(each -> assertThat(each.detail()).contains("mta-sts.example.com does not resolve."));
        assertThat(sts(text, new Unreachable("No answer within 8 s.", true)).status())
                .isNull();
    }

    @Test
    void theIdOfAPolicyIsChecked() {
        Fetched right = new Fetched(200, "text/plain", POLICY);

        assertThat(TagList.isOf(" v=STSv1; id=20260301", "STSv1")).isFalse();
        assertThat(sts("v =STSv1; id=20260301", right).status()).isEqualTo(FAILED);
        assertThat(sts("v=STSv1;id=20260301", right).status()).isNotEqualTo(FAILED);
        assertThat(sts("v=STSv1; id=", right).status()).isEqualTo(FAILED);
        assertThat(sts("v=STSv1; id=with-hyphen", right).detail()).contains("1 to 32 letters and digits");
        assertThat(sts("v=STSv1; id=other", right).detail()).contains("The id is other, not 20260301");
        assertThat(sts("v=STSv2; id=1", right).status()).isEqualTo(PENDING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v=TLSRPTv1; rua=mailto:tls@example.com                          | VERIFIED
            v=TLSRPTv1;rua=https://example.com/r,mailto:tls@example.com;    | VERIFIED
            v=TLSRPTv1                                                      | FAILED
            v=TLSRPTv1; rua=tls@example.com                                 | FAILED
            v = TLSRPTv1; rua=mailto:tls@example.com                        | FAILED
            v=TLSRPTv2; rua=mailto:tls@example.com                          | PENDING
            v=tlsrptv1; rua=mailto:tls@example.com                          | FAILED
            """)
    void checksWhereTlsReportsGo(String text, String status) {
        Verdict verdict = Checked.verdict(
                Checked.record(
                        RecordKind.TLS_RPT,
                        "_smtp._tls.example.com",
                        DnsType.TXT,
                        "v=TLSRPTv1; rua=mailto:postmaster@example.com"),
                new FakeDns().zone("example.com", "_smtp._tls.example.com TXT " + text));

        assertThat(String.valueOf(verdict.status())).isEqualToIgnoringCase(status);
    }

    private static Verdict srv(String zone) {
        return Checked.verdict(SRV, new FakeDns().zone("example.com", "mail.example.com A 192.0.2.1\n" + zone));
    }

    @Test
    void aServiceIsPortAndTarget() {
        String name = "_imaps._tcp.example.com SRV ";

        assertThat(srv(name + "10 5 993 mail.example.com").status()).isEqualTo(VERIFIED);
        assertThat(srv(name + "0 1 143 mail.example.com").status()).isEqualTo(FAILED);
        assertThat(srv(name + "0 1 993 other.example.com").detail())
                .contains("Expected 0 1 993 mail.example.com, found 0 1 993 other.example.com at");
        assertThat(srv(name + "0 0 0 .").detail()).contains("no such service");
        assertThat(srv(name + "0 1 993 mail.example.com\n" + name + "9 1 993 other.example.com")
                        .detail())
                .contains("may also take another server");
    }

    private static Verdict caa(String zone) {
        return Checked.verdict(
                CAA,
                new FakeDns()
                        .zone("example.com", zone.contains("example.com") ? zone : "example.com TXT x")
                        .zone("com", zone.contains("example.com") ? "com TXT x" : zone));
    }

    @Test
    void theAuthorityMustBeAllowed() {
        assertThat(caa("example.com CAA 0 issue \"letsencrypt.org; accounturi=https://x/1\"")
                        .status())
                .isEqualTo(VERIFIED);
        assertThat(caa("example.com CAA 128 issue letsencrypt.org").status()).isEqualTo(VERIFIED);
        assertThat(caa("example.com CAA 0 issue \"other.net\"").status()).isEqualTo(FAILED);
        assertThat(caa("example.com CAA 0 issue \";\"").status()).isEqualTo(FAILED);
        assertThat(caa("example.com CAA 0 iodef \"mailto:a@example.com\"").detail())
                .contains("any authority may issue");
        assertThat(caa("example.com CAA 128 strange \"x\"\nexample.com CAA 0 issue \"letsencrypt.org\"")
                        .detail())
                .contains("strange is critical and unknown");
    }

    @Test
    void theNearestCaaAboveHolds() {
        Verdict right = caa("com CAA 0 issue \"letsencrypt.org\"");
        Verdict wrong = caa("com CAA 0 issue \"other.net\"");

        assertThat(right.status()).isEqualTo(VERIFIED);
        assertThat(right.detail()).contains("The records of com hold.");
        assertThat(wrong.status()).isEqualTo(FAILED);
        assertThat(caa("com TXT x").detail())
                .startsWith("Optional: not found at")
                .contains("any authority may issue certificates");
    }

    @Test
    void isOpenWhenAParentDoesNotAnswer() {
        Verdict verdict = Checked.verdict(
                CAA,
                new FakeDns()
                        .zone("example.com", "example.com TXT x")
                        .zone("com", "com TXT x")
                        .resolverFails("SERVFAIL"));

        assertThat(verdict.status()).isNull();
        assertThat(verdict.detail()).startsWith("com CAA could not be asked for: SERVFAIL.");
    }

    private static Verdict tlsa(@Nullable String key, String zone) {
        MailSetup setup = Checked.setup(List.of("192.0.2.1"), List.of(), key);
        return Checked.finding(TLSA, setup, new FakeDns().zone("example.com", zone))
                .verdict();
    }

    private static final String SIGNED = "example.com DNSKEY 257 3 13 abcd\n";

    @ParameterizedTest
    @ValueSource(strings = {"3 1 1 KEY", "3 1 1 ABAB KEY2"})
    void oneRecordHasTheServersKey(String value) {
        String text = value.replace("KEY2", KEY.substring(4)).replace("KEY", KEY);

        assertThat(tlsa(KEY, SIGNED + "_25._tcp.mail.example.com TLSA " + text).status())
                .isEqualTo(VERIFIED);
    }

    @Test
    void anotherKeyMakesSendersRefuseTheServer() {
        Verdict verdict = tlsa(KEY, SIGNED + "_25._tcp.mail.example.com TLSA 3 1 1 " + "cd".repeat(32));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("refuse the mail server's certificate");
    }

    @Test
    void aKeyThatIsToComeMayStandBeside() {
        Verdict verdict = tlsa(KEY, SIGNED + """
                _25._tcp.mail.example.com TLSA 3 1 1 %s
                _25._tcp.mail.example.com TLSA 3 1 1 %s
                """.formatted(KEY, "cd".repeat(32)));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains("There are 2 records");
    }

    @Test
    void countsOnlyInASignedZone() {
        assertThat(tlsa(KEY, "_25._tcp.mail.example.com TLSA 3 1 1 " + KEY).detail())
                .contains("The zone example.com is not signed, so senders ignore it.");
        assertThat(tlsa(KEY, "example.com TXT x").status()).isEqualTo(PENDING);
        assertThat(tlsa(KEY, "example.com TXT x").detail()).contains("is not signed");
    }

    @Test
    void isOpenUntilTheCertificateWasSeen() {
        assertThat(tlsa(null, SIGNED + "_25._tcp.mail.example.com TLSA 3 1 1 " + KEY)
                        .status())
                .isNull();
    }
}
