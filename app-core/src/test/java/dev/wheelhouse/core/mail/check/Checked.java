package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.policy.PolicySource;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DnsView;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.MailSetup.DkimRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.platform.job.Together;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The domain of these tests, example.com with its mail server mail.example.com, and a check of one of its records. */
final class Checked {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** Of 2048 bits. */
    static final String RSA =
            "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlc1yw7SMrWvzPdcHTQpG3Kh74kjmsgMez02k8amA7zu4xRvmZsow"
                    + "X0wZM2S84KTT5F85VVASi1BUkjNC9kHugxzdQG1VKDZzF/Ux4BiTP35K4llI+0UhCc0KMPw5bj7xhlk8Mvc26JBi9oTfEEaw"
                    + "JyMgZbxMBRUUwqeNBLD9Yxff2jqqEK6ttnIk9DqnoXnBdKdRFX40XaIvYhZHCu18PsoXxhvIvIY5wIKaK6fHnE7sO/g0qsBf"
                    + "sif+yQSrUMqdKjBpNX5jxdbMNH3ZDsMWeLDWv/lC3+aM0pT94BSDRTSJyZoUw78wgjMGfOny1SN5Qfe0E2jzXnUvxpspmF8K"
                    + "zQIDAQAB";

    static final String ED25519 = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

    private static final Workers WORKERS = new Workers();

    static final MailSetup SETUP = setup(List.of("192.0.2.1"), List.of("2001:db8::1"), null);

    private Checked() {}

    static MailSetup setup(List<String> ipv4, List<String> ipv6, @Nullable String certificate) {
        return new MailSetup(
                "example.com",
                "mail.example.com",
                ipv4,
                ipv6,
                List.of(new DkimRecord("s1", DkimKeyType.RSA, RSA, true)),
                "",
                "20260301",
                certificate);
    }

    static final PolicySource NO_POLICY = _ -> new PolicySource.Fetched(404, "text/plain", "");

    static final SmtpHost NO_SMTP = (_, _) -> new SmtpHost.Unreachable("connection refused");

    static RecordChecks checks(PolicySource policies, SmtpHost smtp) {
        return new RecordChecks(
                policies, smtp, new Together(WORKERS, 16), () -> "random1", Clock.fixed(NOW, ZoneOffset.UTC));
    }

    static RecordFinding finding(MailRecord record, MailSetup setup, DnsView dns) {
        return checks(NO_POLICY, NO_SMTP).check(record, setup, dns);
    }

    static Verdict verdict(MailRecord record, DnsView dns) {
        return finding(record, SETUP, dns).verdict();
    }

    static MailRecord mx() {
        return new MailRecord(RecordKind.MX, "example.com", DnsType.MX, 10, "mail.example.com", true);
    }

    static MailRecord spf() {
        return new MailRecord(RecordKind.SPF, "example.com", DnsType.TXT, null, "v=spf1 mx ~all", true);
    }

    static MailRecord dkim() {
        DkimRecord key = SETUP.dkim().getFirst();
        return new MailRecord(RecordKind.DKIM, key.name("example.com"), DnsType.TXT, null, key.text(), true);
    }

    static MailRecord dmarc() {
        return record(RecordKind.DMARC, "_dmarc.example.com", DnsType.TXT, "v=DMARC1; p=none");
    }

    static MailRecord hostA() {
        return record(RecordKind.HOST_A, "mail.example.com", DnsType.A, "192.0.2.1");
    }

    static MailRecord record(RecordKind kind, String name, DnsType type, String value) {
        boolean isRequired = kind.compareTo(RecordKind.MTA_STS) < 0;
        return new MailRecord(kind, name, type, null, value, isRequired);
    }
}
