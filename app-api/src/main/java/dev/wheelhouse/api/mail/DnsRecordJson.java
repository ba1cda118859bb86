package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.DomainRecord;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MtaStsPolicy;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.mail.records.ZoneFile;
import org.jspecify.annotations.Nullable;

/**
 * A record of a mail domain on the wire.
 *
 * @param value the whole text without quotation marks
 * @param split the value in quoted strings of at most 255 bytes; of TXT alone
 * @param policy what the web host has to serve; of MTA-STS alone
 */
record DnsRecordJson(
        String id,
        RecordKind kind,
        String name,
        String type,
        String value,
        @Nullable String split,
        @Nullable Integer priority,
        boolean required,
        RecordStatus status,
        String detail,
        @Nullable MtaStsPolicy policy) {

    /** What is no record but the mail server's answer. */
    private static final String SMTP = "SMTP";

    static DnsRecordJson from(DomainRecord entry) {
        MailRecord dns = entry.record();
        String split = ZoneFile.split(dns);
        return new DnsRecordJson(
                entry.id(),
                dns.kind(),
                dns.name(),
                type(dns),
                dns.value(),
                split.equals(dns.value()) ? null : split,
                dns.priority(),
                dns.required(),
                entry.status(),
                entry.detail(),
                entry.policy());
    }

    static String type(MailRecord dns) {
        return dns.type() == null ? SMTP : dns.type().wireName();
    }
}
