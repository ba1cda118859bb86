package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.RecordFinding;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.PublishPlan;
import dev.wheelhouse.core.mail.publish.Published;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneUpdate;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.mail.records.MailRecord;
import dev.wheelhouse.core.mail.records.RecordSet;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts the records of managed domains into their zones, after a preview, and takes them back. One publication of a domain
 * is under way at a time, on one console; the next one settles what a console that died left. Thread-safe.
 */
public final class MailPublishing {

    /** How long a preview can be applied. */
    public static final Duration PREVIEW = Duration.ofMinutes(15);

    private static final String PREVIEW_AGAIN = "Make another preview.";

    private final MailConfig config;
    private final MailStores stores;
    private final MailDomainService domains;
    private final DomainChecks checks;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    MailPublishing(MailConfig config, MailStores stores, MailDomainService domains, DomainChecks checks) {
        this.config = config;
        this.stores = stores;
        this.domains = domains;
        this.checks = checks;
    }

    /**
     * Reads the zone and says what publishing would do; it can be applied for {@link #PREVIEW}.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} for a manual domain;
     *     {@code already_running}; {@code vault_locked}; {@code upstream_failed} and {@code upstream_timeout} in the
     *     provider's words
     */
    public Publication preview(Caller caller, String id) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        return working(domain, (provider, _) -> {
            Wanted wanted = config.store().read(tx -> wanted(tx, domain));
            PublishPlan plan = PublishPlan.of(
                    wanted.records(),
                    provider.read(PublishPlan.questions(wanted.records(), wanted.published())),
                    wanted.published(),
                    wanted.zones());
            Instant now = config.clock().instant();
            Publication preview = new Publication(
                    config.ids().next("pub"),
                    domain.organizationId(),
                    domain.id(),
                    PublicationStatus.PREVIEWED,
                    plan,
                    null,
                    "",
                    domain.revision(),
                    wanted.instanceRevision(),
                    now,
                    null);
            config.store().change(tx -> {
                stores.publications().sweep(tx, domain.id(), now.minus(PREVIEW));
                stores.publications().insert(tx, preview);
            });
            return preview;
        });
    }

    /** What a domain's zone should have, and what of it is known. */
    private record Wanted(
            List<MailRecord> records, Set<Published> published, Map<String, String> zones, long instanceRevision) {}

    private Wanted wanted(Transaction tx, MailDomain domain) {
        Set<Published> own = new HashSet<>(stores.publications().published(tx, domain.id()));
        own.removeAll(wantedByOthers(tx, domain));
        Map<String, String> zones = new HashMap<>();
        for (DomainEvidence.OfRecord each : checks.evidence(tx, domain).records()) {
            RecordFinding finding = each.finding();
            if (finding != null && !finding.evidence().isEmpty()) {
                Optional.ofNullable(finding.evidence().getFirst().zone())
                        .ifPresent(zone -> zones.put(each.record().record().name(), zone));
            }
        }
        MailInstance instance = stores.instances()
                .find(tx, domain.organizationId(), domain.mailInstanceId())
                .orElseThrow();
        return new Wanted(RecordSet.of(checks.setup(tx, domain)), own, zones, instance.revision());
    }

    /** The addresses of mail servers that other domains are on stay when this one leaves. */
    private Set<Published> wantedByOthers(Transaction tx, MailDomain domain) {
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

    /**
     * Applies a preview, all or nothing, while the zone is as it was previewed.
     *
     * @param accepted ids of rows where a record of somebody else stands in the way and is to be changed all the same
     * @throws AppException as {@link #preview}; {@code not_found} for a preview; {@code validation_failed} for a row that
     *     it has not; {@code conflict} when it is too old, was applied, or the domain or the zone was changed since
     */
    public Publication publish(Caller caller, String id, String previewId, Set<String> accepted) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        return working(domain, (provider, lease) -> {
            Publication preview = config.store().read(tx -> applicable(tx, domain, previewId));
            ZoneUpdate update = update(preview, accepted);
            if (update.changes().isEmpty()) {
                throw new AppException(
                        PlatformError.STATE_INVALID, "Without a row that is accepted there is nothing to publish.");
            }
            Publication begun = preview.with(PublicationStatus.APPLYING, update, "", null);
            begin(lease, begun);
            return apply(caller, domain, lease, provider, begun);
        });
    }

    private Publication applicable(Transaction tx, MailDomain domain, String previewId) {
        Publication preview = stores.publications()
                .find(tx, domain.organizationId(), previewId)
                .filter(each -> each.domainId().equals(domain.id()))
                .orElseThrow(() -> AppException.notFound("preview", previewId));
        MailInstance instance = stores.instances()
                .find(tx, domain.organizationId(), domain.mailInstanceId())
                .orElseThrow();
        if (preview.status() != PublicationStatus.PREVIEWED) {
            throw conflict("This preview was applied before.");
        }
        if (preview.createdAt().plus(PREVIEW).isBefore(config.clock().instant())) {
            throw conflict("This preview is older than " + PREVIEW.toMinutes() + " minutes.");
        }
        if (preview.domainRevision() != domain.revision() || preview.instanceRevision() != instance.revision()) {
            throw conflict("The domain or its mail instance was changed since.");
        }
        return preview;
    }

    private static ZoneUpdate update(Publication preview, Set<String> accepted) {
        try {
            return preview.plan().update(accepted);
        } catch (IllegalArgumentException e) {
            throw AppException.invalid("accept", String.valueOf(e.getMessage()));
        }
    }

    /**
     * Takes back what was published last, all or nothing, while the zone is as it was left.
     *
     * @throws AppException as {@link #publish}; {@code state_invalid} when there is nothing to undo
     */
    public Publication undo(Caller caller, String id) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        return working(domain, (provider, lease) -> {
            Publication last = config.store()
                    .read(tx -> stores.publications().lastApplied(tx, domain.id()))
                    .orElseThrow(() ->
                            new AppException(PlatformError.STATE_INVALID, "Nothing was published that can be undone."));
            Publication begun = last.with(PublicationStatus.UNDOING, last.zoneUpdate(), "", last.appliedAt());
            begin(lease, begun);
            return apply(caller, domain, lease, provider, begun);
        });
    }

    /** The last publications of a domain, newest first; previews are not among them. */
    public List<Publication> history(Caller caller, String id) {
        MailDomain domain = domains.get(caller, id);
        return config.store().read(tx -> stores.publications().done(tx, domain.id()));
    }

    private void begin(Lease lease, Publication begun) {
        config.store().change(tx -> {
            config.leases().require(tx, lease);
            stores.publications().update(tx, begun);
        });
    }

    private Publication apply(Caller caller, MailDomain domain, Lease lease, ZoneProvider provider, Publication begun) {
        List<SetChange> changes = changes(begun);
        return switch (outcome(lease, provider, begun, changes)) {
            case ApplyOutcome.Applied() -> end(caller, domain, lease, begun, reached(begun), "");
            case ApplyOutcome.ChangedMeanwhile(List<DnsQuestion> sets) -> {
                String which = sets.stream().map(DnsQuestion::toString).collect(Collectors.joining(", "));
                String words = "The zone was changed since" + (which.isEmpty() ? "." : ", at " + which + ".");
                leave(lease, begun, words);
                throw conflict(words);
            }
            case ApplyOutcome.Refused refused -> {
                leave(lease, begun, refused.words());
                throw new AppException(PlatformError.UPSTREAM_FAILED, refused.words());
            }
            case ApplyOutcome.Unknown unknown -> {
                Publication settled = settle(caller, domain, lease, provider, begun);
                if (settled.status() != reached(begun)) {
                    throw new AppException(PlatformError.UPSTREAM_TIMEOUT, unknown.words() + " " + settled.detail());
                }
                yield settled;
            }
        };
    }

    /** What fails before it was sent leaves the zone as it was. */
    private ApplyOutcome outcome(Lease lease, ZoneProvider provider, Publication begun, List<SetChange> changes) {
        try {
            return provider.apply(changes);
        } catch (AppException e) {
            leave(lease, begun, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /**
     * Notes that all of it is in the zone.
     *
     * @param caller null for what a console did that died
     */
    private Publication end(
            @Nullable Caller caller,
            MailDomain domain,
            Lease lease,
            Publication begun,
            PublicationStatus status,
            String detail) {
        ZoneUpdate update = Objects.requireNonNull(begun.zoneUpdate());
        boolean isUndone = status == PublicationStatus.UNDONE;
        Publication ended = begun.with(
                status,
                update,
                detail,
                isUndone ? begun.appliedAt() : config.clock().instant());
        config.store().change(tx -> {
            config.leases().require(tx, lease);
            MailDomain now = stores.domains().lock(tx, domain.id()).orElseThrow(() -> gone(domain));
            stores.publications().update(tx, ended);
            stores.publications()
                    .setPublished(tx, domain.id(), isUndone ? update.publishedBefore() : update.publishedAfter());
            checks.restart(tx, now);
            NewEvent event = new NewEvent(
                    isUndone ? EventKind.MAIL_PUBLISH_UNDONE : EventKind.MAIL_PUBLISHED,
                    domain.id(),
                    told(domain, changes(begun)));
            if (caller == null) {
                config.events().appendOfConsole(tx, domain.organizationId(), event);
            } else {
                config.events().append(tx, caller, event);
            }
        });
        return ended;
    }

    private static AppException gone(MailDomain domain) {
        return AppException.notFound("mail domain", domain.id());
    }

    private static Map<String, Object> told(MailDomain domain, List<SetChange> changes) {
        return Map.of(
                "fqdn",
                domain.fqdn(),
                "changes",
                changes.stream()
                        .map(each -> Map.of(
                                "name", each.name(),
                                "type", each.type().wireName(),
                                "removed",
                                        each.removed().stream()
                                                .map(ZoneValue::text)
                                                .toList(),
                                "added",
                                        each.added().stream()
                                                .map(ZoneValue::text)
                                                .toList()))
                        .toList());
    }

    /** Notes that the zone was left as it was: a publication can be previewed again, one to be undone still stands. */
    private void leave(Lease lease, Publication begun, String words) {
        boolean wasUndoing = begun.status() == PublicationStatus.UNDOING;
        begin(
                lease,
                begun.with(
                        wasUndoing ? PublicationStatus.APPLIED : PublicationStatus.REFUSED,
                        begun.zoneUpdate(),
                        words,
                        begun.appliedAt()));
    }

    /** Reads what came of an update whose end nobody noted. */
    private Publication settle(
            @Nullable Caller caller, MailDomain domain, Lease lease, ZoneProvider provider, Publication begun) {
        return switch (provider.state(changes(begun))) {
            case AFTER -> end(caller, domain, lease, begun, reached(begun), "");
            case BEFORE -> {
                leave(lease, begun, "The server did not take it.");
                yield begun.with(PublicationStatus.REFUSED, begun.zoneUpdate(), "", begun.appliedAt());
            }
            case NEITHER -> {
                Publication unknown = begun.with(
                        PublicationStatus.UNKNOWN,
                        begun.zoneUpdate(),
                        "The zone is neither as it was nor as it should be: somebody else changed it.",
                        begun.appliedAt());
                begin(lease, unknown);
                yield unknown;
            }
        };
    }

    /** What is done to a domain's zone by one at a time. */
    private interface Work {
        Publication with(ZoneProvider provider, Lease lease);
    }

    private Publication working(MailDomain domain, Work work) {
        DnsSettings settings = domain.dns();
        if (settings == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The records of " + domain.fqdn()
                            + " are put into its zone by hand. Set dnsMode to managed to have the console do it.");
        }
        if (!underWay.add(domain.id())) {
            throw running();
        }
        try {
            Lease lease = config.leases().take("publishing " + domain.id()).orElseThrow(MailPublishing::running);
            try {
                ZoneProvider provider = provider(domain, settings);
                config.store()
                        .read(tx -> stores.publications().underWay(tx, domain.id()))
                        .ifPresent(left -> settle(null, domain, lease, provider, left));
                return work.with(provider, lease);
            } finally {
                config.leases().release(lease);
            }
        } finally {
            underWay.remove(domain.id());
        }
    }

    private ZoneProvider provider(MailDomain domain, DnsSettings settings) {
        String secret = config.vault()
                .findText(MailDomainService.dnsSecret(domain))
                .orElseThrow(() -> AppException.invalid("dns", "Give the secret of the provider again."));
        return config.zones().of(settings, secret, domain.fqdn());
    }

    private static AppException running() {
        return new AppException(PlatformError.ALREADY_RUNNING, "This domain is being published. Wait for the end.");
    }

    private static List<SetChange> changes(Publication begun) {
        ZoneUpdate update = Objects.requireNonNull(begun.zoneUpdate());
        return begun.status() == PublicationStatus.UNDOING ? update.inverse().changes() : update.changes();
    }

    private static PublicationStatus reached(Publication begun) {
        return begun.status() == PublicationStatus.UNDOING ? PublicationStatus.UNDONE : PublicationStatus.APPLIED;
    }

    private static AppException conflict(String words) {
        return new AppException(PlatformError.CONFLICT, words + " " + PREVIEW_AGAIN);
    }
}
