package dev.wheelhouse.ui.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.DomainOverview;
import dev.wheelhouse.core.mail.DomainRecord;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MailLineTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final MailInstance INSTANCE = new MailInstance(
            "mail_1",
            "org_1",
            "Berlin",
            "mx.example.net",
            List.of("192.0.2.10"),
            List.of("2001:db8::10"),
            null,
            DkimKeyType.RSA,
            NOW,
            1);

    private static MailLine.OfDomain line(String fqdn, DomainRecord... records) {
        return new MailLine.OfDomain(
                new DomainOverview(
                        new MailDomain(
                                "mail_2",
                                "org_1",
                                "mail_1",
                                fqdn,
                                DnsMode.MANUAL,
                                null,
                                "mail2026",
                                "",
                                RecordStatus.PENDING,
                                NOW,
                                1),
                        List.of(records),
                        null),
                INSTANCE,
                "");
    }

    private static DomainRecord record(RecordKind kind, boolean required, RecordStatus status) {
        return new DomainRecord(
                kind.wireName(),
                new MailRecord(kind, "example.com", DnsType.TXT, null, "x", required),
                status,
                "",
                null);
    }

    @Test
    void saysWhichRequiredRecordsAreNotRight() {
        assertThat(line(
                                "example.com",
                                record(RecordKind.MX, true, RecordStatus.PENDING),
                                record(RecordKind.SPF, true, RecordStatus.FAILED),
                                record(RecordKind.DKIM, true, RecordStatus.VERIFIED),
                                record(RecordKind.PTR, true, RecordStatus.PENDING),
                                record(RecordKind.PTR, true, RecordStatus.PENDING),
                                record(RecordKind.CAA, false, RecordStatus.FAILED))
                        .wrong())
                .isEqualTo("SPF wrong; MX, PTR pending");
        assertThat(line("example.com", record(RecordKind.MX, true, RecordStatus.VERIFIED))
                        .wrong())
                .isEmpty();
    }

    @Test
    void isFoundByBothFormsOfItsNameAndByItsInstance() {
        MailLine line = line("xn--bcher-kva.example");
        assertThat(line.name()).isEqualTo("bücher.example");
        assertThat(line.below()).isEqualTo("xn--bcher-kva.example");
        assertThat(List.of("BÜCHER", " xn--bcher ", "berlin", "mx.example.net", ""))
                .allMatch(line::matches);
        assertThat(line.matches("bucher")).isFalse();
        assertThat(line("example.com").below()).isEmpty();
    }

    @Test
    void anInstanceNamesItsAddressesIpv4First() {
        assertThat(new MailLine.OfInstance(INSTANCE, 2).addresses()).containsExactly("192.0.2.10", "2001:db8::10");
    }
}
