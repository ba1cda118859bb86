package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.records.MtaStsPolicy;
import dev.wheelhouse.core.mail.records.RecordKind;
import dev.wheelhouse.core.mail.records.RecordSet;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The records that domains should have, and what is known of each. Thread-safe; each call takes part in a transaction. */
final class DomainRecords {

    private final MailConfig config;
    private final MailStores stores;
    private final DkimKeys keys;

    DomainRecords(MailConfig config, MailStores stores, DkimKeys keys) {
        this.config = config;
        this.stores = stores;
        this.keys = keys;
    }

    /**
     * What a domain's records follow from.
     *
     * @throws AppException {@code not_found} when its mail server is gone, and so the domain
     */
    MailSetup setup(Transaction tx, MailDomain domain) {
        MailInstance instance = stores.instances()
                .find(tx, domain.organizationId(), domain.mailInstanceId())
                .orElseThrow(() -> AppException.notFound("mail domain", domain.id()));
        String certificate = stores.checks()
                .withoutFindings(tx, domain)
                .map(each -> each.certificateOf(instance.hostname()))
                .orElse(null);
        return setup(domain, instance, keys.of(tx, domain.id()), certificate);
    }

    private static MailSetup setup(
            MailDomain domain, MailInstance instance, List<DkimKey> keys, @Nullable String certificate) {
        return new MailSetup(
                domain.fqdn(),
                instance.hostname(),
                instance.ipv4(),
                instance.ipv6(),
                keys.stream().map(DkimKey::dnsRecord).toList(),
                domain.inboxSubdomain(),
                MtaStsPolicy.id(instance.hostname()),
                certificate);
    }

    /** The records that a domain should have. */
    List<MailRecord> wanted(Transaction tx, MailDomain domain) {
        return RecordSet.of(setup(tx, domain));
    }

    /** The same, and how far each is. */
    List<DomainRecord> records(Transaction tx, MailDomain domain) {
        return records(domain, setup(tx, domain), summary(tx, domain));
    }

    private static List<DomainRecord> records(MailDomain domain, MailSetup setup, DomainCheck known) {
        Map<RecordKind, Integer> counts = new EnumMap<>(RecordKind.class);
        List<DomainRecord> records = new ArrayList<>();
        for (MailRecord each : RecordSet.of(setup)) {
            int count = counts.merge(each.kind(), 1, Integer::sum);
            String id = domain.id() + "-" + each.kind().wireName() + distinction(each, count);
            RecordState state = known.of(each);
            MtaStsPolicy policy =
                    each.kind() == RecordKind.MTA_STS ? MtaStsPolicy.of(setup.fqdn(), setup.host()) : null;
            records.add(new DomainRecord(id, each, state.status(), state.detail(), policy));
        }
        return records;
    }

    /** All domains of an organization, newest first, by a few statements and without evidence. */
    List<DomainOverview> overviews(Transaction tx, String organizationId) {
        Map<String, MailInstance> instances = stores.instances().all(tx, organizationId).stream()
                .collect(Collectors.toMap(MailInstance::id, Function.identity()));
        Map<String, List<DkimKey>> ofDomains =
                keys.all(tx, organizationId).stream().collect(Collectors.groupingBy(DkimKey::domainId));
        Map<String, DomainCheck> known = stores.checks().withoutFindings(tx, organizationId).stream()
                .collect(Collectors.toMap(DomainCheck::domainId, Function.identity()));
        Instant now = config.clock().instant();
        return stores.domains().all(tx, organizationId).stream()
                .map(domain -> {
                    DomainCheck check = known.getOrDefault(domain.id(), DomainCheck.none(domain, now));
                    MailInstance instance = Objects.requireNonNull(instances.get(domain.mailInstanceId()));
                    MailSetup setup = setup(
                            domain,
                            instance,
                            ofDomains.getOrDefault(domain.id(), List.of()),
                            check.certificateOf(instance.hostname()));
                    return new DomainOverview(domain, records(domain, setup, check), check.checkedAt());
                })
                .toList();
    }

    /** Keys change their places when another one signs, so their selectors tell them apart. */
    private static String distinction(MailRecord entry, int count) {
        if (entry.kind() == RecordKind.DKIM) {
            return "-" + entry.name().substring(0, entry.name().indexOf("._domainkey."));
        }
        return count == 1 ? "" : "-" + count;
    }

    /** What the last check found of the records that a domain should have now. */
    DomainEvidence evidence(Transaction tx, MailDomain domain) {
        DomainCheck known = known(tx, domain);
        List<DomainEvidence.OfRecord> all = records(domain, setup(tx, domain), known).stream()
                .map(each -> new DomainEvidence.OfRecord(each, known.finding(each.record())))
                .toList();
        return new DomainEvidence(known.checkedAt(), all);
    }

    /** All that is known of it, with the findings of the last check. */
    DomainCheck known(Transaction tx, MailDomain domain) {
        return stores.checks()
                .find(tx, domain.id())
                .orElseGet(() -> DomainCheck.none(domain, config.clock().instant()));
    }

    /** All that is known but the findings, which weigh most. */
    DomainCheck summary(Transaction tx, MailDomain domain) {
        return stores.checks()
                .withoutFindings(tx, domain)
                .orElseGet(() -> DomainCheck.none(domain, config.clock().instant()));
    }
}
