package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.publish.DnsDraft;
import org.jspecify.annotations.Nullable;

/**
 * A domain as a form or a request gives it, before it is checked.
 *
 * @param dkimSelector null for one with the year
 * @param inboxSubdomain empty or null for none
 * @param dns of a managed domain; null for a manual one, and for what is stored. A secret left out stays as long as it would
 *     be used at the same place
 */
public record MailDomainDraft(
        String mailInstanceId,
        String fqdn,
        DnsMode dnsMode,
        @Nullable String dkimSelector,
        @Nullable String inboxSubdomain,
        @Nullable DnsDraft dns) {}
