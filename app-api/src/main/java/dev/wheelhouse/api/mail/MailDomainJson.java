package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A mail domain on the wire.
 *
 * @param unicodeName the name as people read it
 */
record MailDomainJson(
        String id,
        String mailInstanceId,
        String fqdn,
        String unicodeName,
        String dkimSelector,
        DnsMode dnsMode,
        @Nullable DnsSettings dns,
        RecordStatus verificationStatus,
        String inboxSubdomain,
        Instant createdAt) {

    static MailDomainJson from(MailDomain domain) {
        return new MailDomainJson(
                domain.id(),
                domain.mailInstanceId(),
                domain.fqdn(),
                DomainNames.unicode(domain.fqdn()),
                domain.dkimSelector(),
                domain.dnsMode(),
                domain.dns(),
                domain.verificationStatus(),
                domain.inboxSubdomain(),
                domain.createdAt());
    }
}
