package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.Published;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.platform.store.Transaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a domain's zone should have, and what of it is known.
 *
 * @param published what this console made and nobody else needs
 * @param zones that names lie in, as the last check found
 * @param instanceRevision of the mail server that the records follow from
 */
record WantedZone(
        List<MailRecord> records, Set<Published> published, Map<String, String> zones, long instanceRevision) {

    WantedZone {
        records = List.copyOf(records);
        published = Set.copyOf(published);
        zones = Map.copyOf(zones);
    }

    static WantedZone of(Transaction tx, MailStores stores, DomainRecords records, MailDomain domain) {
        Set<Published> own = new HashSet<>(stores.publications().published(tx, domain.id()));
        own.removeAll(wantedByOthers(tx, stores, domain));
        Map<String, String> zones = new HashMap<>();
        for (DomainEvidence.OfRecord each : records.evidence(tx, domain).records()) {
            RecordFinding finding = each.finding();
            if (finding != null && !finding.evidence().isEmpty()) {
                Optional.ofNullable(finding.evidence().getFirst().zone())
                        .ifPresent(zone -> zones.put(each.record().record().name(), zone));
            }
        }
        MailInstance instance = stores.instances()
                .find(tx, domain.organizationId(), domain.mailInstanceId())
                .orElseThrow(() -> MailPublishing.gone(domain));
        return new WantedZone(records.wanted(tx, domain), own, zones, instance.revision());
    }

    /** The addresses of mail servers that other domains are on stay when this one leaves. */
    private static Set<Published> wantedByOthers(Transaction tx, MailStores stores, MailDomain domain) {
        Set<String> used = stores.domains().all(tx, domain.organizationId()).stream()
                .filter(each -> !each.id().equals(domain.id()))
                .map(MailDomain::mailInstanceId)
                .collect(Collectors.toSet());
        Set<Published> wanted = new HashSet<>();
        for (MailInstance each : stores.instances().all(tx, domain.organizationId())) {
            if (used.contains(each.id())) {
                each.ipv4().forEach(address -> wanted.add(new Published(each.hostname(), DnsType.A, address)));
                each.ipv6().forEach(address -> wanted.add(new Published(each.hostname(), DnsType.AAAA, address)));
            }
        }
        return wanted;
    }
}
