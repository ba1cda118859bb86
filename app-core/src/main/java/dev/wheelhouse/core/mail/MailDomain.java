package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.store.Revised;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A domain that gets and sends mail through an instance.
 *
 * @param fqdn as {@link DomainNames} keeps names
 * @param dns where a managed domain's zone is kept; null for a manual one
 * @param dkimSelector of the key that signs
 * @param inboxSubdomain one or more labels below the domain that get mail too; empty for none
 * @param verificationStatus as the last check left it
 * @param revision counts from 1; checks do not change it
 */
public record MailDomain(
        String id,
        String organizationId,
        String mailInstanceId,
        String fqdn,
        DnsMode dnsMode,
        @Nullable DnsSettings dns,
        String dkimSelector,
        String inboxSubdomain,
        RecordStatus verificationStatus,
        Instant createdAt,
        long revision)
        implements Revised {

    /** Names have none of their own beside the domain. */
    @Override
    public String name() {
        return fqdn;
    }
}
