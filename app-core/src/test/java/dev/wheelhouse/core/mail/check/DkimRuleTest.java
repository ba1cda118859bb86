package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.PENDING;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DkimRuleTest {

    private static Verdict check(String text) {
        return Checked.verdict(
                Checked.dkim(), new FakeDns().zone("example.com", "s1._domainkey.example.com TXT " + text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v=DKIM1; k=rsa; p=KEY",
                "p=KEY",
                "k=rsa; p=KEY;",
                "v=DKIM1;h=sha1:sha256;s=email;p=KEY;n=note",
                "v = DKIM1 ; s=* ; p = KEY",
                "v=DKIM1; k=rsa; unknown=x; p=KEY"
            })
    void verifiesEveryFormOfTheKey(String text) {
        assertThat(check(text.replace("KEY", Checked.RSA)))
                .isEqualTo(new Verdict(VERIFIED, "Found at ns1.example.com, ns2.example.com."));
    }

    /** Split in strings of 255 and joined again, with the blanks that people paste between. */
    @Test
    void blanksInTheKeyDoNotMatter() {
        String key = Checked.RSA.substring(0, 200) + " " + Checked.RSA.substring(200, 300) + "\t"
                + Checked.RSA.substring(300);

        assertThat(check("v=DKIM1; k=rsa; p=" + key).status()).isEqualTo(VERIFIED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            k=rsa; v=DKIM1; p=KEY          | The tag v must be v=DKIM1 and the first.
            v=DKIM2; p=KEY                 | The tag v must be v=DKIM1 and the first.
            v=DKIM1; p=                    | The key is revoked
            v=DKIM1; k=rsa                 | The tag p is missing.
            v=DKIM1; k=ed25519; p=KEY      | The tag k says ed25519, the key is of rsa.
            v=DKIM1; h=sha1; p=KEY         | The tag h does not allow sha256.
            v=DKIM1; s=other; p=KEY        | The tag s does not allow email.
            v=DKIM1; p=AAAA                | It is another key.
            v=DKIM1; p=a-b                 | The tag p is not valid Base64
            v=DKIM1; p=KEY; p=KEY          | The tag p is there twice.
            v=DKIM1 p=KEY; oops            | "oops" is no tag
            """)
    void namesWhatIsWrong(String text, String problem) {
        Verdict verdict = check(text.replace("KEY", Checked.RSA));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains(problem).contains("Expected v=DKIM1; k=rsa; p=");
    }

    @Test
    void seesThatTheKeyWasCutOff() {
        Verdict verdict = check("v=DKIM1; k=rsa; p=" + Checked.RSA.substring(0, 236));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("The key is cut off after 177 of 294 bytes.");
    }

    @Test
    void quotationMarksThatWerePastedAreNamed() {
        Verdict verdict = check("\"v=DKIM1; k=rsa; p=" + Checked.RSA + "\"");

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("without quotation marks");
    }

    @Test
    void severalRecordsAreWrong() {
        Verdict verdict =
                Checked.verdict(Checked.dkim(), new FakeDns().zone("example.com", """
                        s1._domainkey.example.com TXT v=DKIM1; p=KEY
                        s1._domainkey.example.com TXT v=DKIM1; p=AAAA
                        """.replace("KEY", Checked.RSA)));

        assertThat(verdict.status()).isEqualTo(FAILED);
        assertThat(verdict.detail()).contains("2 TXT records");
    }

    @Test
    void saysWhatFlagsDo() {
        Verdict verdict = check("v=DKIM1; t=y:s; p=" + Checked.RSA);

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).contains("t=y: receivers").contains("t=s: signatures");
    }

    @Test
    void followsAChainOfCnames() {
        Verdict verdict = Checked.verdict(
                Checked.dkim(),
                new FakeDns().zone("example.com", """
                                s1._domainkey.example.com CNAME s1.dkim.other.net
                                """).zone("other.net", """
                                s1.dkim.other.net CNAME key.other.net
                                key.other.net TXT v=DKIM1; k=rsa; p=KEY
                                """.replace("KEY", Checked.RSA)));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail())
                .isEqualTo("Found at ns1.other.net, ns2.other.net. By CNAME: s1.dkim.other.net, key.other.net.");
    }

    @Test
    void namesTheEndOfACnameThatLeadsNowhere() {
        Verdict verdict = Checked.verdict(Checked.dkim(), new FakeDns().zone("example.com", """
                        s1._domainkey.example.com CNAME key.example.com
                        """));

        assertThat(verdict.status()).isEqualTo(PENDING);
        assertThat(verdict.detail()).contains("The CNAME leads to key.example.com, which has no TXT record.");
    }

    @Test
    void aLoopOfCnamesIsOpen() {
        Verdict verdict = Checked.verdict(Checked.dkim(), new FakeDns().zone("example.com", """
                        s1._domainkey.example.com CNAME b.example.com
                        b.example.com CNAME s1._domainkey.example.com
                        """));

        assertThat(verdict.status()).isNull();
        assertThat(verdict.detail()).contains("too many CNAMEs");
    }

    @Test
    void verifiesAnEd25519Key() {
        MailRecord record = Checked.record(
                RecordKind.DKIM, "e1._domainkey.example.com", DnsType.TXT, "v=DKIM1; k=ed25519; p=" + Checked.ED25519);
        String name = "e1._domainkey.example.com TXT ";

        assertThat(Checked.verdict(record, new FakeDns().zone("example.com", name + "k=ed25519; p=" + Checked.ED25519))
                        .status())
                .isEqualTo(VERIFIED);
        assertThat(Checked.verdict(record, new FakeDns().zone("example.com", name + "v=DKIM1; p=" + Checked.ED25519))
                        .detail())
                .contains("The tag k says rsa, the key is of ed25519.");
    }

    @ParameterizedTest
    @CsvSource({"512, FAILED, The key has 512 bits", "1024, VERIFIED, 2048 are recommended"})
    void weighsTheLengthOfTheKey(int bits, String status, String note) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        String key = Base64.getEncoder()
                .encodeToString(generator.generateKeyPair().getPublic().getEncoded());
        String text = "v=DKIM1; k=rsa; p=" + key;
        MailRecord record = Checked.record(RecordKind.DKIM, "s1._domainkey.example.com", DnsType.TXT, text);

        Verdict verdict =
                Checked.verdict(record, new FakeDns().zone("example.com", "s1._domainkey.example.com TXT " + text));

        assertThat(String.valueOf(verdict.status())).isEqualToIgnoringCase(status);
        assertThat(verdict.detail()).contains(note);
    }
}
