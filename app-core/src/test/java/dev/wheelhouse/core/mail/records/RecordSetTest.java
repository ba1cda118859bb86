package dev.wheelhouse.core.mail.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordSetTest {

    private static MailSetup setup(List<String> ipv4, List<String> ipv6, String inbox, @Nullable String certificate) {
        return new MailSetup(
                "example.com",
                "mail.example.com",
                ipv4,
                ipv6,
                List.of(new MailSetup.DkimRecord("mail2026", DkimKeyType.ED25519, "AAAA", true)),
                inbox,
                "p1",
                certificate);
    }

    private static List<String> lines(MailSetup setup) {
        return RecordSet.of(setup).stream()
                .map(each -> each.kind().wireName() + " " + (each.required() ? "! " : "") + ZoneFile.line(each))
                .toList();
    }

    @Test
    void hasWhatMailNeeds() {
        assertThat(lines(setup(List.of("192.0.2.10"), List.of("2001:db8::10"), "in", "ab12")))
                .containsExactly(
                        "mx ! example.com. IN MX 10 mail.example.com.",
                        "spf ! example.com. IN TXT \"v=spf1 mx ~all\"",
                        "dkim ! mail2026._domainkey.example.com. IN TXT \"v=DKIM1; k=ed25519; p=AAAA\"",
                        "dmarc ! _dmarc.example.com. IN TXT \"v=DMARC1; p=none; rua=mailto:postmaster@example.com\"",
                        "host-a ! mail.example.com. IN A 192.0.2.10",
                        "host-aaaa mail.example.com. IN AAAA 2001:db8::10",
                        "ptr ! 10.2.0.192.in-addr.arpa. IN PTR mail.example.com.",
                        "ptr ! 0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa."
                                + " IN PTR mail.example.com.",
                        "inbox ! in.example.com. IN MX 10 mail.example.com.",
                        "mta-sts _mta-sts.example.com. IN TXT \"v=STSv1; id=p1\"",
                        "mta-sts-host mta-sts.example.com. IN CNAME mail.example.com.",
                        "tls-rpt _smtp._tls.example.com. IN TXT" + " \"v=TLSRPTv1; rua=mailto:postmaster@example.com\"",
                        "autoconfig autoconfig.example.com. IN CNAME mail.example.com.",
                        "autodiscover autodiscover.example.com. IN CNAME mail.example.com.",
                        "srv-submissions _submissions._tcp.example.com. IN SRV 0 1 465 mail.example.com.",
                        "srv-imaps _imaps._tcp.example.com. IN SRV 0 1 993 mail.example.com.",
                        "caa example.com. IN CAA 0 issue \"letsencrypt.org\"",
                        "tlsa _25._tcp.mail.example.com. IN TLSA 3 1 1 ab12",
                        "smtp ");
    }

    @Test
    void needsTheIpv6AddressWhereThereIsNoOther() {
        assertThat(lines(setup(List.of(), List.of("2001:db8::10"), "", null)))
                .contains("host-aaaa ! mail.example.com. IN AAAA 2001:db8::10")
                .noneMatch(each -> each.startsWith("host-a ") || each.startsWith("inbox") || each.startsWith("tlsa"));
    }

    @Test
    void writesAZoneFileWhoseOtherZonesAreComments() {
        String zone = ZoneFile.of(
                "example.com", RecordSet.of(setup(List.of("192.0.2.10"), List.of("2001:db8::10"), "", null)));
        assertThat(zone)
                .startsWith("; Records that mail of example.com needs.")
                .contains(
                        "\n$ORIGIN example.com.\n$TTL 3600\n@ IN MX 10 mail.example.com.\n",
                        "\nmail2026._domainkey IN TXT \"v=DKIM1;",
                        "\nmail IN A 192.0.2.10\n",
                        "\n; These belong to other zones:\n; 10.2.0.192.in-addr.arpa. IN PTR mail.example.com.\n")
                .doesNotContain(":25");
    }

    @Test
    void cutsTextsIntoStringsOf255Bytes() {
        assertThat(TxtStrings.quoted("")).isEqualTo("\"\"");
        assertThat(TxtStrings.quoted("a".repeat(255))).isEqualTo("\"" + "a".repeat(255) + "\"");
        assertThat(TxtStrings.quoted("a".repeat(256))).isEqualTo("\"" + "a".repeat(255) + "\" \"a\"");
        assertThat(TxtStrings.quoted("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
        assertThat(TxtStrings.quoted("é")).isEqualTo("\"\\195\\169\"");
    }
}
