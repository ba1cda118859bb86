package dev.wheelhouse.core.mail;

import org.jspecify.annotations.Nullable;

/**
 * A domain as a form or a request gives it, before it is checked.
 *
 * @param dkimSelector null for one with the year
 * @param inboxSubdomain empty or null for none
 */
public record MailDomainDraft(
        String mailInstanceId,
        String fqdn,
        DnsMode dnsMode,
        @Nullable String dkimSelector,
        @Nullable String inboxSubdomain) {}
