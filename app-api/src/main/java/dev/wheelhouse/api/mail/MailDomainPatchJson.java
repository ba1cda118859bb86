package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.http.json.Patch;
import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.publish.DnsDraft;

/** The body of {@code PATCH /mail/domains/{id}}: a merge patch (RFC 7396), in which
 * {@code dns} is replaced as a whole. The name and the selector stay. */
record MailDomainPatchJson(
        Patch<String> mailInstanceId,
        Patch<String> fqdn,
        Patch<DnsMode> dnsMode,
        Patch<String> dkimSelector,
        Patch<String> inboxSubdomain,
        Patch<DnsDraft> dns) {

    MailDomainDraft toDraft(MailDomain current) {
        return new MailDomainDraft(
                mailInstanceId.applyRequired("mailInstanceId", current.mailInstanceId()),
                fqdn.applyRequired("fqdn", current.fqdn()),
                dnsMode.applyRequired("dnsMode", current.dnsMode()),
                dkimSelector.applyRequired("dkimSelector", current.dkimSelector()),
                inboxSubdomain.apply(current.inboxSubdomain()),
                dns.apply(null));
    }
}
