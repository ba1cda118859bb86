package dev.wheelhouse.core.mail.check;

import static dev.wheelhouse.core.mail.records.RecordStatus.FAILED;
import static dev.wheelhouse.core.mail.records.RecordStatus.VERIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.NoHandshake;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.NoStartTls;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Refused;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Secured;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost.Unreachable;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SmtpJudgeTest {

    private static final Instant BEGINS = Checked.NOW.minus(Duration.ofDays(1));
    private static final Instant EXPIRES = Checked.NOW.plus(Duration.ofDays(30));
    private static final MailRecord RECORD = new MailRecord(RecordKind.SMTP, "mail.example.com", null, null, "", false);

    private static Secured secured(String name, Instant begins, Instant expires, boolean isTrusted) {
        return new Secured(List.of(name), begins, expires, isTrusted, "ab".repeat(32));
    }

    private static final Secured RIGHT = secured("mail.example.com", BEGINS, EXPIRES, true);

    private static Verdict check(SmtpHost.Answer four, SmtpHost.Answer six) {
        Map<String, SmtpHost.Answer> answers = Map.of("192.0.2.1", four, "2001:db8::1", six);
        RecordFinding finding = Checked.checks(Checked.NO_POLICY, (address, host) -> {
                    assertThat(host).isEqualTo("mail.example.com");
                    return Objects.requireNonNull(answers.get(address));
                })
                .check(RECORD, Checked.SETUP, new FakeDns());
        assertThat(finding.evidence()).isEmpty();
        return finding.verdict();
    }

    @Test
    void verifiesAddressesWithStartTls() {
        Verdict verdict = check(RIGHT, secured("*.example.com", BEGINS, EXPIRES, true));

        assertThat(verdict.status()).isEqualTo(VERIFIED);
        assertThat(verdict.detail()).startsWith("192.0.2.1 has STARTTLS; its certificate is valid until 2026-03-31.");
    }

    @Test
    void whatCannotBeReachedFromHereIsNoFailure() {
        Unreachable none = new Unreachable("connection refused");

        assertThat(check(none, none).status()).isNull();
        assertThat(check(none, none).detail())
                .startsWith("Port 25 of 192.0.2.1 cannot be reached from here: connection refused.");
        assertThat(check(RIGHT, none).status()).isEqualTo(VERIFIED);
    }

    @Test
    void namesWhatIsWrong() {
        assertThat(check(RIGHT, new Refused("554 go away")).status()).isEqualTo(FAILED);
        assertThat(check(RIGHT, new Refused("554 go away")).detail()).contains("2001:db8::1 answers \"554 go away\"");
        assertThat(check(new NoStartTls("220 hi"), RIGHT).detail()).contains("192.0.2.1 offers no STARTTLS");
        assertThat(check(new NoHandshake("no common cipher"), RIGHT).detail())
                .contains("STARTTLS with 192.0.2.1 failed: no common cipher.");
    }

    @Test
    void judgesTheCertificate() {
        assertThat(check(RIGHT, secured("other.net", BEGINS, EXPIRES, true)).detail())
                .contains("The certificate of 2001:db8::1 is for other.net, not for mail.example.com.");
        assertThat(check(RIGHT, secured("*.mail.example.com", BEGINS, EXPIRES, true))
                        .status())
                .isEqualTo(FAILED);
        assertThat(check(RIGHT, secured("mail.example.com", BEGINS, EXPIRES, false))
                        .detail())
                .contains("is not signed by an authority that this machine trusts");
        assertThat(check(RIGHT, secured("mail.example.com", BEGINS, BEGINS, true))
                        .detail())
                .contains("expired on 2026-02-28");
        assertThat(check(RIGHT, secured("mail.example.com", EXPIRES, EXPIRES, true))
                        .detail())
                .contains("is not valid yet");
    }
}
