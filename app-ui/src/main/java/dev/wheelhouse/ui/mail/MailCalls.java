package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.publish.DnsDraft;
import dev.wheelhouse.ui.curl.CallBody;
import dev.wheelhouse.ui.curl.CurlCommand;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The API calls behind the actions on mail instances and domains. */
public final class MailCalls {

    /** Variable of the shell for the secret of a domain's DNS provider. */
    public static final String SECRET_VARIABLE = "DNS_SECRET";

    private static final String INSTANCES = "/mail/instances";
    private static final String DOMAINS = "/mail/domains";

    private MailCalls() {}

    static CurlCommand instances() {
        return CurlCommand.get(INSTANCES);
    }

    static CurlCommand domains() {
        return CurlCommand.get(DOMAINS);
    }

    static CurlCommand create(MailInstanceDraft draft) {
        return CurlCommand.post(INSTANCES, body(draft));
    }

    static CurlCommand update(MailInstance instance, MailInstanceDraft draft) {
        return CurlCommand.patch(one(instance), body(draft));
    }

    private static CallBody body(MailInstanceDraft draft) {
        return new CallBody()
                .with("name", draft.name())
                .with("hostname", draft.hostname())
                .with("ipv4", draft.ipv4())
                .with("ipv6", draft.ipv6())
                .withNull("serverId", draft.serverId())
                .with("dkimKeyType", draft.dkimKeyType());
    }

    static CurlCommand get(MailInstance instance) {
        return CurlCommand.get(one(instance));
    }

    static CurlCommand delete(MailInstance instance) {
        return CurlCommand.delete(one(instance));
    }

    static CurlCommand create(MailDomainDraft draft) {
        return CurlCommand.post(DOMAINS, body(draft));
    }

    static CurlCommand update(MailDomain domain, MailDomainDraft draft) {
        return CurlCommand.patch(one(domain), body(draft));
    }

    private static CallBody body(MailDomainDraft draft) {
        return new CallBody()
                .with("mailInstanceId", draft.mailInstanceId())
                .with("fqdn", draft.fqdn())
                .with("dnsMode", draft.dnsMode())
                .with("dkimSelector", draft.dkimSelector())
                .with("inboxSubdomain", draft.inboxSubdomain())
                .with("dns", draft.dns() == null ? null : fields(draft.dns()));
    }

    private static Map<String, Object> fields(DnsDraft dns) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "provider", dns.provider());
        put(fields, "server", dns.server());
        put(fields, "port", dns.port());
        put(fields, "zone", dns.zone());
        put(fields, "tsigName", dns.tsigName());
        put(fields, "tsigAlgorithm", dns.tsigAlgorithm());
        put(fields, "tsigSecret", dns.tsigSecret() == null ? null : CurlCommand.variable(SECRET_VARIABLE));
        put(fields, "url", dns.url());
        put(fields, "token", dns.token() == null ? null : CurlCommand.variable(SECRET_VARIABLE));
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    static CurlCommand delete(MailDomain domain) {
        return CurlCommand.delete(one(domain));
    }

    static CurlCommand get(MailDomain domain) {
        return CurlCommand.get(one(domain));
    }

    static CurlCommand verify(MailDomain domain) {
        return CurlCommand.post(one(domain) + "/verify");
    }

    static CurlCommand records(MailDomain domain) {
        return CurlCommand.get(one(domain) + "/dns");
    }

    static CurlCommand evidence(MailDomain domain) {
        return CurlCommand.get(one(domain) + "/evidence");
    }

    static CurlCommand spf(MailDomain domain) {
        return CurlCommand.get(one(domain) + "/spf");
    }

    static CurlCommand zone(MailDomain domain) {
        return CurlCommand.get(one(domain) + "/zone");
    }

    static CurlCommand exportKey(MailDomain domain, DkimExportFormat format, String selector) {
        return CurlCommand.post(
                one(domain) + "/dkim-key", new CallBody().with("format", format).with("selector", selector));
    }

    static CurlCommand keys(MailDomain domain) {
        return CurlCommand.get(one(domain) + "/dkim-keys");
    }

    /** @param selector of the next key; empty for a free one */
    static CurlCommand rotate(MailDomain domain, String selector) {
        return rotation(domain, "begin", selector.isEmpty() ? null : selector);
    }

    static CurlCommand switchKey(MailDomain domain) {
        return rotation(domain, "switch", null);
    }

    static CurlCommand cancelRotation(MailDomain domain) {
        return rotation(domain, "cancel", null);
    }

    private static CurlCommand rotation(MailDomain domain, String step, @Nullable String selector) {
        return CurlCommand.post(
                one(domain) + "/rotate-dkim", new CallBody().with("step", step).with("selector", selector));
    }

    static CurlCommand preview(MailDomain domain) {
        return CurlCommand.post(one(domain) + "/publish", new CallBody().with("preview", true));
    }

    /** @param accepted ids of rows of somebody else's records */
    static CurlCommand publish(MailDomain domain, String previewId, Collection<String> accepted) {
        return CurlCommand.post(
                one(domain) + "/publish",
                new CallBody().with("previewId", previewId).with("accept", List.copyOf(accepted)));
    }

    static CurlCommand undo(MailDomain domain) {
        return CurlCommand.post(one(domain) + "/publish/undo");
    }

    static CurlCommand publications(MailDomain domain) {
        return CurlCommand.get(one(domain) + "/publications");
    }

    /** The records of a domain. */
    static CurlCommand records(String domainId) {
        return CurlCommand.get(DOMAINS + "/" + CurlCommand.segment(domainId) + "/dns");
    }

    private static String one(MailInstance instance) {
        return INSTANCES + "/" + CurlCommand.segment(instance.id());
    }

    private static String one(MailDomain domain) {
        return DOMAINS + "/" + CurlCommand.segment(domain.id());
    }
}
