package dev.wheelhouse.core.mail.check.standing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.check.FakeDns;
import dev.wheelhouse.core.mail.check.RecordChecks;
import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordChangeTest {

    private static final MailRecord DMARC =
            new MailRecord(RecordKind.DMARC, "_dmarc.example.com", DnsType.TXT, null, "v=DMARC1; p=none", true);
    private static final MailSetup SETUP =
            new MailSetup("example.com", "mail.example.com", List.of("192.0.2.1"), List.of(), List.of(), "", "1", null);

    private static RecordFinding check(FakeDns dns) {
        return new RecordChecks(
                        _ -> new PolicySource.Unreachable("none", false),
                        (_, _) -> new SmtpHost.Unreachable("none"),
                        () -> "random1",
                        Clock.systemUTC())
                .check(DMARC, SETUP, dns);
    }

    private static RecordFinding with(String zone) {
        return check(new FakeDns().zone("example.com", zone));
    }

    private static List<RecordChange> changes(RecordFinding before, RecordFinding after) {
        return RecordChange.between(List.of(before), List.of(after));
    }

    private static final String NONE = "_dmarc.example.com TXT v=DMARC1; p=none\n";
    private static final String REJECT = "_dmarc.example.com TXT v=DMARC1; p=reject\n";

    @Test
    void tellsWhatStoodThereAndWhatDoesNow() {
        assertThat(changes(with(NONE), with(REJECT)))
                .containsExactly(new RecordChange(DMARC, List.of("v=DMARC1; p=none"), List.of("v=DMARC1; p=reject")));
        assertThat(changes(with(NONE), with("example.com A 192.0.2.1")))
                .containsExactly(new RecordChange(DMARC, List.of("v=DMARC1; p=none"), List.of()));
    }

    @Test
    void theSameIsNoChangeNorAreTextsOfOthers() {
        assertThat(changes(with(NONE), with(NONE))).isEmpty();
        assertThat(changes(with(NONE), with(NONE + "_dmarc.example.com TXT site-verification=1")))
                .isEmpty();
    }

    @Test
    void whatWasNotVerifiedDoesNotChange() {
        assertThat(changes(with("_dmarc.example.com TXT v=DMARC1; p=x"), with(NONE)))
                .isEmpty();
    }

    @Test
    void silenceIsNoChange() {
        assertThat(changes(with(NONE), check(new FakeDns().failing("example.com", "ns1.example.com", "SERVFAIL"))))
                .isEmpty();
        assertThat(changes(
                        with(NONE),
                        check(new FakeDns()
                                .failing("example.com", "ns1.example.com", "SERVFAIL")
                                .server("example.com", "ns2.example.com", 1L, NONE))))
                .isEmpty();
    }
}
