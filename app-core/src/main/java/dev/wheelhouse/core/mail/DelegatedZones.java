package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsView;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DNS without the zones of registries: a domain that was not delegated lies in one, and its servers have nothing to tell
 * but that, to dozens of questions.
 */
record DelegatedZones(DnsView dns, PublicSuffixes suffixes) implements DnsView {

    @Override
    public ZoneAnswers authoritative(DnsQuestion question) {
        String zone = dns.zone(question.name());
        if (zone == null || !suffixes.contains(zone)) {
            return dns.authoritative(question);
        }
        return new ZoneAnswers(
                question,
                zone,
                List.of(),
                question.name() + " lies in " + zone
                        + ", which a registry keeps: the domain is not registered, or not delegated to name servers yet");
    }

    @Override
    public DnsAnswer resolved(DnsQuestion question) {
        return dns.resolved(question);
    }

    @Override
    public @Nullable String zone(String name) {
        return dns.zone(name);
    }
}
