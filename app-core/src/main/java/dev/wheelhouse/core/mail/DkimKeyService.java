package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimExport;
import dev.wheelhouse.core.mail.dkim.DkimExportFormat;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.dkim.DkimKeyPair;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys that sign a domain's mail, and their rotation: another key is made and published beside the one that signs; once
 * all name servers have its record somebody switches the mail server and the console to it; a week later the old one is
 * revoked. Thread-safe.
 */
public final class DkimKeyService {

    private static final int MOST_SELECTORS = 26;

    private final MailConfig config;
    private final MailStores stores;
    private final MailDomainService domains;
    private final DomainRecords records;
    private final DomainChecks checks;
    private final DkimKeys keys;

    DkimKeyService(
            MailConfig config,
            MailStores stores,
            MailDomainService domains,
            DomainRecords records,
            DomainChecks checks,
            DkimKeys keys) {
        this.config = config;
        this.stores = stores;
        this.domains = domains;
        this.records = records;
        this.checks = checks;
        this.keys = keys;
    }

    /**
     * The keys of a domain: the one that signs first, then the newest.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}
     */
    public List<DkimKey> list(Caller caller, String id) {
        MailDomain domain = domains.get(caller, id);
        return config.store().read(tx -> keys.of(tx, domain.id()));
    }

    /** As {@link #list}, for a caller who changed one and may be allowed nothing but that. */
    public List<DkimKey> after(Caller caller, String id) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        return config.store().read(tx -> keys.of(tx, domain.id()));
    }

    /**
     * A private key, for the program that signs with it. Each time is an event.
     *
     * @param selector null for the key that signs
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code validation_failed} for a selector that no
     *     key of the domain has; {@code state_invalid} for a key that was revoked; {@code vault_locked}
     */
    public DkimExport export(Caller caller, String id, DkimExportFormat format, @Nullable String selector) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        String wanted = selector == null ? domain.dkimSelector() : selector;
        DkimKey key = config.store().read(tx -> keys.of(tx, id)).stream()
                .filter(each -> each.selector().equals(wanted))
                .findFirst()
                .orElseThrow(() ->
                        AppException.invalid("selector", "The domain has no key under the selector " + wanted + "."));
        byte[] pkcs8 = config.vault()
                .find(key.secret())
                .orElseThrow(() -> new AppException(
                        PlatformError.STATE_INVALID, "The key was revoked, and its private part is gone."));
        config.store()
                .change(tx -> append(
                        tx,
                        caller,
                        domain,
                        EventKind.MAIL_KEY_SHOWN,
                        Map.of("selector", wanted, "format", format.wireName())));
        return DkimExport.of(format, domain.fqdn(), key, pkcs8);
    }

    /**
     * Makes the next key, of the type that the instance says. Its record joins those of the domain.
     *
     * @param selector null for a free one with the year
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code validation_failed} for a selector that is
     *     none; {@code already_exists} for one that a key of the domain has; {@code already_running} while there is a next
     *     key; {@code vault_locked}
     */
    public DkimKey rotate(Caller caller, String id, @Nullable String selector) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        String wanted =
                selector == null ? null : DomainValidation.nextSelector(selector, domain.fqdn(), config.suffixes());
        DkimKeyPair pair = config.newKeys()
                .apply(config.store()
                        .read(tx -> stores.instances().find(tx, domain.organizationId(), domain.mailInstanceId()))
                        .orElseThrow(() -> AppException.notFound("mail domain", id))
                        .dkimKeyType());
        config.vault().prepare();
        return config.store().write(tx -> {
            MailDomain locked = lock(tx, domain);
            List<DkimKey> all = keys.of(tx, id);
            next(all).ifPresent(each -> {
                throw new AppException(
                        PlatformError.ALREADY_RUNNING,
                        "The key is being rotated: " + each.selector()
                                + " is the next one. Switch to it, or cancel that.");
            });
            DkimKey made = keys.add(tx, locked, free(all, wanted), pair, DkimKeyState.NEXT);
            checks.restart(tx, locked);
            append(tx, caller, locked, EventKind.MAIL_KEY_MADE, Map.of("selector", made.selector()));
            return made;
        });
    }

    private String free(List<DkimKey> all, @Nullable String wanted) {
        Set<String> taken = all.stream().map(DkimKey::selector).collect(Collectors.toSet());
        if (wanted != null) {
            if (taken.contains(wanted)) {
                throw new AppException(
                        PlatformError.ALREADY_EXISTS,
                        "A key of this domain has the selector " + wanted + ". Choose another.");
            }
            return wanted;
        }
        String year = DomainValidation.selector(config.clock().instant().atZone(ZoneOffset.UTC));
        String selector = year;
        for (int i = 1; taken.contains(selector) && i < MOST_SELECTORS; i++) {
            selector = year + (char) ('a' + i);
        }
        if (taken.contains(selector)) {
            throw new AppException(
                    PlatformError.ALREADY_EXISTS, "All selectors with the year are taken. Give another.");
        }
        return selector;
    }

    private static Optional<DkimKey> next(List<DkimKey> all) {
        return all.stream().filter(each -> each.state() == DkimKeyState.NEXT).findFirst();
    }

    /**
     * Has the next key be the one that signs. The mail server must sign with it from now on, and the old one is revoked in a
     * week.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} without a next key, and
     *     while not every name server has its record
     */
    public MailDomain switchToNext(Caller caller, String id) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        return config.store().write(tx -> {
            MailDomain locked = lock(tx, domain);
            List<DkimKey> all = keys.of(tx, id);
            DkimKey next = next(all).orElseThrow(DkimKeyService::noneNext);
            boolean isSeen = records.records(tx, locked).stream()
                    .filter(each -> each.record().name().equals(next.dnsRecord().name(locked.fqdn())))
                    .anyMatch(each -> each.status() == RecordStatus.VERIFIED);
            if (!isSeen) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "The record of " + next.selector()
                                + " is not verified at all name servers yet. Publish it, verify the domain and try again.");
            }
            all.stream()
                    .filter(each -> each.state() == DkimKeyState.SIGNING)
                    .forEach(each -> keys.set(tx, each, DkimKeyState.RETIRED));
            keys.set(tx, next, DkimKeyState.SIGNING);
            MailDomain switched = domains.withSelector(tx, locked, next.selector());
            checks.restart(tx, switched);
            append(tx, caller, switched, EventKind.MAIL_KEY_SWITCHED, Map.of("selector", next.selector()));
            return stores.domains().find(tx, switched.organizationId(), id).orElse(switched);
        });
    }

    /**
     * Drops the next key; its record, where it was published, is of no use.
     *
     * @throws AppException {@code insufficient_scope}, {@code not_found}; {@code state_invalid} without a next key
     */
    public void cancel(Caller caller, String id) {
        MailDomain domain = domains.forUse(caller, id, Scope.MAIL_WRITE);
        config.store().change(tx -> {
            MailDomain locked = lock(tx, domain);
            DkimKey next = next(keys.of(tx, id)).orElseThrow(DkimKeyService::noneNext);
            keys.remove(tx, next);
            checks.restart(tx, locked);
            append(tx, caller, locked, EventKind.MAIL_KEY_DROPPED, Map.of("selector", next.selector()));
        });
    }

    private static AppException noneNext() {
        return new AppException(PlatformError.STATE_INVALID, "The key is not being rotated.");
    }

    private MailDomain lock(Transaction tx, MailDomain domain) {
        return stores.domains()
                .lock(tx, domain.id())
                .orElseThrow(() -> AppException.notFound("mail domain", domain.id()));
    }

    private void append(Transaction tx, Caller caller, MailDomain domain, EventKind kind, Map<String, Object> more) {
        Map<String, Object> data = new LinkedHashMap<>(more);
        data.put("fqdn", domain.fqdn());
        config.events().append(tx, caller, new NewEvent(kind, domain.id(), data));
    }
}
