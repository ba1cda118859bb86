package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.publish.DnsSettings;
import dev.wheelhouse.core.mail.publish.PublishPlan;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneUpdate;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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
    private final DomainRecords records;
    private final DomainChecks checks;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    MailPublishing(
            MailConfig config,
            MailStores stores,
            MailDomainService domains,
            DomainRecords records,
            DomainChecks checks) {
        this.config = config;
        this.stores = stores;
        this.domains = domains;
        this.records = records;
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
        return working(caller, id, run -> {
            MailDomain domain = run.domain();
            WantedZone wanted = config.store().read(tx -> WantedZone.of(tx, stores, records, domain));
            PublishPlan plan = PublishPlan.of(
                    wanted.records(),
                    run.provider().read(PublishPlan.questions(wanted.records(), wanted.published())),
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
                if (stores.domains().lock(tx, domain.id()).isEmpty()) {
                    throw gone(domain);
                }
                stores.publications().sweep(tx, domain.id(), now.minus(PREVIEW));
                stores.publications().insert(tx, preview);
            });
            return preview;
        });
    }

    /**
     * Applies a preview, all or nothing, while the zone is as it was previewed.
     *
     * @param accepted ids of rows where a record of somebody else stands in the way and is to be changed all the same
     * @throws AppException as {@link #preview}; {@code not_found} for a preview; {@code validation_failed} for a row that
     *     it has not; {@code conflict} when it is too old, was applied, or the domain or the zone was changed since
     */
    public Publication publish(Caller caller, String id, String previewId, Set<String> accepted) {
        return working(caller, id, run -> {
            Publication preview = config.store().read(tx -> applicable(tx, run.domain(), previewId));
            ZoneUpdate update = update(preview, accepted);
            if (update.changes().isEmpty()) {
                throw new AppException(
                        PlatformError.STATE_INVALID, "Without a row that is accepted there is nothing to publish.");
            }
            return run.apply(caller, preview.with(PublicationStatus.APPLYING, update, "", null));
        });
    }

    private Publication applicable(Transaction tx, MailDomain domain, String previewId) {
        Publication preview = stores.publications()
                .find(tx, domain.organizationId(), previewId)
                .filter(each -> each.domainId().equals(domain.id()))
                .orElseThrow(() -> AppException.notFound("preview", previewId));
        MailInstance instance = stores.instances()
                .find(tx, domain.organizationId(), domain.mailInstanceId())
                .orElseThrow(() -> gone(domain));
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
        return working(caller, id, run -> {
            Publication last = config.store()
                    .read(tx -> stores.publications().lastApplied(tx, id))
                    .orElseThrow(() ->
                            new AppException(PlatformError.STATE_INVALID, "Nothing was published that can be undone."));
            return run.apply(caller, last.with(PublicationStatus.UNDOING, last.zoneUpdate(), "", last.appliedAt()));
        });
    }

    /** The last publications of a domain, newest first; previews are not among them. */
    public List<Publication> history(Caller caller, String id) {
        MailDomain domain = domains.get(caller, id);
        return config.store().read(tx -> stores.publications().done(tx, domain.id()));
    }

    /** What is done to a domain's zone by one at a time. */
    private interface Work {
        Publication with(PublicationRun run);
    }

    private Publication working(Caller caller, String id, Work work) {
        domains.forUse(caller, id, Scope.MAIL_WRITE);
        if (!underWay.add(id)) {
            throw running();
        }
        try {
            Lease lease = config.leases().take("publishing " + id).orElseThrow(MailPublishing::running);
            try {
                // As it is now: while somebody else published, it may have been changed.
                MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
                PublicationRun run =
                        new PublicationRun(config, stores, checks, domain, provider(domain, settings(domain)), lease);
                config.store()
                        .read(tx -> stores.publications().underWay(tx, id))
                        .ifPresent(left -> run.settle(null, left));
                return work.with(run);
            } finally {
                config.leases().release(lease);
            }
        } finally {
            underWay.remove(id);
        }
    }

    private static DnsSettings settings(MailDomain domain) {
        DnsSettings settings = domain.dns();
        if (settings == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "The records of " + domain.fqdn()
                            + " are put into its zone by hand. Set dnsMode to managed to have the console do it.");
        }
        return settings;
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

    static AppException gone(MailDomain domain) {
        return AppException.notFound("mail domain", domain.id());
    }

    static AppException conflict(String words) {
        return new AppException(PlatformError.CONFLICT, words + " " + PREVIEW_AGAIN);
    }
}
