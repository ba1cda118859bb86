package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.publish.DnsDraft;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /mail/domains}. */
record NewMailDomainJson(
        String mailInstanceId,
        String fqdn,
        @Nullable DnsMode dnsMode,
        @Nullable String dkimSelector,
        @Nullable String inboxSubdomain,
        @Nullable DnsDraft dns) {

    MailDomainDraft toDraft() {
        return new MailDomainDraft(
                mailInstanceId,
                fqdn,
                Objects.requireNonNullElse(dnsMode, DnsMode.MANUAL),
                dkimSelector,
                inboxSubdomain,
                dns);
    }
}
