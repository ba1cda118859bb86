package dev.wheelhouse.core.mail.records;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.spf.SpfAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records that a domain should have. */
public final class RecordSet {

    private static final int PRIORITY = 10;
    private static final int SMTP_PORT = 25;

    private final MailSetup setup;
    private final List<MailRecord> records = new ArrayList<>();

    private RecordSet(MailSetup setup) {
        this.setup = setup;
    }

    /** All of them, in the order of their kinds. */
    public static List<MailRecord> of(MailSetup setup) {
        return new RecordSet(setup).made();
    }

    private List<MailRecord> made() {
        String fqdn = setup.fqdn();
        String host = setup.host();
        add(RecordKind.MX, fqdn, DnsType.MX, PRIORITY, host, true);
        text(RecordKind.SPF, fqdn, "v=spf1 mx ~all", true);
        setup.dkim().forEach(key -> text(RecordKind.DKIM, key.name(fqdn), key.text(), key.required()));
        text(RecordKind.DMARC, "_dmarc." + fqdn, "v=DMARC1; p=none; rua=mailto:postmaster@" + fqdn, true);
        boolean onlyIpv6 = setup.ipv4().isEmpty();
        setup.ipv4().forEach(each -> add(RecordKind.HOST_A, host, DnsType.A, null, each, true));
        setup.ipv6().forEach(each -> add(RecordKind.HOST_AAAA, host, DnsType.AAAA, null, each, onlyIpv6));
        setup.ipv4().forEach(this::pointer);
        setup.ipv6().forEach(this::pointer);
        if (!setup.inboxSubdomain().isEmpty()) {
            add(RecordKind.INBOX, setup.inboxSubdomain() + "." + fqdn, DnsType.MX, PRIORITY, host, true);
        }
        text(RecordKind.MTA_STS, "_mta-sts." + fqdn, "v=STSv1; id=" + setup.policyId(), false);
        add(RecordKind.MTA_STS_HOST, "mta-sts." + fqdn, DnsType.CNAME, null, host, false);
        text(RecordKind.TLS_RPT, "_smtp._tls." + fqdn, "v=TLSRPTv1; rua=mailto:postmaster@" + fqdn, false);
        add(RecordKind.AUTOCONFIG, "autoconfig." + fqdn, DnsType.CNAME, null, host, false);
        add(RecordKind.AUTODISCOVER, "autodiscover." + fqdn, DnsType.CNAME, null, host, false);
        add(RecordKind.SRV_SUBMISSIONS, "_submissions._tcp." + fqdn, DnsType.SRV, 0, "1 465 " + host, false);
        add(RecordKind.SRV_IMAPS, "_imaps._tcp." + fqdn, DnsType.SRV, 0, "1 993 " + host, false);
        add(RecordKind.CAA, fqdn, DnsType.CAA, null, "0 issue \"letsencrypt.org\"", false);
        if (setup.certificate() != null) {
            String name = "_" + SMTP_PORT + "._tcp." + host;
            add(RecordKind.TLSA, name, DnsType.TLSA, null, "3 1 1 " + setup.certificate(), false);
        }
        add(RecordKind.SMTP, host, null, null, host + ":" + SMTP_PORT, false);
        return List.copyOf(records);
    }

    private void pointer(String address) {
        String name = SpfAddress.parse(address).orElseThrow().reverseName();
        add(RecordKind.PTR, name, DnsType.PTR, null, setup.host(), true);
    }

    private void text(RecordKind kind, String name, String value, boolean required) {
        add(kind, name, DnsType.TXT, null, value, required);
    }

    private void add(
            RecordKind kind,
            String name,
            @Nullable DnsType type,
            @Nullable Integer priority,
            String value,
            boolean required) {
        records.add(new MailRecord(kind, name, type, priority, value, required));
    }
}
