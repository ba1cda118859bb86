package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneUpdate;
import dev.wheelhouse.core.mail.publish.ZoneValue;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Lease;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one console does to one domain's zone while it holds the lease for that; each step is kept before the zone is asked
 * to change, and after. For one thread.
 */
final class PublicationRun {

    private final MailConfig config;
    private final MailStores stores;
    private final DomainChecks checks;
    private final MailDomain domain;
    private final ZoneProvider provider;
    private final Lease lease;

    PublicationRun(
            MailConfig config,
            MailStores stores,
            DomainChecks checks,
            MailDomain domain,
            ZoneProvider provider,
            Lease lease) {
        this.config = config;
        this.stores = stores;
        this.checks = checks;
        this.domain = domain;
        this.provider = provider;
        this.lease = lease;
    }

    /** As it was when the lease was taken. */
    MailDomain domain() {
        return domain;
    }

    ZoneProvider provider() {
        return provider;
    }

    private void keep(Publication publication) {
        config.store().change(tx -> {
            config.leases().require(tx, lease);
            stores.publications().update(tx, publication);
        });
    }

    /**
     * Applies or undoes a publication, which is kept as begun first.
     *
     * @throws AppException {@code conflict}, {@code upstream_failed} and {@code upstream_timeout} when it could not be done
     */
    Publication apply(Caller caller, Publication begun) {
        keep(begun);
        return switch (outcome(begun)) {
            case ApplyOutcome.Applied() -> end(caller, begun);
            case ApplyOutcome.ChangedMeanwhile(List<DnsQuestion> sets) -> {
                String which = sets.stream().map(DnsQuestion::toString).collect(Collectors.joining(", "));
                String words = "The zone was changed since" + (which.isEmpty() ? "." : ", at " + which + ".");
                leave(begun, words);
                throw MailPublishing.conflict(words);
            }
            case ApplyOutcome.Refused refused -> {
                leave(begun, refused.words());
                throw new AppException(PlatformError.UPSTREAM_FAILED, refused.words());
            }
            case ApplyOutcome.Unknown unknown -> {
                Publication settled = settle(caller, begun);
                if (settled.status() != reached(begun)) {
                    throw new AppException(PlatformError.UPSTREAM_TIMEOUT, unknown.words() + " " + settled.detail());
                }
                yield settled;
            }
        };
    }

    /** What fails before it was sent leaves the zone as it was. */
    private ApplyOutcome outcome(Publication begun) {
        try {
            return provider.apply(changes(begun));
        } catch (AppException e) {
            leave(begun, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /**
     * Notes that all of it is in the zone.
     *
     * @param caller null for what a console did that died
     */
    private Publication end(@Nullable Caller caller, Publication begun) {
        ZoneUpdate update = Objects.requireNonNull(begun.zoneUpdate());
        boolean isUndone = begun.status() == PublicationStatus.UNDOING;
        Publication ended = begun.with(
                reached(begun),
                update,
                "",
                isUndone ? begun.appliedAt() : config.clock().instant());
        config.store().change(tx -> {
            config.leases().require(tx, lease);
            MailDomain now = stores.domains().lock(tx, domain.id()).orElseThrow(() -> MailPublishing.gone(domain));
            stores.publications().update(tx, ended);
            stores.publications()
                    .setPublished(tx, domain.id(), isUndone ? update.publishedBefore() : update.publishedAfter());
            checks.restart(tx, now);
            NewEvent event = new NewEvent(
                    isUndone ? EventKind.MAIL_PUBLISH_UNDONE : EventKind.MAIL_PUBLISHED,
                    domain.id(),
                    told(changes(begun)));
            if (caller == null) {
                config.events().appendOfConsole(tx, domain.organizationId(), event);
            } else {
                config.events().append(tx, caller, event);
            }
        });
        return ended;
    }

    private Map<String, Object> told(List<SetChange> changes) {
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
    private Publication leave(Publication begun, String words) {
        boolean wasUndoing = begun.status() == PublicationStatus.UNDOING;
        Publication left = begun.with(
                wasUndoing ? PublicationStatus.APPLIED : PublicationStatus.REFUSED,
                begun.zoneUpdate(),
                words,
                begun.appliedAt());
        keep(left);
        return left;
    }

    /**
     * Reads what came of an update whose end nobody noted.
     *
     * @param caller null for what a console did that died
     */
    Publication settle(@Nullable Caller caller, Publication begun) {
        return switch (provider.state(changes(begun))) {
            case AFTER -> end(caller, begun);
            case BEFORE -> leave(begun, "The server did not take it.");
            case NEITHER -> {
                Publication unknown = begun.with(
                        PublicationStatus.UNKNOWN,
                        begun.zoneUpdate(),
                        "The zone is neither as it was nor as it should be: somebody else changed it.",
                        begun.appliedAt());
                keep(unknown);
                yield unknown;
            }
        };
    }

    private static List<SetChange> changes(Publication begun) {
        ZoneUpdate update = Objects.requireNonNull(begun.zoneUpdate());
        return begun.status() == PublicationStatus.UNDOING ? update.inverse().changes() : update.changes();
    }

    private static PublicationStatus reached(Publication begun) {
        return begun.status() == PublicationStatus.UNDOING ? PublicationStatus.UNDONE : PublicationStatus.APPLIED;
    }
}
